/* Seat orders and choices of engines are balanced; the games of a round have one deck and one stream of dice. */
#include "arena/matches.h"

#include "arena/contest.h"

static const char *const two[] = {"greedy", "random", NULL};
static const char *const four[] = {"greedy", "random", "greedy name=b", "random name=c", NULL};
static const char *const five[] = {"greedy", "random", "greedy name=b", "random name=c", "random name=d", NULL};

/* How often each engine sat in each seat in the first `games` games. */
struct sat {
  int at[MATCH_ENGINES][TESS_MAX_PLAYERS];
};

static struct sat count_seats(const struct schedule *schedule, int games) {
  struct sat sat = {0};
  for (int i = 0; i < games; i++) {
    const struct pairing pairing = schedule_pairing(schedule, (uint64_t)i);
    assert_int_equal(pairing.round, i / schedule->games);
    assert_int_equal(pairing.game, i % schedule->games);
    for (int seat = 0; seat < schedule->seats; seat++) sat.at[pairing.engines[seat]][seat]++;
  }
  return sat;
}

static void check_balance(const struct match *match, int games, int expected) {
  struct schedule schedule = schedule_of(match);
  assert_int_equal(schedule.games, games);
  const int all = games * schedule.choice_count;
  const struct sat sat = count_seats(&schedule, all);
  for (int engine = 0; engine < match->engine_count; engine++)
    for (int seat = 0; seat < schedule.seats; seat++) assert_int_equal(sat.at[engine][seat], expected);
  schedule_free(&schedule);
}

TEST(every_seat_order) {
  struct match match = match_between("classic", two);
  check_balance(&match, 2, 1);
  match_end(&match);
  match = match_between("classic", four);
  check_balance(&match, 24, 6);
  match.seating = SEATING_ROTATIONS;
  check_balance(&match, 4, 1);
  match_end(&match);
  match = match_between("classic", five);
  check_balance(&match, 120, 24);
  match_end(&match);
}

/* Five engines at tables of two and three: each of the 10 choices once, every engine as often. */
TEST(choices_are_balanced) {
  struct match match = match_between("classic", five);
  match.options.players = 2;
  check_balance(&match, 2, 4);
  match.options.players = 3;
  check_balance(&match, 6, 12);
  struct schedule schedule = schedule_of(&match);
  int played[MATCH_ENGINES] = {0};
  for (int round = 0; round < 5; round++) {
    const struct pairing pairing = schedule_pairing(&schedule, (uint64_t)(round * schedule.games));
    for (int seat = 0; seat < 3; seat++) played[pairing.engines[seat]]++;
  }
  for (int engine = 0; engine < 5; engine++) assert_int_equal(played[engine], 3);
  schedule_free(&schedule);
  match_end(&match);
}

TEST(alone_against_the_others) {
  struct match match = match_between("star-wars", two);
  match.options.players = 4;
  match.seating = SEATING_SOLO;
  struct schedule schedule = schedule_of(&match);
  assert_int_equal(schedule.games, 4);
  for (int game = 0; game < 4; game++) {
    const struct pairing pairing = schedule_pairing(&schedule, (uint64_t)game);
    for (int seat = 0; seat < 4; seat++) assert_int_equal(pairing.engines[seat], seat == game ? 0 : 1);
  }
  schedule_free(&schedule);
  match_end(&match);
}

TEST(teams_change_sides) {
  struct match match = match_between("star-wars", two);
  match.options.players = 4;
  match.options.teams = true;
  struct schedule schedule = schedule_of(&match);
  assert_int_equal(schedule.games, 2);
  for (int game = 0; game < 2; game++) {
    const struct pairing pairing = schedule_pairing(&schedule, (uint64_t)game);
    for (int seat = 0; seat < 4; seat++) assert_int_equal(pairing.engines[seat], (seat + game) % 2);
  }
  schedule_free(&schedule);
  match_end(&match);
}

TEST(engines_that_do_not_fit) {
  struct fault fault;
  struct match match = match_between("star-wars", two);
  assert_true(match_check(&match, &fault));
  match.options.players = 4;
  assert_false(match_check(&match, &fault));
  assert_non_null(strstr(fault.text, "at least 4"));
  match.seating = SEATING_SOLO;
  assert_true(match_check(&match, &fault));
  match.options.teams = true;
  assert_false(match_check(&match, &fault));
  match_end(&match);
  static const char *const twins[] = {"greedy", "greedy", NULL};
  match = match_between("star-wars", twins);
  assert_false(match_check(&match, &fault));
  assert_non_null(strstr(fault.text, "two are named 'greedy'"));
  match_end(&match);
  match = match_between("star-wars", four);
  match.sequential = true;
  assert_false(match_check(&match, &fault));
  match_end(&match);
}

/* ---- One deck, one stream of dice ---- */

/* The tiles drawn and the dice thrown in a record, in order. */
struct chances {
  struct text tiles, dice;
};

static struct chances chances_of(const char *record) {
  struct chances chances = {0};
  bool dice = false;
  for (const char *at = strstr(record, "\n1."); *at != '\0'; at++) {
    if (*at == '{') at = strchr(at, '}');
    if (*at == '[' || *at == ']') dice = *at == '[';
    if (dice && (at[-1] == ':' || at[-1] == ',')) text_add_char(&chances.dice, *at);
    if (dice || at[-1] != ' ' || *at == '[' || *at == '{') continue;
    const char *from = at + (*at == '(');
    text_add(&chances.tiles, from, strcspn(from, "@) \n"));
    text_add_char(&chances.tiles, ' ');
  }
  return chances;
}

static void check_round(const struct match *match, uint64_t round) {
  struct schedule schedule = schedule_of(match);
  struct chances first = {0};
  for (int game = 0; game < schedule.games; game++) {
    atomic_bool stop = false;
    struct outcome outcome;
    struct text record = {0}, last_words = {0};
    const struct pairing pairing = schedule_pairing(&schedule, round * (uint64_t)schedule.games + (uint64_t)game);
    assert_true(contest_play(match, &pairing, NULL, &stop, &outcome, &record, &last_words));
    assert_int_equal(outcome.lost, -1);
    struct chances chances = chances_of(record.bytes);
    if (game == 0)
      first = chances;
    else {
      const size_t dice = first.dice.length < chances.dice.length ? first.dice.length : chances.dice.length;
      assert_string_equal(first.tiles.bytes, chances.tiles.bytes);
      if (dice > 0) assert_memory_equal(first.dice.bytes, chances.dice.bytes, dice);
      text_free(&chances.tiles);
      text_free(&chances.dice);
    }
    text_free(&record);
    text_free(&last_words);
  }
  assert_true(first.tiles.length > 200);
  text_free(&first.tiles);
  text_free(&first.dice);
  schedule_free(&schedule);
}

TEST(games_of_a_round_share_their_chance) {
  struct match match = match_between("star-wars", two);
  for (uint64_t round = 0; round < 3; round++) check_round(&match, round);
  match_end(&match);
  static const char *const three[] = {"greedy", "random", "random name=c", NULL};
  match = match_between("star-wars", three);
  check_round(&match, 0);
  match_end(&match);
}

/* Every tile is in the deck, and decks of different rounds and seeds differ. */
TEST(decks) {
  struct match match = match_between("classic", two);
  tess_game *game = malloc(tess_game_size());
  assert_int_equal(tess_game_new(game, match.set->set, &match.options), TESS_ERROR_NONE);
  const struct chance one = chance_of(game, 1, 0), again = chance_of(game, 1, 0);
  const struct chance other_round = chance_of(game, 1, 1), other_seed = chance_of(game, 2, 0);
  assert_int_equal(one.count, tess_game_bag(game, -1));
  assert_memory_equal(&one, &again, sizeof one);
  assert_memory_not_equal(one.order, other_round.order, (size_t)one.count);
  assert_memory_not_equal(one.order, other_seed.order, (size_t)one.count);
  assert_int_not_equal(one.dice, other_round.dice);
  for (int kind = 0; kind < tess_set_kinds(match.set->set); kind++) {
    int count = 0;
    for (int i = 0; i < one.count; i++) count += one.order[i] == kind;
    assert_int_equal(count, tess_game_bag(game, kind));
  }
  free(game);
  match_end(&match);
}

RUN_TESTS(NULL, NULL)
