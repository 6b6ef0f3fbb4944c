/* What needs the consent of others: take-backs and pauses. */
#include "table/assertions.h"

TEST_AT(the_own_turn_is_taken_back_until_the_next_draw, core_two("")) {
  assert_act(table, 1, TAKE_BACK, AFTER(1), ANSWER_NOT_NOW);
  draw_and_move(table, 17, AFTER(1));
  assert_act(table, 1, TAKE_BACK, AFTER(2), ANSWER_OK);
  assert_last(table, "'type':'undone','seat':1,'words':1}");
  assert_int_equal(tess_game_phase(table->history->game), TESS_PHASE_PLACE);
  assert_int_equal(core_move(table, 4, AFTER(3)), ANSWER_OK);
}

TEST_AT(later_take_backs_need_the_others, core_two("")) {
  draw_and_move(table, 17, AFTER(1));
  assert_act(table, 2, DRAW, AFTER(2), ANSWER_OK);
  assert_answer(table, 2, true, AFTER(2), ANSWER_NOT_NOW);
  assert_act(table, 1, TAKE_BACK, AFTER(2), ANSWER_OK);
  assert_last(table, "'type':'asked','seat':1,'what':'take-back'}");
  assert_act(table, 1, TAKE_BACK, AFTER(2), ANSWER_NOT_NOW);
  assert_answer(table, 1, true, AFTER(2), ANSWER_NOT_NOW);
  assert_answer(table, 1, false, AFTER(2), ANSWER_OK); /* it is withdrawn */
  assert_last(table, "'type':'answered','seat':1,'yes':false}");
  assert_answer(table, 2, true, AFTER(2), ANSWER_NOT_NOW);
  assert_int_equal(core_move(table, 4, AFTER(3)), ANSWER_OK);
  draw_and_move(table, 4, AFTER(3));
  assert_act(table, 2, DRAW, AFTER(3), ANSWER_OK);
  assert_act(table, 1, TAKE_BACK, AFTER(3), ANSWER_OK);
  assert_answer(table, 2, true, AFTER(4), ANSWER_OK);
  assert_last(table, "'type':'undone','seat':1,'words':5}");
  assert_int_equal(table->words, 5);
  assert_int_equal(tess_game_seat(table->history->game), 0);
}

/* A move that starts a battle would else show the dice of every turn that can be tried. */
TEST(dice_that_were_seen_are_taken_back_by_all_or_not_at_all) {
  struct table *table = core_two("");
  const int seat = play_to(table, is_battle), other = 3 - seat, words = table->words;
  assert_int_equal(tess_game_phase(table->history->game), TESS_PHASE_DRAW);
  assert_act(table, seat, TAKE_BACK, table_at(table), ANSWER_OK);
  assert_last(table, "'type':'asked'");
  assert_answer(table, other, false, table_at(table), ANSWER_OK);
  assert_int_equal(table->words, words);
  end(table);
  table = core_two("");
  assert_int_equal(play_to(table, is_battle), seat);
  assert_act(table, seat, TAKE_BACK, table_at(table), ANSWER_OK);
  assert_answer(table, other, true, table_at(table), ANSWER_OK);
  assert_last(table, "'type':'undone'");
  end(table);
}

static struct table *with_a_computer(const char *more) {
  struct text setup = {0};
  text_print(&setup, "{'game':'star-wars','first':1,'seats':[" PERSON "," COMPUTER "]%s}", more);
  struct table *table = core_create(setup.bytes, 7);
  core_begin(table, AFTER(0));
  text_free(&setup);
  return table;
}

TEST(computers_agree_only_at_a_casual_table) {
  struct table *table = with_a_computer("");
  assert_int_equal(play_to(table, is_battle), 1);
  assert_act(table, 1, TAKE_BACK, table_at(table), ANSWER_NOT_NOW);
  end(table);
  table = with_a_computer(",'casual':true");
  assert_int_equal(play_to(table, is_battle), 1);
  assert_act(table, 1, TAKE_BACK, table_at(table), ANSWER_OK);
  assert_last(table, "'type':'undone'");
  end(table);
}

/* Nobody agrees for an absent player: the computer that takes over does not, and ends what was asked. */
TEST_AT(who_is_replaced_has_not_agreed, core_two("")) {
  draw_and_move(table, 17, AFTER(1));
  assert_act(table, 2, DRAW, AFTER(2), ANSWER_OK);
  assert_act(table, 1, TAKE_BACK, AFTER(3), ANSWER_OK);
  assert_act(table, 1, "'type':'replace','seat':2", AFTER(60002), ANSWER_OK);
  assert_last(table, "'type':'computer'");
  assert_int_equal(table->asking, -1);
  assert_act(table, 1, TAKE_BACK, AFTER(60003), ANSWER_NOT_NOW);
}

/* At a casual table, where computers agree, nobody agrees for a person whose time runs out while he is asked, nor for
 * one who misses this turn only. */
TEST_AT(who_misses_a_turn_has_not_agreed, core_two(",'casual':true,'clock':{'kind':'move','seconds':60}")) {
  draw_and_move(table, 17, AFTER(1));
  assert_act(table, 2, DRAW, AFTER(2), ANSWER_OK);
  assert_act(table, 1, TAKE_BACK, AFTER(3), ANSWER_OK);
  table_tick(table, AFTER(60002));
  assert_last(table, "'type':'computer','seat':2,'level':5,'why':'clock'}");
  assert_int_equal(table->asking, -1);
  assert_act(table, 1, TAKE_BACK, AFTER(60003), ANSWER_NOT_NOW);
}

/* A game of three people; the third is to move and has drawn. */
static struct table *three_people(const char *more) {
  struct text setup = {0};
  int seat = 0;
  text_print(&setup, "{'game':'star-wars','first':1,'seats':[" PERSON "," OPEN "," OPEN "]%s}", more);
  struct table *table = core_create(setup.bytes, 7);
  text_free(&setup);
  assert_int_equal(core_sit(table, "{'id':'sit-ben-1','name':'Ben'}", AFTER(0), &seat), ANSWER_OK);
  assert_int_equal(core_sit(table, "{'id':'sit-cleo','name':'Cleo'}", AFTER(0), &seat), ANSWER_OK);
  core_begin(table, AFTER(0));
  draw_and_move(table, 17, AFTER(1));
  draw_and_move(table, 17, AFTER(2));
  assert_act(table, 3, DRAW, AFTER(2), ANSWER_OK);
  return table;
}

/* The turn that somebody missed who had agreed is taken back, and with it that the computer makes it. */
TEST_AT(a_take_back_gives_a_missed_turn_back, three_people(",'clock':{'kind':'move','seconds':60}")) {
  assert_act(table, 1, TAKE_BACK, AFTER(3), ANSWER_OK);
  assert_answer(table, 3, true, AFTER(4), ANSWER_OK);
  table_tick(table, AFTER(60002));
  assert_last(table, "'type':'computer','seat':3,'level':5,'why':'clock'}");
  assert_int_equal(table->asking, 0);
  assert_answer(table, 2, true, AFTER(60003), ANSWER_OK);
  assert_last(table, "'type':'returned','seat':3}");
  assert_int_equal(tess_game_seat(table->history->game), 0);
}

TEST_AT(a_move_ends_the_question, core_two("")) {
  draw_and_move(table, 17, AFTER(1));
  assert_act(table, 2, DRAW, AFTER(2), ANSWER_OK);
  assert_act(table, 1, TAKE_BACK, AFTER(2), ANSWER_OK);
  assert_int_equal(core_move(table, 4, AFTER(3)), ANSWER_OK);
  assert_answer(table, 2, true, AFTER(4), ANSWER_NOT_NOW);
}

/* A game of a person and a program, which sits down with these further members; the program has drawn. */
static struct table *with_a_program(const char *more) {
  int seat = 0;
  struct text body = {0};
  struct table *table = core_create("{'game':'star-wars','first':1,'seats':[" PERSON "," OPEN "]}", 7);
  text_print(&body, "{'id':'sit-down','name':'bot','kind':'program'%s}", more);
  assert_int_equal(core_sit(table, body.bytes, AFTER(0), &seat), ANSWER_OK);
  core_begin(table, AFTER(0));
  text_free(&body);
  draw_and_move(table, 17, AFTER(1));
  assert_act(table, 2, DRAW, AFTER(2), ANSWER_OK);
  return table;
}

TEST(programs_refuse_unless_they_want_to_be_asked) {
  int seat = 0;
  struct table *table = with_a_program("");
  assert_act(table, 1, TAKE_BACK, AFTER(3), ANSWER_NOT_NOW);
  end(table);
  table = with_a_program(",'answers':true");
  assert_act(table, 1, TAKE_BACK, AFTER(3), ANSWER_OK);
  assert_last(table, "'type':'asked'");
  assert_answer(table, 2, true, AFTER(4), ANSWER_OK);
  assert_last(table, "'type':'undone','seat':1,'words':1}");
  end(table);
  table = core_create("{'game':'star-wars','seats':[" PERSON "," OPEN "]}", 7);
  assert_int_equal(core_sit(table, "{'id':'sit-down','name':'Ben','answers':true}", AFTER(0), &seat),
                   ANSWER_BAD_REQUEST);
  end(table);
}

/* A turn taken back and made otherwise meets the same tiles: chance is numbered. */
TEST_AT(take_backs_do_not_change_chance, core_two("")) {
  draw_and_move(table, 17, AFTER(1));
  assert_act(table, 2, DRAW, AFTER(2), ANSWER_OK);
  const int drawn = tess_game_drawn(table->history->game);
  assert_act(table, 1, TAKE_BACK, AFTER(3), ANSWER_OK);
  assert_answer(table, 2, true, AFTER(4), ANSWER_OK);
  assert_int_equal(core_move(table, 5, AFTER(5)), ANSWER_OK);
  assert_act(table, 2, DRAW, AFTER(6), ANSWER_OK);
  assert_int_equal(tess_game_drawn(table->history->game), drawn);
}

/* After a take-back the game may have as many words as before, and yet be another one. */
TEST_AT(a_move_for_what_was_taken_back_is_refused, core_two("")) {
  struct text word = {0}, known = {0}, now = {0};
  draw_and_move(table, 17, AFTER(1));
  assert_act(table, 2, DRAW, AFTER(2), ANSWER_OK);
  const int seen = (int)table->seq, words = table->words;
  assert_act(table, 1, TAKE_BACK, AFTER(3), ANSWER_OK);
  assert_answer(table, 2, true, AFTER(4), ANSWER_OK);
  assert_int_equal(core_move(table, 5, AFTER(5)), ANSWER_OK);
  assert_act(table, 2, DRAW, AFTER(6), ANSWER_OK);
  assert_int_equal(table->words, words);
  core_turn(table->history->game, 0, &word);
  text_print(&known, "'type':'move','at':%d,'move':'%s','seen':%d", words, word.bytes, seen);
  text_print(&now, "'type':'move','at':%d,'move':'%s','seen':%d", words, word.bytes, (int)table->seq);
  assert_act(table, 2, known.bytes, AFTER(7), ANSWER_NOT_NOW);
  assert_act(table, 2, now.bytes, AFTER(8), ANSWER_OK);
  text_free(&word), text_free(&known), text_free(&now);
}

/* A yes is for the question that it names: one that was withdrawn meanwhile passes it on to no other. */
TEST_AT(consent_is_for_the_question_that_it_names, core_two(",'clock':{'kind':'game','seconds':100}")) {
  draw_and_move(table, 17, AFTER(1));
  assert_act(table, 2, DRAW, AFTER(2), ANSWER_OK);
  assert_act(table, 1, PAUSE, AFTER(3), ANSWER_OK);
  const int64_t pause = table->asked;
  assert_int_equal(pause, table->seq);
  assert_answer(table, 1, false, AFTER(4), ANSWER_OK);
  assert_act(table, 1, TAKE_BACK, AFTER(5), ANSWER_OK);
  assert_answer_to(table, 2, pause, true, AFTER(6), ANSWER_NOT_NOW);
  assert_answer_to(table, 2, pause, false, AFTER(6), ANSWER_NOT_NOW);
  assert_answer_to(table, 1, pause, false, AFTER(6), ANSWER_NOT_NOW);
  assert_answer_to(table, 2, table->asked + 1, true, AFTER(6), ANSWER_NOT_NOW);
  assert_act(table, 2, "'type':'answer','yes':true", AFTER(6), ANSWER_BAD_REQUEST);
  assert_int_equal(table->words, 3);
  assert_answer(table, 2, true, AFTER(7), ANSWER_OK);
  assert_int_equal(table->words, 1);
}

/* Who decides about what has changed since they saw it is refused, whatever it is. */
TEST_AT(a_request_is_for_the_table_that_its_sender_saw,
        core_seated(",'clock':{'kind':'game','seconds':100,'loses':true}")) {
  int seat = 0;
  struct text seal = {0};

  /* 1. Before the game: a seal under another commitment, a seat with another holder. */
  text_print(&seal, "'type':'seal','seal':'%064d'", 1);
  const int64_t with_ben = table->seq;
  assert_seen(table, 2, LEAVE, with_ben, ANSWER_OK);
  assert_int_equal(core_sit(table, "{'id':'sit-cleo','name':'Cleo'}", table_at(table), &seat), ANSWER_OK);
  assert_seen(table, 1, "'type':'free','seat':2", with_ben, ANSWER_NOT_NOW);
  assert_seen(table, 1, "'type':'mute','seat':2,'yes':true", with_ben, ANSWER_NOT_NOW);
  assert_seen(table, 1, "'type':'mute','seat':2,'yes':true", table->seq, ANSWER_OK);
  const char *commitment = core_commitment(table);
  for (int i = 1; i <= 2; i++) assert_int_equal(core_seal(table, i, commitment, table_at(table)), ANSWER_OK);
  assert_seen(table, 1, "'type':'free','seat':2", table->seq, ANSWER_OK);
  assert_last(table, "'type':'renewed'");
  assert_seen(table, 1, seal.bytes, table->seq - 1, ANSWER_NOT_NOW);
  assert_seen(table, 1, seal.bytes, table->seq + 1, ANSWER_NOT_NOW); /* nobody has seen an entry that there is not */
  assert_int_equal(core_sit(table, "{'id':'sit-dora','name':'Dora'}", table_at(table), &seat), ANSWER_OK);
  const int64_t waiting = table->seq;
  core_begin(table, table_at(table));

  /* 2. In the game: a player who leaves before they see that it has begun does not lose it. */
  assert_seen(table, 2, LEAVE, waiting, ANSWER_NOT_NOW);
  const int mover = tess_game_seat(table->history->game) + 1;
  const int64_t begun = table->seq;
  draw_and_move(table, 17, table_at(table));
  assert_seen(table, mover, TAKE_BACK, begun, ANSWER_NOT_NOW);
  assert_seen(table, 3 - mover, DRAW, begun, ANSWER_NOT_NOW);
  assert_seen(table, 3 - mover, DRAW, table->seq, ANSWER_OK);

  /* 3. A pause that is over ends no other one. */
  for (int i = 0; i < 2; i++) {
    assert_act(table, 1, PAUSE, table_at(table), ANSWER_OK);
    assert_answer(table, 2, true, table_at(table), ANSWER_OK);
    assert_true(table->paused);
    if (i == 0) assert_seen(table, 1, RESUME, table->seq, ANSWER_OK);
  }
  assert_seen(table, 2, RESUME, table->seq - 1, ANSWER_NOT_NOW);
  assert_seen(table, 2, RESUME, table->seq, ANSWER_OK);
  assert_seen(table, 2, LEAVE, table->seq, ANSWER_OK);
  assert_int_equal(table->lost, 1);
  text_free(&seal);
}

/* Who was refused, or has withdrawn, asks for the same again in their next turn, and not before: also if they take back
 * and make the turn in hand anew, or leave and return. Another wish is another question. */
TEST(who_was_refused_asks_again_in_the_next_turn) {
  static const struct {
    const char *what;
    int answers; /* the seat that says no; 0: the asking seat leaves and returns */
  } ends[] = {{PAUSE, 2}, {PAUSE, 1}, {PAUSE, 0}, {TAKE_BACK, 2}, {TAKE_BACK, 1}, {TAKE_BACK, 0}};
  for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
    const char *what = ends[i].what, *other = strcmp(what, PAUSE) == 0 ? TAKE_BACK : PAUSE;
    struct table *table = core_two(",'clock':{'kind':'game','seconds':100}");
    draw_and_move(table, 17, AFTER(1));
    assert_act(table, 2, DRAW, AFTER(2), ANSWER_OK);
    assert_act(table, 1, what, AFTER(3), ANSWER_OK);
    if (ends[i].answers > 0) {
      assert_answer(table, ends[i].answers, false, AFTER(4), ANSWER_OK);
    } else {
      assert_act(table, 1, LEAVE, AFTER(4), ANSWER_OK);
      assert_act(table, 1, RETURN, AFTER(4), ANSWER_OK);
    }
    assert_int_equal(table->asking, -1);
    assert_act(table, 1, what, AFTER(5), ANSWER_ASKED_BEFORE);
    assert_rebuilt(table);
    assert_act(table, 1, other, AFTER(6), ANSWER_OK);
    assert_answer(table, 1, false, AFTER(6), ANSWER_OK);
    assert_act(table, 1, other, AFTER(6), ANSWER_ASKED_BEFORE);

    /* The other seat may ask, and the turn that it takes back and makes again begins no other one. */
    assert_int_equal(core_move(table, 5, AFTER(7)), ANSWER_OK);
    assert_act(table, 1, what, AFTER(8), ANSWER_OK);
    assert_answer(table, 2, false, AFTER(8), ANSWER_OK);
    assert_act(table, 1, what, AFTER(8), ANSWER_ASKED_BEFORE);
    draw_and_move(table, 5, AFTER(9));
    assert_act(table, 1, TAKE_BACK, AFTER(10), ANSWER_OK); /* alone: nothing was shown */
    assert_int_equal(core_move(table, 6, AFTER(11)), ANSWER_OK);
    assert_act(table, 2, DRAW, AFTER(12), ANSWER_OK);
    assert_act(table, 1, what, AFTER(13), ANSWER_ASKED_BEFORE);
    assert_act(table, 2, PAUSE, AFTER(13), ANSWER_OK);
    assert_answer(table, 2, false, AFTER(13), ANSWER_OK);
    assert_int_equal(core_move(table, 6, AFTER(14)), ANSWER_OK);
    assert_act(table, 1, what, AFTER(15), ANSWER_OK);
    end(table);
  }
}

TEST_AT(a_serious_table_takes_nothing_back, core_two(",'takebacks':false")) {
  draw_and_move(table, 17, AFTER(1));
  assert_act(table, 1, TAKE_BACK, AFTER(2), ANSWER_NOT_NOW);
}

TEST_AT(a_pause_by_consent_stops_the_clock, core_two(",'clock':{'kind':'move','seconds':60}")) {
  assert_act(table, 1, DRAW, AFTER(1000), ANSWER_OK);
  assert_act(table, 1, RESUME, AFTER(1000), ANSWER_NOT_NOW);
  assert_act(table, 2, PAUSE, AFTER(2000), ANSWER_OK);
  assert_last(table, "'type':'asked','seat':2,'what':'pause'}");
  assert_act(table, 1, PAUSE, AFTER(2000), ANSWER_NOT_NOW);
  assert_true(table_due(table) == AFTER(61000));
  assert_answer(table, 1, true, AFTER(11000), ANSWER_OK);
  assert_last(table, "'type':'paused','used':10000}");

  /* Nothing happens but talk, and nobody can be replaced. */
  assert_true(table_due(table) == AFTER(11000 + 30 * (int64_t)DAY));
  assert_int_equal(core_move(table, 3, AFTER(HOUR)), ANSWER_NOT_NOW);
  assert_act(table, 1, PAUSE, AFTER(HOUR), ANSWER_NOT_NOW);
  assert_act(table, 1, TAKE_BACK, AFTER(HOUR), ANSWER_NOT_NOW);
  assert_act(table, 2, "'type':'replace','seat':1", AFTER(HOUR), ANSWER_NOT_NOW);
  assert_act(table, 2, "'type':'say','text':'tea?'", AFTER(HOUR), ANSWER_OK);
  struct table *again = restarted(table, AFTER(2 * HOUR));
  assert_true(again->paused);
  table_close(again);

  /* Anyone ends it, and the time that was used before counts. */
  assert_act(table, 2, RESUME, AFTER(2 * HOUR), ANSWER_OK);
  assert_last(table, "'type':'resumed','seat':2}");
  assert_true(table_due(table) == AFTER(2 * HOUR + 50000));
  assert_int_equal(core_move(table, 3, AFTER(2 * HOUR + 5000)), ANSWER_OK);
  assert_last(table, "'used':15000}");
}

TEST_AT(a_question_of_a_pause_outlives_turns_and_is_refused_by_one,
        core_two(",'clock':{'kind':'game','seconds':100,'increment':0}")) {
  assert_act(table, 2, PAUSE, AFTER(0), ANSWER_OK);
  draw_and_move(table, 3, AFTER(1000));
  assert_int_equal(table->asking, 1);
  assert_answer(table, 1, false, AFTER(1000), ANSWER_OK);
  assert_int_equal(table->asking, -1);
  assert_false(table->paused);

  /* Between two turns: the next tile waits, too. A player who has left agrees to everything. */
  assert_act(table, 1, PAUSE, AFTER(1000), ANSWER_OK);
  assert_act(table, 2, LEAVE, AFTER(1500), ANSWER_OK);
  assert_true(table->paused);
  assert_false(table_due(table) < AFTER(DAY));
  assert_act(table, 2, RESUME, AFTER(DAY), ANSWER_NOT_NOW);
  assert_act(table, 1, RESUME, AFTER(DAY), ANSWER_OK);
  assert_int_equal(table->seats[0].left, 100000);
}

/* Nobody agrees for players who are only late: they are asked again at their next turn. */
TEST_AT(who_misses_a_turn_has_not_agreed_to_a_pause, core_two(",'clock':{'kind':'move','seconds':60}")) {
  assert_act(table, 1, DRAW, AFTER(0), ANSWER_OK);
  assert_act(table, 2, PAUSE, AFTER(1), ANSWER_OK);
  table_tick(table, AFTER(60000));
  assert_last(table, "'why':'clock'}");
  assert_false(table->paused);
  computer_moves(table, AFTER(61000));
  assert_last(table, "'type':'returned','seat':1}");
  assert_int_equal(table->asking, 1);
  assert_int_equal(table_task(table, 1), TABLE_TO_ANSWER);
  assert_answer(table, 1, true, AFTER(62000), ANSWER_OK);
  assert_true(table->paused);
}

/* Who cannot return before the computer has moved is not held there by a pause: it may be ended by them, too. */
TEST_AT(whose_time_ran_out_ends_a_pause, core_two(",'clock':{'kind':'game','seconds':60,'increment':0}")) {
  int seat = 0, level = 0;
  assert_act(table, 1, DRAW, AFTER(0), ANSWER_OK);
  assert_act(table, 2, PAUSE, AFTER(1), ANSWER_OK);
  table_tick(table, AFTER(60000));
  assert_true(table->paused);
  assert_false(table_decides(table, &seat, &level));
  assert_act(table, 1, PAUSE, AFTER(61000), ANSWER_NOT_NOW);
  assert_act(table, 1, RESUME, AFTER(61000), ANSWER_OK);
  assert_true(table_decides(table, &seat, &level));
}

TEST_AT(a_table_without_a_clock_has_no_pause, core_two("")) { assert_act(table, 1, PAUSE, AFTER(1), ANSWER_NOT_NOW); }

/* Computers wait with the others, and a program that is never asked about take-backs minds no pause. */
TEST(computers_and_programs_agree_to_a_pause) {
  int seat = 0, level = 0;
  struct table *table = core_create("{'game':'classic','seats':[" PERSON "," COMPUTER "," OPEN "],'first':2,"
                                    "'clock':{'kind':'move','seconds':60}}",
                                    7);
  assert_int_equal(core_sit(table, "{'id':'sit-down-3','name':'Bot','kind':'program'}", AFTER(0), &seat), ANSWER_OK);
  core_begin(table, AFTER(0));
  table_tick(table, table_due(table));
  assert_true(table_decides(table, &seat, &level));
  assert_act(table, 1, PAUSE, AFTER(1), ANSWER_OK);
  assert_last(table, "'type':'paused'");
  assert_false(table_decides(table, &seat, &level));
  assert_act(table, 3, RESUME, AFTER(2), ANSWER_OK);
  assert_true(table_decides(table, &seat, &level));
  end(table);
}

/* Where the clock decides, a person who plays against a program has no pause that nobody has agreed to. */
TEST(a_program_agrees_to_no_pause_where_the_clock_loses) {
  static const char *const kinds[] = {"'kind':'program'", "'kind':'program','answers':true", "'kind':'person'"};
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    int seat = 0;
    struct text sits = {0};
    struct table *table = core_create("{'game':'star-wars','seats':[" PERSON "," OPEN "],'first':1,'clock':{"
                                      "'kind':'game','seconds':900,'loses':true}}",
                                      7);
    text_print(&sits, "{'id':'sit-down-2','name':'Ben',%s}", kinds[i]);
    assert_int_equal(core_sit(table, sits.bytes, AFTER(0), &seat), ANSWER_OK);
    core_begin(table, AFTER(0));
    assert_act(table, 1, DRAW, AFTER(1), ANSWER_OK);
    const int64_t due = table_due(table);
    assert_act(table, 1, PAUSE, AFTER(2), i == 2 ? ANSWER_OK : ANSWER_NOT_NOW);
    assert_false(table->paused);
    assert_true(table_due(table) == due);
    if (i < 2) assert_act(table, 2, PAUSE, AFTER(3), ANSWER_OK); /* the person is asked */
    end(table);
    text_free(&sits);
  }
}

RUN_TESTS(open_library, close_library)
