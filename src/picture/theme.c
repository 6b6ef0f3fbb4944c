/* The themes. */
#include <assert.h>
#include <string.h>

#include "picture/palette.h"
#include "picture/scene.h"

static const struct picture_theme themes[] = {
    {.name = "space",
     .rules = TESS_RULES_STAR_WARS,
     .table = "#04060c",
     .panel = "#0e1528",
     .text = "#e8eefc",
     .faint = "#8794b4",
     .ground = GROUND_SPACE,
     .tints = {"#5b3fb5", "#12788f", "#96305f", "#2357c9", "#9a5a2a", "#8fa0d8"},
     .tint_strength = ".5",
     .grid = "#9db4ff",
     .frame = "#ffd95e",
     .legal = "#6dff9e",
     .ink = "#05070d",
     .space = {.star = "#b9c8f2",
               .bright = "#ffffff",
               .haze = "#8a6a4e",
               .rim = "#d8a878",
               .rock_dark = "#3a322d",
               .rock = "#75685c",
               .rock_lit = "#b3a28d",
               .halo = "#1fa8ff",
               .lane = "#5fd8ff",
               .core = "#f2fdff",
               .station = "#1d2a47",
               .lamp = "#ffe9a3",
               .hull = "#aab6cc"}},
    {.name = "chart",
     .rules = TESS_RULES_STAR_WARS,
     .table = "#d9e0e8",
     .panel = "#f6f8fb",
     .text = "#1b2a41",
     .faint = "#5d6f88",
     .ground = GROUND_CHART,
     .tints = {"#3a74c4", "#1f4c90", "#3268b6", "#24549c", "#4180cc", "#5b94da"},
     .tint_strength = ".6",
     .grid = "#ffffff",
     .frame = "#ffb347",
     .legal = "#14804a",
     .ink = "#eaf3ff",
     .space = {.star = "#a9c9f2",
               .bright = "#ffffff",
               .haze = "#16407f",
               .rim = "#ffffff",
               .rock_dark = "#1d4a8c",
               .rock = "#2f66b2",
               .rock_lit = "#4a84cf",
               .halo = "#bcd9ff",
               .lane = "#ffffff",
               .core = "#1d4a8c",
               .station = "#1d4a8c",
               .lamp = "#ffd98a",
               .hull = "#3f78c4",
               .plan = "#bcd9ff",
               .tones = {"#6f9fdd", "#8db5e8", "#4f84ca", "#e3efff"}}},
    {.name = "meadow",
     .rules = TESS_RULES_CLASSIC,
     .table = "#2b3324",
     .panel = "#384430",
     .text = "#f4f0df",
     .faint = "#b9bf9f",
     .ground = GROUND_MEADOW,
     .tints = {"#b9cf5c", "#4f8a3c", "#a3c25a", "#c9b95a", "#5f9a5a", "#d3dd7a"},
     .tint_strength = ".55",
     .grid = "#24401a",
     .frame = "#fff06a",
     .legal = "#fff9c4",
     .ink = "#3b2f22",
     .land = {.tuft = "#5d8a32",
              .flower = "#fff3b0",
              .road = "#ecdcb0",
              .kerb = "#9a8052",
              .pavement = "#d3a673",
              .wall = "#e3dccd",
              .mortar = "#6d5f52",
              .plaster = "#f6e8cc",
              .shade = "#cfae82",
              .roofs = {"#c0492f", "#6f7d94", "#d99a3c"},
              .leaf = "#4f8c36",
              .leaf_dark = "#2f6128",
              .trunk = "#6a4a2c",
              .water = "#4c9fd8",
              .bank = "#d9c88c",
              .ripple = "#bfe3f7",
              .hedge = "#2f6b35",
              .blossom = "#f26d8d",
              .crops = {"#c8c04e", "#6fa544", "#b58d4a"},
              .path = "#c9b27a"}},
    {.name = "parchment",
     .rules = TESS_RULES_CLASSIC,
     .table = "#cdb990",
     .panel = "#f3e8cd",
     .text = "#44311c",
     .faint = "#8a7048",
     .ground = GROUND_PARCHMENT,
     .tints = {"#dcd09a", "#e3c795", "#f7f0dc", "#cfd3a2", "#e6bd8f", "#fbf6e6"},
     .tint_strength = ".7",
     .grid = "#7a5c34",
     .frame = "#b3261e",
     .legal = "#2f6d3a",
     .ink = "#4a3520",
     .land = {.tuft = "#b5a468",
              .flower = "#c77f4a",
              .road = "#bf9562",
              .kerb = "#5f4020",
              .pavement = "#d9b98a",
              .wall = "#f5ead2",
              .mortar = "#5b4226",
              .plaster = "#fbf3e0",
              .shade = "#d9c39c",
              .roofs = {"#b0654a", "#7c8088", "#c99a58"},
              .leaf = "#a9ae6c",
              .leaf_dark = "#74783f",
              .trunk = "#6b4f2d",
              .water = "#a9c6cf",
              .bank = "#7f8f86",
              .ripple = "#e6f1f1",
              .hedge = "#8b9455",
              .blossom = "#bf5b4b",
              .crops = {"#d9bf72", "#c3c588", "#c99f68"},
              .path = "#b08a54"}},
};

int picture_theme_count(void) { return (int)(sizeof themes / sizeof *themes); }

const struct picture_theme *picture_theme_at(int index) {
  assert(index >= 0 && index < picture_theme_count());
  return &themes[index];
}

const char *picture_theme_name(const struct picture_theme *theme) { return theme->name; }

tess_rules picture_theme_rules(const struct picture_theme *theme) { return theme->rules; }

const struct picture_theme *picture_theme_find(tess_rules rules, const char *name) {
  for (int i = 0; i < picture_theme_count(); i++)
    if (themes[i].rules == rules && strcmp(themes[i].name, name) == 0) return &themes[i];
  return NULL;
}

const struct picture_theme *theme_or_default(const struct picture_theme *theme, tess_rules rules) {
  assert(!theme || theme->rules == rules);
  for (int i = 0; !theme; i++)
    if (themes[i].rules == rules) theme = &themes[i];
  return theme;
}
