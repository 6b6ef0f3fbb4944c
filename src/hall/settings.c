#include "hall/settings.h"

#include <stdlib.h>
#include <string.h>

#include "base/json_writer.h"
#include "table/name.h"

static const char form_words[] = "swiss round-robin knockout arena";
static const char unplayed_words[] = "lost drawn seed";

enum { CAP_DEFAULT = 50 };

struct span form_word(enum tournament_form form) {
  return choice_word(form_words, (int)form);
}

/* ---- Reading ---- */

static bool read_tie_breaks(const json_t *json, struct tie_break_order *order, struct fault *fault) {
  static const enum tie_break usual[] = {TIE_DIRECT, TIE_BUCHHOLZ, TIE_WINS, TIE_MARGIN, TIE_LOT};
  const json_t *list = NULL;
  unsigned seen = 0;
  if (!member_list(json, "tie_breaks", "words", &list, fault)) return false;
  if (list == NULL) {
    order->count = (int)(sizeof usual / sizeof usual[0]);
    memcpy(order->breaks, usual, sizeof usual);
    return true;
  }
  for (size_t i = 0; i < json_array_size(list); i++) {
    const char *word = json_string_value(json_array_get(list, i));
    enum tie_break tie_break;
    if (word == NULL || !tie_break_read(span_of(word), &tie_break))
      return fault_say(
          fault, "tie_breaks: expected words of direct, buchholz, median, sonneborn, wins, points, margin and lot");
    if (seen >> tie_break & 1) return fault_say(fault, "tie_breaks: %s is there twice", word);
    seen |= 1u << tie_break;
    order->breaks[order->count++] = tie_break;
  }
  return true;
}

/* Makes the setup of a table from that of the tournament, whose opener has `seat`, from 1. At a rated table chance
 * decides the first player. NULL with `*fault` if it is no object. */
static json_t *make_setup(const json_t *given, int seats, int seat, int first, struct fault *fault) {
  if (!json_is_object(given)) {
    fault_say(fault, "expected an object");
    return NULL;
  }
  json_t *setup = json_deep_copy(given);
  json_t *list = json_array();
  for (int i = 1; i <= seats; i++)
    json_array_append_new(list, json_pack("{s:s}", "kind", i == seat ? "person" : "open"));
  json_object_set_new(setup, "seats", list);
  json_object_set_new(setup, "first", json_integer(json_is_true(json_object_get(given, "rated")) ? 0 : first));
  json_object_set_new(setup, "public", json_false());
  return setup;
}

/* Refuses a member that the form does not have. */
static bool belongs(const json_t *json, const char *name, bool has, const char *whose, struct fault *fault) {
  return has || json_object_get(json, name) == NULL || fault_say(fault, "%s: only %s has it", name, whose);
}

bool settings_read(const json_t *json, const struct set_library *library, struct tournament_settings *settings,
                   struct fault *fault) {
  *settings = (struct tournament_settings){.seats = 2,
                                           .cycles = 1,
                                           .groups = 1,
                                           .seasons = 1,
                                           .moves = 1,
                                           .best_of = 1,
                                           .listed = true,
                                           .order = {.cap = CAP_DEFAULT}};
  int form = 0, cap = CAP_DEFAULT, unplayed = UNPLAYED_LOST;
  if (!json_is_object(json)) return fault_say(fault, "expected an object");
  if (!members_known(
          json, "name form",
          "rounds seats cycles groups seasons moves cut third best_of auto public same_decks period grace unplayed "
          "tie_breaks cap setup",
          fault) ||
      !member_line(json, "name", TITLE_MOST, settings->name, fault) || !talk_is_seen(span_of(settings->name), fault) ||
      !member_choice(json, "form", form_words, &form, fault))
    return false;
  settings->form = (enum tournament_form)form;
  const bool swiss = form == FORM_SWISS, robin = form == FORM_ROUND_ROBIN, knockout = form == FORM_KNOCKOUT;

  /* 1. The form. */
  if (swiss && !member_needed(json, "rounds", fault)) return false;
  if (!belongs(json, "rounds", swiss, "a Swiss tournament", fault) ||
      !belongs(json, "cycles", robin, "a round robin", fault) ||
      !belongs(json, "groups", robin, "a round robin", fault) ||
      !belongs(json, "seasons", robin, "a round robin", fault) ||
      !member_whole(json, "groups", 1, GROUPS_MOST, &settings->groups, fault) ||
      !member_whole(json, "seasons", 1, SEASONS_MOST, &settings->seasons, fault) ||
      !belongs(json, "moves", settings->seasons > 1, "a round robin of several seasons", fault) ||
      !member_whole(json, "moves", 1, ENTRANTS_MOST / 2, &settings->moves, fault) ||
      !belongs(json, "cut", swiss || robin, "a Swiss tournament or a round robin", fault) ||
      !belongs(json, "cut", settings->seasons == 1, "a tournament of one season", fault) ||
      !member_whole(json, "rounds", 1, SWISS_ROUNDS_MOST, &settings->rounds, fault) ||
      !belongs(json, "seats", swiss, "a Swiss tournament", fault) ||
      !member_whole(json, "seats", 2, GATHERING_MOST, &settings->seats, fault) ||
      !member_whole(json, "cycles", 1, 2, &settings->cycles, fault) ||
      !member_whole(json, "cut", 2, ENTRANTS_MOST, &settings->cut, fault) ||
      !belongs(json, "third", knockout || settings->cut > 0, "a knock-out", fault) ||
      !member_switch(json, "third", &settings->third, fault) ||
      !member_whole(json, "best_of", 1, BEST_OF_MOST, &settings->best_of, fault))
    return false;
  static const char *const of_two[] = {"cut", "best_of", "period", "grace"};
  for (size_t i = 0; i < sizeof of_two / sizeof of_two[0] && settings->seats > 2; i++)
    if (!belongs(json, of_two[i], false, "a tournament of games of two", fault)) return false;
  if (settings->best_of % 2 == 0) return fault_say(fault, "best_of: expected 1, 3 or 5");

  /* 2. The times. */
  if (!member_whole(json, "period", 1, PERIOD_MOST, &settings->period, fault) ||
      !belongs(json, "grace", json_object_get(json, "setup") != NULL, "a tournament with a setup", fault) ||
      !member_whole(json, "grace", 1, GRACE_MOST, &settings->grace, fault) ||
      !belongs(json, "unplayed", settings->period > 0 || settings->grace > 0, "a tournament with period or grace",
               fault) ||
      !member_choice(json, "unplayed", unplayed_words, &unplayed, fault))
    return false;
  settings->unplayed = (enum unplayed)unplayed;
  if (form == FORM_ARENA && !member_needed(json, "period", fault)) return false;

  /* 3. The rest. */
  if (!member_switch(json, "auto", &settings->automatic, fault) ||
      !member_switch(json, "public", &settings->listed, fault) ||
      !belongs(json, "same_decks", json_object_get(json, "setup") != NULL && form != FORM_ARENA,
               "a tournament of rounds with a setup", fault) ||
      !member_switch(json, "same_decks", &settings->same_decks, fault) ||
      !member_whole(json, "cap", 1, CAP_MOST, &cap, fault) || !read_tie_breaks(json, &settings->order, fault))
    return false;
  settings->order.cap = cap;
  static const char *const given_by_tournament[] = {"seats", "first", "public", "casual"};
  const json_t *given = json_object_get(json, "setup");
  if (given == NULL) return true;
  for (size_t i = 0; i < sizeof given_by_tournament / sizeof given_by_tournament[0]; i++)
    if (json_object_get(given, given_by_tournament[i]) != NULL)
      return fault_say(fault, "setup: %s: the tournament says it", given_by_tournament[i]);
  /* Somebody can be missing in a game of three to five, which are not all of one size. */
  const int most = settings->seats > 2 ? GATHERING_MOST : 2;
  for (int seats = 2; seats <= most; seats++) {
    struct setup setup;
    json_t *whole = make_setup(given, seats, 1, 1, fault);
    const bool good = whole != NULL && (library == NULL || setup_read(whole, library, &setup, fault));
    json_decref(whole);
    if (!good) return fault_within(fault, "setup");
  }
  char *text = json_dumps(given, JSON_COMPACT | JSON_SORT_KEYS);
  const bool fits = text != NULL && strlen(text) < sizeof settings->setup;
  if (fits) memcpy(settings->setup, text, strlen(text) + 1);
  free(text);
  return fits || fault_say(fault, "setup: expected at most %d bytes", SETUP_TEXT_SIZE - 1);
}

/* ---- Writing ---- */

void settings_write(const struct tournament_settings *settings, const char *key, struct text *text) {
  json_open_object(text, key);
  json_put_string(text, "name", settings->name);
  json_put_span(text, "form", form_word(settings->form));
  if (settings->form == FORM_SWISS) json_put_int(text, "rounds", settings->rounds);
  if (settings->seats > 2) json_put_int(text, "seats", settings->seats);
  if (settings->form == FORM_ROUND_ROBIN) json_put_int(text, "cycles", settings->cycles);
  if (settings->groups > 1) json_put_int(text, "groups", settings->groups);
  if (settings->seasons > 1) {
    json_put_int(text, "seasons", settings->seasons);
    json_put_int(text, "moves", settings->moves);
  }
  if (settings->cut > 0) json_put_int(text, "cut", settings->cut);
  if (settings->cut > 0 || settings->form == FORM_KNOCKOUT) json_put_bool(text, "third", settings->third);
  if (settings->seats == 2) json_put_int(text, "best_of", settings->best_of);
  json_put_bool(text, "auto", settings->automatic);
  json_put_bool(text, "public", settings->listed);
  if (settings->same_decks) json_put_bool(text, "same_decks", true);
  if (settings->period > 0) json_put_int(text, "period", settings->period);
  if (settings->grace > 0) json_put_int(text, "grace", settings->grace);
  if (settings->period > 0 || settings->grace > 0)
    json_put_span(text, "unplayed", choice_word(unplayed_words, (int)settings->unplayed));
  json_open_array(text, "tie_breaks");
  for (int i = 0; i < settings->order.count; i++)
    json_put_string(text, NULL, tie_break_word(settings->order.breaks[i]));
  json_close_array(text);
  json_put_int(text, "cap", settings->order.cap);
  if (settings->setup[0] != '\0') json_put_raw(text, "setup", span_of(settings->setup));
  json_close_object(text);
}

void settings_write_setup(const struct tournament_settings *settings, int seats, int seat, int first,
                          struct text *text) {
  struct fault unheard;
  json_t *given = json_loads(settings->setup, 0, NULL);
  json_t *whole = make_setup(given, seats, seat, first, &unheard);
  if (settings->same_decks) json_object_set_new(whole, "watchers_talk", json_false());
  char *written = whole == NULL ? NULL : json_dumps(whole, JSON_COMPACT);
  CHECK(written != NULL);
  text_add_string(text, written);
  free(written);
  json_decref(whole);
  json_decref(given);
}
