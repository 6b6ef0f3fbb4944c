#include "notation/realms.h"
#include "base/json_writer.h"
#include "notation/names.h"
#include <stdlib.h>

/* A segment with its realm and its place in the order y, x, rank. */
struct segment {
  int realm;
  uint64_t order;
  tess_spot spot;
};

static int compare_order(const void *a, const void *b) {
  const struct segment *p = a;
  const struct segment *q = b;
  return (p->order > q->order) - (p->order < q->order);
}

static int compare_realm(const void *a, const void *b) {
  const struct segment *p = a;
  const struct segment *q = b;
  return p->realm != q->realm ? (p->realm > q->realm) - (p->realm < q->realm) : compare_order(a, b);
}

static struct realm_name name_of_segment(const tess_game *game, tess_spot spot) {
  const tess_tile tile = tess_game_tile(game, spot.tile);
  return realm_name_of_feature(&tess_set_tile(tess_game_set(game), tile.kind)->features[spot.feature], tile.rotation);
}

/* With `own` the segment is told by itself, else by the name that its realm has on the tile. */
static struct segment segment_of(const tess_game *game, tess_spot spot, bool own) {
  const tess_tile tile = tess_game_tile(game, spot.tile);
  const uint64_t cell = (uint64_t)(tile.y - INT16_MIN) << 32 | (uint64_t)(tile.x - INT16_MIN) << 8;
  const struct realm_name name = own ? name_of_segment(game, spot) : realm_name_of(game, spot);
  return (struct segment){tess_game_realm_id(game, spot), cell | name.rank, own ? spot : tess_game_spot(game, spot)};
}

static int list_segments(const tess_game *game, bool own, struct segment *out) {
  bool fields = tess_game_options(game).fields;
  int count = 0;
  for (int i = 0; i < tess_game_tiles(game); i++) {
    const tess_tile_def *tile = tess_set_tile(tess_game_set(game), tess_game_tile(game, i).kind);
    for (int f = 0; f < tile->feature_count; f++)
      if (fields || tile->features[f].type != TESS_TYPE_FIELD)
        out[count++] = segment_of(game, (tess_spot){(uint8_t)i, (uint8_t)f}, own);
  }
  return count;
}

/* Keeps the first segment of each realm. */
static int keep_first(struct segment *segments, int count) {
  int kept = 0;
  qsort(segments, (size_t)count, sizeof *segments, compare_realm);
  for (int i = 0; i < count; i++)
    if (kept == 0 || segments[i].realm != segments[kept - 1].realm) segments[kept++] = segments[i];
  qsort(segments, (size_t)kept, sizeof *segments, compare_order);
  return kept;
}

int realms_list(const tess_game *game, struct realm_entry out[TESS_MAX_SEGMENTS]) {
  struct segment *segments = memory_new(TESS_MAX_SEGMENTS * sizeof *segments);
  int count = keep_first(segments, list_segments(game, false, segments));
  for (int i = 0; i < count; i++)
    out[i] = (struct realm_entry){segments[i].spot, tess_game_realm(game, segments[i].spot)};
  free(segments);
  return count;
}

/* ---- Segments ---- */

static void write_segments(const tess_game *game, const struct segment *segments, int count, int realm,
                           struct text *text) {
  json_open_array(text, NULL);
  for (int i = 0; i < count; i++) {
    if (segments[i].realm != realm) continue;
    const tess_tile tile = tess_game_tile(game, segments[i].spot.tile);
    json_open_string(text, NULL);
    realm_name_write(name_of_segment(game, segments[i].spot), text);
    text_print(text, "@%d,%d", tile.x, tile.y);
    json_close_string(text);
  }
  json_close_array(text);
}

void realms_write_segments(const tess_game *game, struct text *text) {
  struct segment *segments = memory_new(TESS_MAX_SEGMENTS * sizeof *segments);
  struct realm_entry *entries = memory_new(TESS_MAX_SEGMENTS * sizeof *entries);
  const int count = list_segments(game, true, segments), realms = realms_list(game, entries);
  qsort(segments, (size_t)count, sizeof *segments, compare_order);
  json_open_array(text, NULL);
  for (int i = 0; i < realms; i++)
    write_segments(game, segments, count, tess_game_realm_id(game, entries[i].spot), text);
  json_close_array(text);
  free(entries);
  free(segments);
}

/* ---- Lines ---- */

static void write_factions(const tess_realm *realm, struct text *text) {
  const char *before = " factions=";
  for (int i = 0; i < TESS_FACTION_COUNT; i++) {
    if (!realm->factions[i]) continue;
    text_print(text, "%s%s", before, name_of_faction((tess_faction)i));
    before = ",";
  }
}

static void write_meeples(const tess_realm *realm, struct text *text) {
  const char *before = " meeples=";
  for (int seat = 0; seat < TESS_MAX_PLAYERS; seat++) {
    if (realm->meeples[seat] + realm->large[seat] == 0) continue;
    text_print(text, "%s%d:%d", before, seat + 1, realm->meeples[seat]);
    if (realm->large[seat] > 0) text_print(text, "+%d", realm->large[seat]);
    before = ",";
  }
}

static void write_entry(const tess_game *game, const struct realm_entry *entry, struct text *text) {
  const tess_realm *realm = &entry->realm;
  tess_tile tile = tess_game_tile(game, entry->spot.tile);
  text_add_string(text, "realm ");
  realm_name_write(realm_name_of(game, entry->spot), text);
  text_print(text, "@%d,%d %s tiles=%d symbols=%d open=%d cities=%d worth=%d", tile.x, tile.y,
             realm->complete ? "complete" : "open", realm->tiles, realm->symbols, realm->open_ends, realm->cities,
             realm->worth);
  write_factions(realm, text);
  write_meeples(realm, text);
  text_add_char(text, '\n');
}

void realms_write(const tess_game *game, struct text *text) {
  struct realm_entry *entries = memory_new(TESS_MAX_SEGMENTS * sizeof *entries);
  int count = realms_list(game, entries);
  for (int i = 0; i < count; i++) write_entry(game, &entries[i], text);
  free(entries);
}
