#include "hall/telling.h"

#include <stdlib.h>
#include <string.h>

#include "base/json_writer.h"
#include "hall/entry.h"
#include "hall/rounds.h"
#include "hall/times.h"

static const char *const state_words[] = {"open", "running", "closed"};
static const char *const end_words[] = {"open", "first", "second", "drawn", "none"};

/* ---- The tournament ---- */

static void put_head(const struct shown_competition *shown, struct text *text) {
  const struct competition *competition = shown->competition;
  json_put_string(text, "tournament", shown->id);
  json_put_int(text, "seq", competition->seq);
  json_put_string(text, "name", competition->settings.name);
  json_put_span(text, "form", form_word(competition->settings.form));
  json_put_string(text, "state", state_words[competition->state]);
  json_put_int(text, "created", competition->created);
  json_put_int(text, "entrant_count", competition->competitor_count);
  json_put_int(text, "round", competition->round);
  json_put_int(text, "rounds", rounds_all(competition));
  if (competition->settings.form == FORM_KNOCKOUT)
    json_put_int(text, "knockout", 1);
  else if (competition->settings.cut > 0)
    json_put_int(text, "knockout", rounds_first(competition) + 1);
  if (competition->settings.seasons > 1 && competition->season > 0) json_put_int(text, "season", competition->season);
}

void telling_item(const struct shown_competition *shown, struct text *text) {
  json_open_object(text, NULL);
  put_head(shown, text);
  json_close_object(text);
}

void telling_tournament(const struct shown_competition *shown, struct text *text) {
  const struct competition *competition = shown->competition;
  json_open_object(text, NULL);
  put_head(shown, text);
  settings_write(&competition->settings, "settings", text);
  json_put_hex(text, "commitment", competition->commitment, CREDENTIAL_HASH);
  if (competition->state == STORE_FINISHED) json_put_hex(text, "secret", competition->secret, CREDENTIAL_HASH);
  json_open_array(text, "organizers");
  for (int i = 0; i < competition->organizer_count; i++) {
    json_open_object(text, NULL);
    json_put_hash(text, "player", (uint64_t)competition->organizers[i]);
    json_put_string(text, "name", shown->names[competition->competitor_count + i]);
    json_close_object(text);
  }
  json_close_array(text);
  if (competition->invited_count > 0) {
    json_open_array(text, "invited");
    for (int i = 0; i < competition->invited_count; i++) json_put_hash(text, NULL, (uint64_t)competition->invited[i]);
    json_close_array(text);
  }
  json_open_array(text, "entrants");
  for (int i = 0; i < competition->competitor_count; i++) {
    const struct competitor *competitor = &competition->competitors[i];
    json_open_object(text, NULL);
    json_put_int(text, "entrant", i + 1);
    if (competitor->player != 0) json_put_hash(text, "player", (uint64_t)competitor->player);
    json_put_string(text, "name", shown->names[i]);
    json_put_int(text, "rating", competitor->rating);
    json_put_int(text, "lot", competitor->lot);
    if (competition->group_count > 1 && competitor->in) json_put_int(text, "group", competitor->group + 1);
    if (competitor->ready) json_put_bool(text, "ready", true);
    if (competitor->away) json_put_bool(text, "away", true);
    if (competitor->expelled) json_put_bool(text, "expelled", true);
    json_close_object(text);
  }
  json_close_array(text);
  json_open_array(text, "encounters");
  for (int i = 0; i < competition->bout_count; i++) {
    const struct bout *bout = &competition->bouts[i];
    json_open_object(text, NULL);
    json_put_int(text, "encounter", i + 1);
    json_put_int(text, "round", bout->round);
    json_put_int(text, "first", bout->first + 1);
    if (bout->second == NOBODY)
      json_put_bool(text, "bye", true);
    else
      json_put_int(text, "second", bout->second + 1);
    if (bout->seats > 2) {
      json_open_array(text, "more");
      for (int side = 3; side <= bout->seats; side++) json_put_int(text, NULL, bout_competitor(bout, side) + 1);
      json_close_array(text);
    }
    json_put_string(text, "end", bout->seats > 2 && bout->decided ? "played" : end_words[bout_end(bout)]);
    if (bout->result.count > 0 || bout->result.seats > 0 || bout->result.forfeit != FORFEIT_NONE)
      bout_result_write(&bout->result, text);
    bool reported = false;
    for (int side = 0; side < bout->seats; side++) reported = reported || bout->reported[side];
    if (!bout->decided && reported) {
      json_open_array(text, "reports");
      for (int side = 0; side < bout->seats; side++) {
        if (!bout->reported[side]) continue;
        json_open_object(text, NULL);
        json_put_int(text, "side", side + 1);
        bout_result_write(&bout->reports[side], text);
        json_close_object(text);
      }
      json_close_array(text);
    }
    if (bout->decided && bout->why != DECIDED_BY_PEOPLE) json_put_string(text, "why", decided_why_word(bout->why));
    if (!bout->decided) {
      enum decided_why unheard;
      const int64_t until = times_until(competition, bout, &unheard);
      if (bout->dates[0] != 0) json_put_int(text, "first_date", bout->dates[0]);
      if (bout->dates[1] != 0) json_put_int(text, "second_date", bout->dates[1]);
      if (bout->date != 0) json_put_int(text, "date", bout->date);
      if (until != INT64_MAX) json_put_int(text, "until", until);
    }
    /* A player learns the table by sitting down; all others see it when all sit. */
    const bool hidden = competition->settings.same_decks && !competition_shows(competition, bout->round);
    if (bout->table[0] != '\0' && bout_all_sit(bout) && !hidden) json_put_string(text, "table", bout->table);
    for (int side = 0; side < bout->seats && !bout_all_sit(bout); side++) {
      if (!bout->sat[side]) continue;
      json_put_int(text, "waits", side + 1);
      break;
    }
    json_close_object(text);
  }
  json_close_array(text);
  json_close_object(text);
}

/* ---- Standings ---- */

/* What a competitor has of an encounter. */
struct bout_share {
  int opponent, side; /* NOBODY: a bye; 0 or 1 */
  const char *word;
  int points[2]; /* own, and the opponent's */
};

/* Reads the share of a competitor; false if the encounter is not theirs. */
static bool share_of(const struct bout *bout, int competitor, struct bout_share *share) {
  if (bout->seats > 2 || (bout->first != competitor && bout->second != competitor)) return false;
  const int side = bout->first == competitor ? 0 : 1;
  const enum encounter_end end = bout_end(bout);
  const enum encounter_end won = side == 0 ? ENCOUNTER_FIRST : ENCOUNTER_SECOND;
  *share = (struct bout_share){.opponent = side == 0 ? bout->second : bout->first, .side = side};
  share->word = bout->second == NOBODY   ? "bye"
                : end == ENCOUNTER_OPEN  ? "open"
                : end == won             ? "won"
                : end == ENCOUNTER_DRAWN ? "drawn"
                                         : "lost";
  for (int i = 0; i < bout->result.count; i++) {
    share->points[0] += bout->result.games[i].points[side];
    share->points[1] += bout->result.games[i].points[1 - side];
  }
  return true;
}

void telling_standings(const struct shown_competition *shown, struct text *text) {
  const struct competition *competition = shown->competition;
  const struct tie_break_order *order = &competition->settings.order;
  struct placing placings[ENTRANTS_MOST];
  rounds_place(competition, placings);
  json_open_object(text, NULL);
  put_head(shown, text);
  json_open_array(text, "tie_breaks");
  for (int i = 0; i < order->count; i++) {
    const char *word = tie_break_word(order->breaks[i]);
    json_open_object(text, NULL);
    json_put_string(text, "word", word);
    json_open_string(text, "sentence");
    text_print(text, "tournament.tie.%s", word);
    json_close_string(text);
    json_close_object(text);
  }
  json_close_array(text);
  json_put_int(text, "cap", order->cap);
  json_put_int(text, "whole", competition->settings.seats > 2 ? GATHERING_WHOLE : 2);
  json_open_array(text, "standings");
  for (int i = 0; i < competition->competitor_count; i++) {
    const int own = placings[i].entrant;
    json_open_object(text, NULL);
    json_put_int(text, "place", placings[i].place);
    json_put_int(text, "entrant", own + 1);
    if (competition->competitors[own].player != 0)
      json_put_hash(text, "player", (uint64_t)competition->competitors[own].player);
    json_put_string(text, "name", shown->names[own]);
    if (competition->group_count > 1 && competition->competitors[own].in)
      json_put_int(text, "group", competition->competitors[own].group + 1);
    json_put_int(text, "score", placings[i].score);
    json_open_array(text, "values");
    for (int k = 0; k < order->count; k++) json_put_int(text, NULL, placings[i].values[k]);
    json_close_array(text);
    json_open_array(text, "rounds");
    for (int k = 0; k < competition->bout_count; k++) {
      struct bout_share share;
      if (competition->bouts[k].round <= competition->season_base || !share_of(&competition->bouts[k], own, &share))
        continue;
      json_open_object(text, NULL);
      json_put_int(text, "round", competition->bouts[k].round);
      json_put_int(text, "encounter", k + 1);
      if (share.opponent != NOBODY) json_put_int(text, "opponent", share.opponent + 1);
      json_put_int(text, "side", share.side + 1);
      json_put_string(text, "result", share.word);
      json_open_array(text, "points");
      json_put_int(text, NULL, share.points[0]);
      json_put_int(text, NULL, share.points[1]);
      json_close_array(text);
      json_close_object(text);
    }
    json_close_array(text);
    json_close_object(text);
  }
  json_close_array(text);
  json_close_object(text);
}

/* ---- Comma-separated values ---- */

/* Appends a text as a field. A program that reads tables takes no field for a formula. */
static void put_field(const char *field, struct text *text) {
  text_add_char(text, '"');
  if (strchr("=+-@", field[0]) != NULL && field[0] != '\0') text_add_char(text, '\'');
  for (const char *at = field; *at != '\0'; at++) {
    if (*at == '"') text_add_char(text, '"');
    text_add_char(text, *at);
  }
  text_add_char(text, '"');
}

void telling_csv(const struct shown_competition *shown, struct text *text) {
  const struct competition *competition = shown->competition;
  const struct tie_break_order *order = &competition->settings.order;
  struct placing placings[ENTRANTS_MOST];
  rounds_place(competition, placings);
  text_add_string(text, "place,entrant,name,rating,score");
  for (int i = 0; i < order->count; i++) text_print(text, ",%s", tie_break_word(order->breaks[i]));
  for (int round = 1; round <= competition->round; round++) text_print(text, ",round %d", round);
  text_add_string(text, "\r\n");
  for (int i = 0; i < competition->competitor_count; i++) {
    const int own = placings[i].entrant;
    text_print(text, "%d,%d,", placings[i].place, own + 1);
    put_field(shown->names[own], text);
    text_print(text, ",%d,%d", (int)competition->competitors[own].rating, placings[i].score);
    for (int k = 0; k < order->count; k++) text_print(text, ",%lld", (long long)placings[i].values[k]);
    int at = 0;
    for (int round = 1; round <= competition->round; round++) {
      text_add_char(text, ',');
      for (; at < competition->bout_count && competition->bouts[at].round <= round; at++) {
        struct bout_share share;
        const struct bout *bout = &competition->bouts[at];
        const int side = bout_side(bout, own);
        if (bout->seats > 2 && side > 0 && bout->decided) text_print(text, "%d", (int)bout->result.points[side - 1]);
        if (!share_of(bout, own, &share)) continue;
        if (share.opponent == NOBODY)
          text_add_string(text, "bye");
        else
          text_print(text, "%s %d %d:%d", share.word, share.opponent + 1, share.points[0], share.points[1]);
      }
    }
    text_add_string(text, "\r\n");
  }
}

/* ---- The report of FIDE ---- */

/* Appends a name in so many characters, with blanks behind it. */
static void put_column(const char *name, int width, struct text *text) {
  for (; *name != '\0' && (width > 0 || ((unsigned char)*name & 0xC0) == 0x80); name++) {
    if (((unsigned char)*name & 0xC0) != 0x80) width--;
    text_add_char(text, *name);
  }
  for (; width > 0; width--) text_add_char(text, ' ');
}

/* Appends what a competitor has of an encounter: the opponent, w for the first seat, the result. */
static void put_pairing(const struct bout *bout, const struct bout_share *share, struct text *text) {
  const bool forfeit = bout->result.forfeit != FORFEIT_NONE;
  const char result = strcmp(share->word, "open") == 0    ? ' '
                      : strcmp(share->word, "bye") == 0   ? 'U'
                      : strcmp(share->word, "won") == 0   ? (forfeit ? '+' : '1')
                      : strcmp(share->word, "drawn") == 0 ? '='
                                                          : (forfeit ? '-' : '0');
  if (share->opponent == NOBODY)
    text_print(text, "  0000 - %c", result);
  else
    text_print(text, "  %4d %c %c", share->opponent + 1, share->side == 0 ? 'w' : 'b', result);
}

void telling_trf(const struct shown_competition *shown, struct text *text) {
  const struct competition *competition = shown->competition;
  struct placing placings[ENTRANTS_MOST];
  rounds_place(competition, placings);
  text_print(text, "012 %s", competition->settings.name);
  text_add_string(text, "\r\n042 ");
  text_add_date(text, competition->created, '/');
  text_add_string(text, "\r\n052 ");
  text_add_date(text, competition->at, '/');
  text_print(text, "\r\n062 %d\r\n092 ", competition->competitor_count);
  const struct span form = form_word(competition->settings.form);
  text_add(text, form.bytes, form.length);
  text_print(text, "\r\n102 %s\r\nXXR %d\r\n",
             competition->organizer_count > 0 ? shown->names[competition->competitor_count] : "",
             rounds_all(competition));
  for (int own = 0; own < competition->competitor_count; own++) {
    int at = 0, row = 0;
    while (placings[row].entrant != own) row++;
    text_print(text, "001 %4d      ", own + 1);
    put_column(shown->names[own], 33, text);
    /* In half points, of which games of three to five have parts. */
    const int score = placings[row].score / (competition->settings.seats > 2 ? GATHERING_WHOLE / 2 : 1);
    text_print(text, " %4d %27s%2d.%d %4d", (int)competition->competitors[own].rating, "", score / 2, score % 2 * 5,
               placings[row].place);
    for (int round = 1; round <= competition->round; round++) {
      bool found = false;
      for (; at < competition->bout_count && competition->bouts[at].round <= round; at++) {
        struct bout_share share;
        if (!share_of(&competition->bouts[at], own, &share)) continue;
        put_pairing(&competition->bouts[at], &share, text);
        found = true;
      }
      if (!found) text_add_string(text, "  0000 - Z");
    }
    text_add_string(text, "\r\n");
  }
}
