#include "notation/options.h"

#include <string.h>

#include "notation/names.h"

struct flag {
  const char *word;
  bool *on;
};

enum { FLAGS = 4 };

static void flags_of(tess_options *options, struct flag flags[FLAGS]) {
  flags[0] = (struct flag){"fields", &options->fields};
  flags[1] = (struct flag){"abbot", &options->abbot};
  flags[2] = (struct flag){"river", &options->river};
  flags[3] = (struct flag){"teams", &options->teams};
}

void options_write(const tess_options *options, struct text *text) {
  tess_options copy = *options;
  struct flag flags[FLAGS];
  flags_of(&copy, flags);
  const char *before = "";
  for (int i = 0; i < FLAGS; i++) {
    if (!*flags[i].on) continue;
    text_print(text, "%s%s", before, flags[i].word);
    before = ",";
  }
  if (before[0] == '\0') text_add_char(text, '-');
}

static bool flag_read(struct span word, struct flag flags[FLAGS], struct fault *fault) {
  for (int i = 0; i < FLAGS; i++) {
    if (!span_is(word, flags[i].word)) continue;
    if (*flags[i].on) return fault_say(fault, "the option %s stands twice", flags[i].word);
    *flags[i].on = true;
    return true;
  }
  return fault_say(fault, "expected '-' or options out of fields,abbot,river,teams, found %s",
                   quote(word.bytes, word.length).text);
}

bool options_read(struct span word, tess_options *options, struct fault *fault) {
  tess_options read = *options;
  struct flag flags[FLAGS];
  flags_of(&read, flags);
  for (int i = 0; i < FLAGS; i++) *flags[i].on = false;
  struct span rest = word;
  struct span part;
  while (!span_is(word, "-") && span_split(&rest, ',', &part))
    if (!flag_read(part, flags, fault)) return false;
  *options = read;
  return true;
}

void colours_write(const tess_options *options, struct text *text) {
  for (int i = 0; i < options->players; i++)
    text_print(text, "%s%s", i > 0 ? "," : "", name_of_colour((tess_colour)options->colours[i]));
}

static bool colour_read(struct span word, tess_options *options, struct fault *fault) {
  int colour = colour_named(word);
  if (colour < 0)
    return fault_say(fault, "expected a colour (red green black white orange blue yellow), found %s",
                     quote(word.bytes, word.length).text);
  for (int i = 0; i < options->players; i++)
    if (options->colours[i] == colour)
      return fault_say(fault, "the colour %s stands twice", name_of_colour((tess_colour)colour));
  if (options->players == TESS_MAX_PLAYERS) return fault_say(fault, "expected at most five colours");
  options->colours[options->players++] = (uint8_t)colour;
  return true;
}

bool colours_read(struct span word, tess_options *options, struct fault *fault) {
  tess_options read = *options;
  read.players = 0;
  struct span rest = word;
  struct span part;
  while (span_split(&rest, ',', &part))
    if (!colour_read(part, &read, fault)) return false;
  if (read.players < 2) return fault_say(fault, "expected at least two colours");
  *options = read;
  return true;
}

bool colours_suit(const tess_options *options, tess_rules rules, struct fault *fault) {
  tess_options all = tess_options_default(rules);
  all.players = TESS_MAX_PLAYERS;
  for (int i = 0; i < options->players; i++) {
    if (memchr(all.colours, options->colours[i], sizeof all.colours) != NULL) continue;
    struct text own = {0};
    colours_write(&all, &own);
    fault_refuse(fault, TESS_ERROR_BAD_OPTIONS, "the game %s has the colours %s, not %s", name_of_rules(rules),
                 own.bytes, name_of_colour((tess_colour)options->colours[i]));
    text_free(&own);
    return false;
  }
  return true;
}
