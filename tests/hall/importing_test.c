/* Files of tournaments: what is written is read again and gives the same standings, and what cannot be is refused. */
#include "hall/lab.h"
#include "hall/telling.h"

/* A view of a tournament, with the names of its guests. */
static void tell(const struct hall_lab *lab, void (*telling)(const struct shown_competition *, struct text *),
                 struct text *text) {
  const struct competition *competition = &lab->competition;
  const size_t count = (size_t)(competition->competitor_count + competition->organizer_count + 1);
  const struct shown_competition shown = {"abcdefghijklmnop", competition, memory_zeroed(count * NAME_SIZE)};
  for (int i = 0; i < competition->competitor_count; i++)
    snprintf(shown.names[i], NAME_SIZE, i == 2 ? "=Sum, \"%d\"" : "Zoë %d", i + 1);
  text_clear(text);
  telling(&shown, text);
  free(shown.names);
}

/* Opens a tournament by a request of these members. Returns false with what is said. */
static bool try_import(struct hall_lab *lab, const char *members, struct text *said) {
  struct answer answer = {0};
  struct text body = {0};
  *lab = (struct hall_lab){.sets = set_library_open(), .now = 1700000000000};
  struct acting acting = acting_of(lab, ANN);
  text_print(&body, "{\"id\":\"evening-0001\",%s}", members);
  const bool good = acting_open(&acting, text_span(&body), &answer);
  if (good)
    keep(lab, &acting);
  else
    text_add(said, answer.body.bytes, answer.body.length);
  text_free(&acting.entries);
  text_free(&body);
  answer_free(&answer);
  return good;
}

static void refuse_import(const char *members, const char *words) {
  struct hall_lab lab;
  struct text said = {0};
  if (try_import(&lab, members, &said)) fail_msg("%s: taken", members);
  if (strstr(said.bytes, words) == NULL) fail_msg("%s: %s", members, said.bytes);
  text_free(&said);
  close_lab(&lab);
}

/* The file of a request: JSON as it is, a text as a string. */
static void put_file(const struct text *file, struct text *members) {
  json_t *text = json_stringn(file->bytes, file->length);
  char *string = json_dumps(text, JSON_ENCODE_ANY);
  text_print(members, "\"file\":%s", file->bytes[0] == '{' ? file->bytes : string);
  free(string);
  json_decref(text);
}

/* The places, scores and tie-breaks of all; without `lots` those of the lot are left out. */
static void put_standings(const struct hall_lab *lab, bool lots, struct text *text) {
  struct placing placings[ENTRANTS_MOST];
  const struct tie_break_order *order = &lab->competition.settings.order;
  rounds_place(&lab->competition, placings);
  text_clear(text);
  for (int i = 0; i < lab->competition.competitor_count; i++) {
    text_print(text, "%d %d %d:", placings[i].place, placings[i].entrant, placings[i].score);
    for (int k = 0; k < order->count; k++)
      if (lots || order->breaks[k] != TIE_LOT) text_print(text, " %lld", (long long)placings[i].values[k]);
    text_add_char(text, '\n');
  }
}

/* Imports what a view says of a tournament, and compares the standings. */
static void round_trip(const struct hall_lab *lab, void (*telling)(const struct shown_competition *, struct text *),
                       const char *settings, bool lots) {
  struct text file = {0}, members = {0}, said = {0}, one = {0}, other = {0};
  struct hall_lab again;
  tell(lab, telling, &file);
  if (settings != NULL) text_print(&members, "\"settings\":%s,", settings);
  put_file(&file, &members);
  if (!try_import(&again, members.bytes, &said)) fail_msg("%s: %s", said.bytes, file.bytes);
  put_standings(lab, lots, &one);
  put_standings(&again, lots, &other);
  assert_string_equal(one.bytes, other.bytes);
  assert_int_equal(again.competition.state, lab->competition.state);
  assert_int_equal(again.competition.round, lab->competition.round);
  assert_string_equal(again.competition.competitors[2].name, "=Sum, \"3\"");
  for (int i = 0; i < again.competition.competitor_count; i++) {
    assert_int_equal(again.competition.competitors[i].away, lab->competition.competitors[i].away);
    assert_true(again.competition.competitors[i].player == 0);
  }
  if (lots && again.competition.state == STORE_PLAYING && again.competition.round < rounds_all(&again.competition))
    pair(&again);
  close_lab(&again);
  text_free(&file);
  text_free(&members);
  text_free(&one);
  text_free(&other);
}

/* Nobody has a rating of another one, so that no lot decides the seeds. */
static struct hall_lab play(const char *settings, int entrants, int rounds) {
  struct hall_lab lab = open_lab(settings);
  enter(&lab, 1, entrants);
  for (int i = 1; i <= entrants; i++) rate(&lab, i, 2000 - i);
  play_rounds(&lab, rounds);
  return lab;
}

TEST(json_gives_the_same_standings) {
  static const struct {
    const char *settings;
    int entrants, rounds;
  } kinds[] = {
      {"{\"name\":\"A\",\"form\":\"swiss\",\"rounds\":4}", 7, 3},
      {"{\"name\":\"A\",\"form\":\"swiss\",\"rounds\":3,\"cut\":4,\"third\":true}", 9, 5},
      {"{\"name\":\"A\",\"form\":\"swiss\",\"rounds\":3,\"seats\":3}", 9, 3},
      {"{\"name\":\"A\",\"form\":\"round-robin\",\"cycles\":2}", 5, 7},
      {"{\"name\":\"A\",\"form\":\"round-robin\",\"groups\":3,\"cut\":4}", 11, 4},
      {"{\"name\":\"A\",\"form\":\"round-robin\",\"groups\":2,\"seasons\":2}", 8, 5},
      {"{\"name\":\"A\",\"form\":\"knockout\",\"third\":true}", 6, 3},
  };
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    struct hall_lab lab = open_lab(kinds[i].settings);
    enter(&lab, 1, kinds[i].entrants);
    while (lab.competition.round < kinds[i].rounds) {
      pair(&lab);
      for (int k = 0; k < lab.competition.bout_count; k++) {
        const struct bout *bout = &lab.competition.bouts[k];
        if (!bout->decided && bout->seats > 2)
          report(&lab, ANN, k + 1, k % 2 == 0 ? "\"points\":[70,60,50]" : "\"points\":[50,50,90]");
      }
      decide_all(&lab);
    }
    round_trip(&lab, telling_tournament, NULL, true);
    close_lab(&lab);
  }
}

TEST(those_who_left_stay_away) {
  struct hall_lab lab = play("{\"name\":\"A\",\"form\":\"swiss\",\"rounds\":3,\"cut\":2}", 6, 1);
  act(&lab, 2, "\"type\":\"leave\"");
  act(&lab, ANN, "\"type\":\"expel\",\"entrant\":4,\"reason\":\"rude\"");
  play_rounds(&lab, 2);
  act(&lab, 2, "\"type\":\"return\"");
  act(&lab, 1, "\"type\":\"leave\""); /* the best does not play the final, and comes back */
  play_rounds(&lab, 4);
  act(&lab, 1, "\"type\":\"return\"");
  round_trip(&lab, telling_tournament, NULL, true);
  act(&lab, ANN, "\"type\":\"close\"");
  round_trip(&lab, telling_tournament, NULL, true);
  close_lab(&lab);
}

TEST(places_that_the_points_do_not_say_are_imported) {
  struct hall_lab lab =
      begin_lab("{'name':'A','form':'swiss','rounds':2,'seats':3,'setup':{'game':'classic'}}", BEN, DAN);
  struct acting acting = acting_of(&lab, 0);
  acting_take(&acting, 1, &(struct bout_result){.seats = 3, .points = {90, 60, 50}, .places = {3, 1, 2}});
  keep(&lab, &acting);
  assert_int_equal(place_of(&lab, lab.competition.bouts[0].first), 3);
  round_trip(&lab, telling_tournament, NULL, true);
  close_lab(&lab);
}

TEST(an_arena_is_imported) {
  struct hall_lab lab = begin_lab("{\"name\":\"A\",\"form\":\"arena\",\"period\":60}", ANN, CLEO);
  for (int game = 1; game <= 3; game++) {
    act(&lab, ANN, "\"type\":\"ready\",\"yes\":true");
    act(&lab, game % 2 == 0 ? BEN : CLEO, "\"type\":\"ready\",\"yes\":true");
    report(&lab, ANN, game, "\"games\":[[70,60]]");
  }
  round_trip(&lab, telling_tournament, NULL, true);
  close_lab(&lab);
}

TEST(a_table_gives_the_same_standings) {
  static const char *const forms[] = {"{\"name\":\"A\",\"form\":\"swiss\",\"rounds\":4,\"cap\":5}",
                                      "{\"name\":\"A\",\"form\":\"round-robin\"}"};
  for (size_t i = 0; i < 2; i++) {
    struct hall_lab lab = play(forms[i], 7, 2);
    pair(&lab);
    report(&lab, ANN, lab.competition.bout_count - 1, "\"forfeit\":\"first\"");
    round_trip(&lab, telling_csv, forms[i], false);
    close_lab(&lab);
  }
}

/* A report has no points: without their tie-breaks the places are the same. */
TEST(a_report_of_fide_gives_the_same_standings) {
  static const char settings[] =
      "{\"name\":\"A\",\"form\":\"swiss\",\"rounds\":4,\"tie_breaks\":[\"buchholz\",\"sonneborn\",\"wins\",\"lot\"]}";
  struct hall_lab lab = play(settings, 7, 2);
  pair(&lab);
  report(&lab, ANN, 9, "\"forfeit\":\"both\"");
  report(&lab, ANN, 10, "\"games\":[[60,60]]");
  struct text file = {0}, members = {0}, said = {0};
  struct hall_lab again;
  tell(&lab, telling_trf, &file);
  text_print(&members, "\"settings\":%s,", settings);
  put_file(&file, &members);
  if (!try_import(&again, members.bytes, &said)) fail_msg("%s: %s", said.bytes, file.bytes);
  for (int i = 0; i < 7; i++) {
    struct placing one[ENTRANTS_MOST], other[ENTRANTS_MOST];
    rounds_place(&lab.competition, one);
    rounds_place(&again.competition, other);
    assert_int_equal(one[i].score, other[i].score);
    assert_memory_equal(one[i].values, other[i].values, 3 * sizeof one[i].values[0]);
  }
  assert_int_equal(again.competition.bout_count, lab.competition.bout_count);
  close_lab(&again);
  close_lab(&lab);
  text_free(&file);
  text_free(&members);
}

#define ENTRANTS                                                                                                       \
  "\"entrants\":[{\"entrant\":1,\"name\":\"A\"},{\"entrant\":2,\"name\":\"B\"},{\"entrant\":3,\"name\":\"C\"}]"
#define SWISS "\"settings\":{\"name\":\"A\",\"form\":\"swiss\",\"rounds\":2}"
#define FILE_OF(settings, encounters) "\"file\":{" settings "," ENTRANTS ",\"encounters\":[" encounters "]}"
#define BYE(number, entrant)                                                                                           \
  "{\"encounter\":" number ",\"round\":1,\"first\":" entrant ",\"bye\":true,\"end\":\"first\"}"
#define WON(number, round, first, second)                                                                              \
  "{\"encounter\":" number ",\"round\":" round ",\"first\":" first ",\"second\":" second                               \
  ",\"end\":\"first\",\"games\":[[70,60]]}"

TEST(files_that_cannot_be_are_refused) {
  static const char *const wrong[][2] = {
      {"\"file\":{\"name\":\"A\"}", "file: settings: is missing"},
      {"\"file\":{\"elo\":1," SWISS "," ENTRANTS ",\"encounters\":[]}", "elo"},
      {SWISS ",\"file\":{" SWISS "," ENTRANTS ",\"encounters\":[]}", "settings"},
      {SWISS ",\"file\":7", "file: expected a tournament as JSON"},
      {"\"file\":{" SWISS ",\"entrants\":[{\"entrant\":2,\"name\":\"A\"}],\"encounters\":[]}", "entrant 1: entrant"},
      {"\"file\":{" SWISS ",\"entrants\":[{\"entrant\":1,\"name\":\"A\",\"elo\":7}],\"encounters\":[]}", "entrant 1: "},
      {"\"file\":{" SWISS ",\"entrants\":[{\"entrant\":1,\"name\":\"A\",\"lot\":-2}],\"encounters\":[]}", "lot"},
      {FILE_OF(SWISS, WON("1", "1", "1", "4")), "encounter 1: second: expected"},
      {FILE_OF(SWISS, WON("1", "1", "1", "1")), "round 1: entrant 1 is in two places at once"},
      {FILE_OF(SWISS, WON("1", "1", "1", "2") "," WON("2", "1", "3", "2")), "entrant 2 is in two places at once"},
      {FILE_OF(SWISS, WON("1", "2", "1", "2")), "expected the encounters round after round, now of round 1"},
      {FILE_OF(SWISS, "{\"encounter\":1,\"round\":1,\"first\":1,\"second\":2,\"end\":\"second\",\"games\":[[70,60]]}"),
       "the result says something else"},
      {FILE_OF(SWISS, "{\"encounter\":1,\"round\":1,\"first\":1,\"end\":\"open\"}"), "expected one of second and bye"},
      {FILE_OF(SWISS,
               "{\"encounter\":1,\"round\":1,\"first\":1,\"second\":2,\"end\":\"open\"}," WON("2", "2", "1", "3")),
       "round 2: round 1: an encounter is not decided"},
      {FILE_OF(SWISS, "{\"encounter\":1,\"round\":1,\"first\":1,\"second\":2,\"more\":[3],\"end\":\"open\"}"),
       "expected games of two"},
      {FILE_OF("\"settings\":{\"name\":\"A\",\"form\":\"swiss\",\"rounds\":2,\"seats\":3}", WON("1", "1", "1", "2")),
       "expected games of three to five"},
      {FILE_OF("\"settings\":{\"name\":\"A\",\"form\":\"swiss\",\"rounds\":4}", WON("1", "1", "1", "2")),
       "3 entrants can play 3 rounds"},
      {FILE_OF("\"settings\":{\"name\":\"A\",\"form\":\"swiss\",\"rounds\":2,\"best_of\":3}", WON("1", "1", "1", "2")),
       "encounter 1: its result does not decide it"},
      {FILE_OF("\"settings\":{\"name\":\"A\",\"form\":\"knockout\"}",
               BYE("1", "1") "," BYE("2", "2") "," BYE("3", "3")),
       "round 1: expected"},
      {FILE_OF("\"settings\":{\"name\":\"A\",\"form\":\"round-robin\"}",
               BYE("1", "1") "," BYE("2", "2") "," BYE("3", "3")),
       "round 1: expected"},
      {"\"file\":{\"settings\":{\"name\":\"A\",\"form\":\"round-robin\"},\"entrants\":[{\"entrant\":1,\"name\":\"A\"},{"
       "\"entrant\":2,\"name\":\"B\"},{\"entrant\":3,\"name\":\"C\"},{\"entrant\":4,\"name\":\"D\"}],\"encounters\":"
       "[" WON("1", "1", "1", "2") "," WON("2", "1", "3", "4") "]}",
       "round 1: expected the encounter of entrants 1 and 4"},
      {FILE_OF("\"settings\":{\"name\":\"A\",\"form\":\"arena\",\"period\":9}", WON("1", "2", "1", "2")),
       "expected a game of two in round 1"},
      {FILE_OF("\"settings\":{\"name\":\"A\",\"form\":\"arena\",\"period\":9}",
               "{\"encounter\":1,\"round\":1,\"first\":1,\"second\":2,\"end\":\"open\"}," WON("2", "1", "3", "2")),
       "entrant 2 is in two places at once"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) refuse_import(wrong[i][0], wrong[i][1]);
}

#define TABLE(text) SWISS ",\"file\":\"" text "\""
#define HEAD "entrant,name,rating,round 1\\n"
#define LINE_OF_FIDE(number, pairing)                                                                                  \
  "001    " number "      " number                                                                                     \
  "                                 1500                             0.0    1" pairing "\\n"

TEST(tables_that_cannot_be_are_refused) {
  static const char *const wrong[][2] = {
      {TABLE("entrant,name,elo\\n"), "line 1: expected the columns entrant, name"},
      {TABLE("entrant,name,name\\n"), "there twice"},
      {TABLE("name,rating\\n"), "expected the columns entrant and name"},
      {TABLE("entrant,name,round 2\\n"), "not 'round 2'"},
      {TABLE(HEAD "1,A\\n"), "line 2: expected 4 fields"},
      {TABLE(HEAD "1,A,1500,,\\n"), "line 2: expected 4 fields"},
      {TABLE(HEAD "1,\\\"A,1500,\\n"), "line 2: expected a quotation mark"},
      {TABLE(HEAD "0,A,1500,\\n"), "line 2: entrant: expected 1 to 512"},
      {TABLE(HEAD "1,A,strong,\\n"), "line 2: rating: expected 0 to 4000"},
      {TABLE(HEAD "1,A,1500,bye\\n1,B,1500,\\n"), "entrant 1 is there twice"},
      {TABLE(HEAD "1,A,1500,bye\\n3,B,1500,\\n"), "entrant 3: expected 1 to 2"},
      {TABLE(HEAD "1,A,1500,beat 2 70:60\\n"), "line 2: expected a share such as"},
      {TABLE(HEAD "1,A,1500,won 2 70:60\\n2,B,1500,won 1 60:70\\n"), "round 1: entrants 1 and 2 do not say the same"},
      {TABLE(HEAD "1,A,1500,won 2 70:60\\n2,B,1500,lost 1 50:70\\n"), "do not say the same"},
      {TABLE(HEAD "1,A,1500,won 2 70:60\\n2,B,1500,\\n"), "do not say the same"},
      {TABLE(HEAD "1,A,1500,won 2 7:6\\n2,B,1500,lost 1 6:7\\n3,C,1500,won 2 7:6\\n"), "entrants 3 and 2 do not say"},
      {TABLE(HEAD "1,A,1500,won 1 70:60\\n"), "round 1: entrant 1 has no opponent 1"},
      {TABLE("012 Friday\\n999 Elo\\n"), "line 2: expected a line of 001, 012"},
      {TABLE(LINE_OF_FIDE("x", "")), "line 1: number: expected 1 to 512"},
      {TABLE(LINE_OF_FIDE("1", "  0000 - H")), "line 1: a round without an opponent: expected U"},
      {TABLE(LINE_OF_FIDE("1", "     2 w x")), "line 1: result: expected 1, 0"},
      {TABLE(LINE_OF_FIDE("1", "     2 w 1") LINE_OF_FIDE("2", "     1 w 0")), "do not say the same"},
      {"\"settings\":{\"name\":\"A\",\"form\":\"swiss\",\"rounds\":1,\"best_of\":3},\"file\":\"\"", "no best of 3"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) refuse_import(wrong[i][0], wrong[i][1]);
}

/* Changes a few bytes of a file: digits and other characters that it may have, or others. */
static void change(struct text *file, uint64_t *random) {
  static const char bytes[] = "0123456789,:\"'-+= bwZU[]{}\r\nx";
  for (int i = 1 + (int)random_below(random, 3); i > 0; i--) {
    char *at = file->bytes + random_below(random, (uint32_t)file->length);
    *at = *at >= '0' && *at <= '9' ? bytes[random_below(random, 10)] : bytes[random_below(random, sizeof bytes - 1)];
  }
}

TEST(a_changed_file_is_taken_or_refused) {
  static const char settings[] = "{\"name\":\"A\",\"form\":\"swiss\",\"rounds\":2,\"cut\":2}";
  struct hall_lab lab = play(settings, 5, 3);
  void (*const views[])(const struct shown_competition *, struct text *) = {telling_tournament, telling_csv,
                                                                            telling_trf};
  struct text file = {0}, members = {0}, said = {0};
  uint64_t random = 1;
  int taken = 0, refused = 0;
  for (int trial = 0; trial < 600; trial++) {
    struct hall_lab again;
    tell(&lab, views[trial % 3], &file);
    change(&file, &random);
    text_clear(&members);
    if (trial % 3 > 0) text_print(&members, "\"settings\":%s,", settings);
    put_file(&file, &members);
    if (try_import(&again, members.bytes, &said))
      taken++;
    else
      refused++;
    close_lab(&again);
  }
  assert_true(taken > 100 && refused > 100);
  text_free(&file);
  text_free(&members);
  text_free(&said);
  close_lab(&lab);
}

RUN_TESTS(NULL, NULL)
