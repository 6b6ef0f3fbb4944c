/* What people do in a tournament: each request is granted or refused, and what the log amounts to is the same when it
 * is rebuilt from its entries. */
#include "hall/lab.h"

/* ---- Settings ---- */

TEST(wrong_settings_are_refused_with_what_was_expected) {
  static const char *const wrong[][2] = {
      {"'auto':true", "form: is missing"},
      {"'form':'ladder'", "form: expected one of swiss round-robin knockout arena"},
      {"'form':'swiss'", "rounds: is missing"},
      {"'form':'swiss','rounds':0", "rounds: expected a whole number from 1 to 64"},
      {"'form':'knockout','rounds':2", "rounds: only a Swiss tournament has it"},
      {"'form':'knockout','cut':2", "cut: only a Swiss tournament or a round robin has it"},
      {"'form':'round-robin','third':true", "third: only a knock-out has it"},
      {"'form':'knockout','best_of':2", "best_of: expected 1, 3 or 5"},
      {"'form':'knockout','tie_breaks':['luck']", "tie_breaks: expected words of direct"},
      {"'form':'knockout','tie_breaks':['lot','lot']", "tie_breaks: lot is there twice"},
      {"'form':'knockout','cap':0", "cap: expected"},
      {"'form':'knockout','prize':1", "unknown member 'prize'"},
      {"'form':'knockout','setup':{'game':'chess'}", "setup: game: expected one of"},
      {"'form':'knockout','setup':{'game':'classic','public':true}", "setup: public: the tournament says it"},
      {"'form':'knockout','setup':{'game':'classic','rated':true}",
       "setup: clock: expected one, as the table is rated"},
  };
  struct hall_lab lab = open_lab("{'name':'A','form':'knockout'}");
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) refuse_settings(&lab, "", wrong[i][0], wrong[i][1]);
  refuse(&lab, ANN, "'type':'settings','settings':{'name':'','form':'knockout'}", ANSWER_BAD_REQUEST, "name");
  act(&lab, ANN, "'type':'settings','settings':{'name':'B','form':'round-robin','cycles':2}");
  assert_string_equal(lab.competition.settings.name, "B");
  refuse(&lab, BEN, "'type':'settings','settings':{'name':'C','form':'knockout'}", ANSWER_WRONG_TOKEN,
         "only an organizer");
  close_lab(&lab);
}

TEST(more_rounds_than_opponents_are_refused) {
  struct hall_lab lab = open_lab("{'name':'A','form':'swiss','rounds':6}");
  refuse_pair(&lab, "expected two entrants");
  enter(&lab, ANN, EVE);
  act(&lab, EVE, "'type':'leave'");
  refuse_pair(&lab, "4 entrants can play 3 rounds");
  act(&lab, ANN, "'type':'settings','settings':{'name':'A','form':'swiss','rounds':3,'cut':5}");
  refuse_pair(&lab, "cut: expected at most 4");
  act(&lab, ANN, "'type':'settings','settings':{'name':'A','form':'swiss','rounds':3}");
  pair(&lab);
  refuse(&lab, ANN, "'type':'settings','settings':{'name':'A','form':'knockout'}", ANSWER_NOT_NOW,
         "the settings stand");
  close_lab(&lab);
}

TEST(more_encounters_than_may_be_are_refused) {
  struct hall_lab lab = open_lab("{'name':'A','form':'round-robin','cycles':2}");
  enter(&lab, 1, 140);
  refuse_pair(&lab, "these are 19460 encounters: expected at most 16384");
  close_lab(&lab);
}

/* A tournament does not begin that its log could not hold to the end. */
TEST(more_entries_than_the_log_holds_are_refused) {
  struct hall_lab lab = open_lab("{'name':'A','form':'round-robin','setup':{'game':'classic'}}");
  enter(&lab, 1, 104);
  refuse_pair(&lab, "the log would have 16792 entries: expected at most 16384");
  act(&lab, ANN, "'type':'settings','settings':{'name':'A','form':'round-robin'}");
  pair(&lab);
  close_lab(&lab);
}

/* ---- Entrants and organizers ---- */

TEST(entrants_are_there_once) {
  struct hall_lab lab = open_lab("{'name':'A','form':'round-robin'}");
  enter(&lab, ANN, CLEO);
  refuse(&lab, BEN, "'type':'enter'", ANSWER_NOT_NOW, "has entered already");
  refuse(&lab, BEN, "'type':'enter','name':'Otto'", ANSWER_WRONG_TOKEN, "only an organizer enters guests");
  refuse(&lab, DAN, "'type':'enter','rating':2000", ANSWER_WRONG_TOKEN, "only an organizer");
  act(&lab, ANN, "'type':'enter','name':'Otto','rating':2000");
  refuse(&lab, ANN, "'type':'enter','name':'0tto'", ANSWER_NOT_NOW, "or one that looks like it");
  refuse(&lab, ANN, "'type':'enter','name':''", ANSWER_BAD_REQUEST, "name");
  refuse(&lab, DAN, "'type':'leave'", ANSWER_NOT_NOW, "has not entered");
  refuse(&lab, BEN, "'type':'leave','entrant':1", ANSWER_WRONG_TOKEN, "only an organizer");
  refuse(&lab, ANN, "'type':'leave','entrant':9", ANSWER_BAD_REQUEST, "entrant: expected 1 to 4");
  refuse(&lab, BEN, "'type':'return'", ANSWER_NOT_NOW, "has not left");
  act(&lab, BEN, "'type':'leave'");
  refuse(&lab, BEN, "'type':'leave'", ANSWER_NOT_NOW, "has left already");
  act(&lab, BEN, "'type':'return'");
  refuse(&lab, BEN, "'type':'rate','entrant':2,'rating':1", ANSWER_WRONG_TOKEN, "only an organizer");
  rate(&lab, 2, 1900);
  assert_int_equal(lab.competition.competitors[1].rating, 1900);
  refuse(&lab, BEN, "'type':'expel','entrant':3,'reason':'x'", ANSWER_WRONG_TOKEN, "only an organizer");
  refuse(&lab, ANN, "'type':'expel','entrant':3", ANSWER_BAD_REQUEST, "reason: is missing");
  act(&lab, ANN, "'type':'expel','entrant':3,'reason':'did not come'");
  refuse(&lab, CLEO, "'type':'return'", ANSWER_NOT_NOW, "is expelled");
  pair(&lab);
  refuse(&lab, DAN, "'type':'enter'", ANSWER_NOT_NOW, "only a Swiss one takes late comers");
  refuse(&lab, ANN, "'type':'rate','entrant':2,'rating':1", ANSWER_NOT_NOW, "ratings stand");
  close_lab(&lab);
}

TEST(a_report_of_fide_has_fixed_columns) {
  struct hall_lab lab = open_lab("{'name':'Friday','form':'swiss','rounds':2}");
  char names[6][NAME_SIZE] = {"Ann", "Bj\u00f6rn", "Cleo", "Dan", "Ev", "Organizer"};
  enter(&lab, ANN, EVE);
  pair(&lab);
  report(&lab, ANN, 1, "'games':[[70,60]]");
  report(&lab, ANN, 2, "'forfeit':'first'");
  const struct shown_competition shown = {"abcdefgh", &lab.competition, names};
  struct text text = {0};
  telling_trf(&shown, &text);
  assert_non_null(strstr(text.bytes,
                         "012 Friday\r\n042 2023/11/14\r\n052 2023/11/14\r\n062 5\r\n092 swiss\r\n102 Organizer\r\n"
                         "XXR 2\r\n"));
  const struct bout *bouts = lab.competition.bouts;
  for (int own = 0; own < 5; own++) {
    char head[16], pairing[16] = "0000 - Z";
    snprintf(head, sizeof head, "001 %4d ", own + 1);
    const char *line = strstr(text.bytes, head);
    assert_non_null(line);
    const size_t more = own == 1 ? 1 : 0; /* a letter of two bytes */
    assert_memory_equal(line + 14, names[own], strlen(names[own]));
    assert_memory_equal(line + 48 + more, "1500", 4);
    for (int i = 0; i < 3; i++) {
      if (bouts[i].first == own && bouts[i].second == NOBODY)
        snprintf(pairing, sizeof pairing, "0000 - U");
      else if (bouts[i].first == own)
        snprintf(pairing, sizeof pairing, "%4d w %c", bouts[i].second + 1, i == 0 ? '1' : '-');
      else if (bouts[i].second == own)
        snprintf(pairing, sizeof pairing, "%4d b %c", bouts[i].first + 1, i == 0 ? '0' : '+');
    }
    assert_memory_equal(line + 80 + more, strchr("1U+", pairing[7]) != NULL ? " 1.0" : " 0.0", 4);
    assert_memory_equal(line + 91 + more, pairing, 8);
    assert_memory_equal(line + 99 + more, "\r\n", 2);
  }
  text_free(&text);
  close_lab(&lab);
}

TEST(a_tournament_has_another_name) {
  struct hall_lab lab = begin_lab("{'name':'A','form':'knockout'}", ANN, BEN);
  act(&lab, ANN, "'type':'rename','title':'Friday'");
  assert_string_equal(lab.competition.settings.name, "Friday");
  refuse(&lab, BEN, "'type':'rename','title':'Saturday'", ANSWER_WRONG_TOKEN, "only an organizer");
  refuse(&lab, ANN, "'type':'rename','title':''", ANSWER_BAD_REQUEST, "title");

  /* The host gives it a name, and closes it once. */
  for (int i = 0; i < 3; i++) {
    struct acting acting = acting_of(&lab, 0);
    acting_host(&acting, i == 0 ? "Evening" : NULL);
    keep(&lab, &acting);
  }
  assert_string_equal(lab.competition.settings.name, "Evening");
  assert_int_equal(lab.competition.state, STORE_FINISHED);
  assert_int_equal(lab.competition.seq, 7);
  close_lab(&lab);
}

TEST(organizers_are_invited) {
  struct hall_lab lab = open_lab("{'name':'A','form':'knockout'}");
  refuse(&lab, BEN, "'type':'organizer','player':'0000000000000002','yes':true", ANSWER_WRONG_TOKEN,
         "only an organizer");
  refuse(&lab, ANN, "'type':'organizer','player':'Ben','yes':true", ANSWER_BAD_REQUEST, "player: expected the id");
  static const char yes[] = "'type':'organizer','player':'0000000000000002','yes':true";
  static const char no[] = "'type':'organizer','player':'0000000000000002','yes':false";
  refuse(&lab, ANN, no, ANSWER_NOT_NOW, "this player is none");

  /* Nobody organizes, or is named as an organizer, before they accept. */
  act(&lab, ANN, yes);
  refuse(&lab, BEN, "'type':'close'", ANSWER_WRONG_TOKEN, "only an organizer");
  refuse(&lab, ANN, yes, ANSWER_NOT_NOW, "has not accepted yet");
  refuse(&lab, CLEO, yes, ANSWER_WRONG_TOKEN, "only an organizer");
  assert_int_equal(lab.competition.organizer_count, 1);
  act(&lab, BEN, no);
  refuse(&lab, BEN, yes, ANSWER_WRONG_TOKEN, "only an organizer");
  act(&lab, ANN, yes);
  act(&lab, ANN, no);
  refuse(&lab, BEN, yes, ANSWER_WRONG_TOKEN, "only an organizer");
  act(&lab, ANN, yes);
  act(&lab, BEN, yes);
  assert_int_equal(lab.competition.organizer_count, 2);
  assert_int_equal(lab.competition.invited_count, 0);
  refuse(&lab, ANN, yes, ANSWER_NOT_NOW, "is an organizer");
  refuse(&lab, BEN, "'type':'organizer','player':'0000000000000001','yes':false", ANSWER_NOT_NOW, "stays an organizer");
  act(&lab, BEN, "'type':'enter','name':'Otto'");
  act(&lab, BEN, no);
  refuse(&lab, BEN, "'type':'close'", ANSWER_WRONG_TOKEN, "only an organizer");

  /* Invited players count among the most. */
  char members[96];
  for (int i = 1; i < ORGANIZERS_MOST; i++) {
    snprintf(members, sizeof members, "'type':'organizer','player':'%016x','yes':true", 16 + i);
    act(&lab, ANN, members);
  }
  refuse(&lab, ANN, yes, ANSWER_NOT_NOW, "as many organizers as may be");
  act(&lab, ANN, "'type':'close'");
  refuse(&lab, BEN, "'type':'enter'", ANSWER_NOT_NOW, "is closed");
  assert_memory_equal(lab.competition.secret, secret, sizeof secret);
  close_lab(&lab);
}

TEST(a_player_adds_a_share_of_the_log) {
  struct hall_lab lab = open_lab("{'name':'A','form':'swiss','rounds':1}");
  struct text said = {0};
  act(&lab, BEN, "'type':'enter'");
  int made = 1;
  while (try_act(&lab, BEN, made % 2 == 1 ? "'type':'leave'" : "'type':'return'", &said) == ANSWER_OK) made++;
  assert_int_equal(made, 64);
  assert_non_null(strstr(said.bytes, "have added as much as may be"));
  text_free(&said);
  enter(&lab, CLEO, DAN);
  close_lab(&lab);
}

/* ---- Results ---- */

TEST(two_equal_reports_decide) {
  struct hall_lab lab = begin_lab("{'name':'A','form':'swiss','rounds':1}", BEN, EVE);
  const struct bout *bout = &lab.competition.bouts[0];
  const int64_t first = lab.competition.competitors[bout->first].player;
  const int64_t second = lab.competition.competitors[bout->second].player;
  const int64_t other = lab.competition.competitors[lab.competition.bouts[1].first].player;
  refuse_report(&lab, other, 1, "'games':[[70,60]]", ANSWER_WRONG_TOKEN, "only the players");
  refuse_report(&lab, first, 3, "'games':[[70,60]]", ANSWER_BAD_REQUEST, "encounter: expected 1 to 2");
  refuse(&lab, first, "'type':'result','encounter':1", ANSWER_BAD_REQUEST, "expected one of games, points and forfeit");
  refuse_report(&lab, first, 1, "'games':[[70]]", ANSWER_BAD_REQUEST, "the points of both");
  refuse_report(&lab, first, 1, "'games':[[70,-1]]", ANSWER_BAD_REQUEST, "the points of both");
  refuse_report(&lab, first, 1, "'games':[[70,60],[70,60]]", ANSWER_BAD_REQUEST, "those of a best of 1");
  report(&lab, first, 1, "'games':[[70,60]]");
  report(&lab, second, 1, "'games':[[60,70]]");
  assert_false(bout->decided);
  report(&lab, second, 1, "'games':[[70,60]]");
  assert_true(bout->decided);
  assert_int_equal(bout_end(bout), ENCOUNTER_FIRST);
  refuse_report(&lab, first, 1, "'games':[[60,70]]", ANSWER_NOT_NOW, "ask an organizer");
  refuse_report(&lab, ANN, 1, "'games':[[60,70]]", ANSWER_BAD_REQUEST, "reason: expected");
  report(&lab, ANN, 1, "'games':[[60,60,2]],'reason':'the flag fell'");
  assert_int_equal(bout_end(bout), ENCOUNTER_SECOND);
  refuse(&lab, ANN, "'type':'void','encounter':2,'reason':'x'", ANSWER_NOT_NOW, "nothing is played");
  act(&lab, ANN, "'type':'void','encounter':1,'reason':'a fault'");
  assert_int_equal(lab.competition.bouts[0].result.count, 0);
  assert_false(lab.competition.bouts[0].reported[0] || lab.competition.bouts[0].reported[1]);
  assert_int_equal(bout_end(bout), ENCOUNTER_OPEN);
  close_lab(&lab);
}

TEST(a_best_of_three_ends_with_the_game_that_decides) {
  struct hall_lab lab = begin_lab("{'name':'A','form':'round-robin','best_of':3}", ANN, BEN);
  refuse_report(&lab, ANN, 1, "'games':[[70,60]]", ANSWER_BAD_REQUEST, "best of 3");
  refuse_report(&lab, ANN, 1, "'games':[[70,60],[70,60],[70,60]]", ANSWER_BAD_REQUEST, "up to the one that decides");
  report(&lab, ANN, 1, "'games':[[70,60],[60,70],[50,50]]");
  assert_int_equal(bout_end(&lab.competition.bouts[0]), ENCOUNTER_DRAWN);
  close_lab(&lab);
}

/* ---- Forms ---- */

TEST(a_swiss_tournament_takes_late_comers_and_drop_outs) {
  struct hall_lab lab = begin_lab("{'name':'A','form':'swiss','rounds':3,'auto':true}", ANN, GWEN);
  act(&lab, HUGO, "'type':'enter'");
  act(&lab, ANN, "'type':'leave','entrant':3");
  for (int round = 1; round <= 3; round++) {
    assert_int_equal(lab.competition.round, round);
    decide_all(&lab); /* the next round follows by itself */
  }
  assert_int_equal(lab.competition.round, 3);
  for (int i = 0; i < lab.competition.bout_count; i++)
    for (int k = 0; k < i; k++) {
      const struct bout *one = &lab.competition.bouts[i], *other = &lab.competition.bouts[k];
      if (one->second == NOBODY || other->second == NOBODY) continue;
      assert_false((one->first == other->first && one->second == other->second) ||
                   (one->first == other->second && one->second == other->first));
    }
  int with_hugo = 0;
  for (int i = 0; i < lab.competition.bout_count; i++) {
    const struct bout *bout = &lab.competition.bouts[i];
    if (bout->round > 1) assert_true(bout->first != 2 && bout->second != 2);
    with_hugo += bout->first == 7 || bout->second == 7;
  }
  assert_int_equal(with_hugo, 2);
  assert_int_equal(place_of(&lab, 0), 1);
  refuse_pair(&lab, "all 3 rounds are paired");
  close_lab(&lab);
}

TEST(a_round_robin_is_lost_by_those_who_are_away) {
  struct hall_lab lab = open_lab("{'name':'A','form':'round-robin','auto':true}");
  enter(&lab, ANN, EVE);
  act(&lab, EVE, "'type':'leave'");
  pair(&lab);
  assert_int_equal(rounds_all(&lab.competition), 3); /* Eve was not there when it began */
  act(&lab, DAN, "'type':'leave'");
  while (!competition_is_decided(&lab.competition)) decide_all(&lab);
  assert_int_equal(lab.competition.bout_count, 6);
  assert_int_equal(place_of(&lab, 3), 4);
  assert_int_equal(place_of(&lab, 4), 5);
  for (int i = 0; i < 6; i++) {
    const struct bout *bout = &lab.competition.bouts[i];
    if (bout->first == 3) assert_int_equal(bout->result.forfeit, FORFEIT_FIRST);
    if (bout->second == 3) assert_int_equal(bout->result.forfeit, FORFEIT_SECOND);
  }
  close_lab(&lab);
}

TEST(a_knockout_has_a_winner_and_a_third) {
  struct hall_lab lab = open_lab("{'name':'A','form':'knockout','third':true}");
  for (int i = 0; i < 8; i++) {
    char members[64];
    snprintf(members, sizeof members, "'type':'enter','name':'Guest %c','rating':%d", 'A' + i, 2000 - i);
    act(&lab, ANN, members);
  }
  pair(&lab);
  refuse_report(&lab, ANN, 1, "'games':[[60,60]]", ANSWER_BAD_REQUEST, "a knock-out needs a winner");
  refuse_report(&lab, ANN, 1, "'forfeit':'both'", ANSWER_BAD_REQUEST, "a knock-out needs a winner");
  report(&lab, ANN, 1, "'games':[[60,60],[70,60]]");
  decide_all(&lab);
  pair(&lab);
  refuse_report(&lab, ANN, 1, "'games':[[60,70]],'reason':'x'", ANSWER_NOT_NOW, "stands on this result");
  refuse(&lab, ANN, "'type':'void','encounter':1,'reason':'x'", ANSWER_NOT_NOW, "stands on this result");
  decide_all(&lab);
  play_rounds(&lab, 3);
  for (int i = 0; i < 4; i++) assert_int_equal(place_of(&lab, i), i + 1);
  for (int i = 4; i < 8; i++) assert_int_equal(place_of(&lab, i), 5);
  close_lab(&lab);
}

TEST(the_best_of_a_swiss_tournament_play_a_knockout) {
  struct hall_lab lab = begin_lab("{'name':'A','form':'swiss','rounds':2,'cut':4}", ANN, HUGO);
  decide_all(&lab);
  play_rounds(&lab, 2);
  struct placing before[ENTRANTS_MOST];
  rounds_place(&lab.competition, before);
  assert_int_equal(rounds_all(&lab.competition), 4);
  act(&lab, lab.competition.competitors[before[0].entrant].player, "'type':'leave'");
  pair(&lab);
  assert_int_equal(lab.competition.seed_count, 4); /* the second to the fifth */
  for (int i = 0; i < 4; i++) assert_int_equal(lab.competition.seeds[i], before[i + 1].entrant);
  refuse(&lab, ANN, "'type':'void','encounter':1,'reason':'x'", ANSWER_NOT_NOW, "stands on this result");
  decide_all(&lab);
  play_rounds(&lab, 4);
  assert_int_equal(lab.competition.bouts[lab.competition.bout_count - 1].round, 4);
  for (int i = 0; i < 4; i++) assert_true(place_of(&lab, before[i + 1].entrant) <= 4);
  assert_int_equal(place_of(&lab, before[0].entrant), 5);
  refuse_pair(&lab, "all 4 rounds are paired");
  close_lab(&lab);
}

/* ---- Tables ---- */

/* Somebody who was away when a round robin began is behind all others, and no seed of its knock-out. */
TEST(the_seeds_of_a_knockout_have_played_before) {
  struct hall_lab lab = open_lab("{'name':'A','form':'round-robin','cut':3}");
  enter(&lab, ANN, DAN);
  act(&lab, DAN, "'type':'leave'");
  for (int round = 1; round <= 3; round++) {
    pair(&lab);
    decide_all(&lab);
  }
  act(&lab, CLEO, "'type':'leave'");
  act(&lab, DAN, "'type':'return'");
  pair(&lab);
  assert_int_equal(lab.competition.seed_count, 2);
  decide_all(&lab);
  assert_int_equal(place_of(&lab, 0), 1);
  assert_int_equal(place_of(&lab, 1), 2);
  assert_int_equal(place_of(&lab, 3), 4);
  close_lab(&lab);
}

TEST(games_of_tables_decide_a_best_of_three) {
  struct hall_lab lab = open_lab("{'name':'A','form':'swiss','rounds':1,'best_of':3,'setup':{'game':'classic'}}");
  struct answer answer = {0};
  bool missing[GATHERING_MOST];
  int side = 0;
  enter(&lab, ANN, CLEO);
  struct acting early = acting_of(&lab, ANN);
  assert_false(acting_may_play(&early, 1, &side, missing, &answer));
  pair(&lab);
  const struct bout *bout = &lab.competition.bouts[0];
  const int64_t first = lab.competition.competitors[bout->first].player;
  for (int game = 0; game < 2; game++) {
    char table[16];
    snprintf(table, sizeof table, "table%d", game);
    struct acting sits = acting_of(&lab, first), takes = acting_of(&lab, 0);
    assert_true(acting_may_play(&sits, 1, &side, missing, &answer));
    assert_int_equal(side, 1);
    acting_sit(&sits, 1, 1, missing, span_of(table));
    acting_sit(&sits, 1, 2, missing, span_of(table));
    acting_sit(&sits, 1, 2, missing, span_of(table)); /* once more: nothing is added */
    keep(&lab, &sits);
    assert_true(bout->sat[0] && bout->sat[1]);
    acting_take(&takes, 1, &(struct bout_result){.count = 1, .games = {{{80, 60}, 1}}});
    keep(&lab, &takes);
    assert_int_equal(bout->result.count, game + 1);
    assert_string_equal(bout->table, "");
  }
  assert_int_equal(bout_end(bout), ENCOUNTER_FIRST);
  struct acting late = acting_of(&lab, first);
  assert_false(acting_may_play(&late, 1, &side, missing, &answer));
  assert_false(acting_may_play(&late, 2, &side, missing, &answer)); /* a bye */
  answer_free(&answer);
  close_lab(&lab);
}

/* The tables of a round are shown when it is over, and then for good. */
TEST(a_round_with_the_same_decks_is_shown_when_it_is_over) {
  struct hall_lab lab =
      begin_lab("{\"name\":\"A\",\"form\":\"swiss\",\"rounds\":1,\"same_decks\":true,\"setup\":{\"game\":\"classic\"}}",
                ANN, DAN);
  const bool missing[GATHERING_MOST] = {false};
  struct text told = {0};
  for (int side = 1; side <= 2; side++) {
    struct acting sits =
        acting_of(&lab, lab.competition.competitors[bout_competitor(&lab.competition.bouts[0], side)].player);
    acting_sit(&sits, 1, side, missing, span_of("table1"));
    keep(&lab, &sits);
  }
  show(&lab.competition, &told);
  assert_null(strstr(told.bytes, "\"table\""));
  assert_int_equal(lab.competition.bouts[0].tables, 1);

  /* 1. A game that broke while the round was played, and one after its end. */
  act(&lab, ANN, "\"type\":\"void\",\"encounter\":1,\"reason\":\"it broke\"");
  assert_int_equal(lab.competition.bouts[0].tables, 1);
  assert_false(competition_shows(&lab.competition, 1));
  decide_all(&lab);
  assert_true(competition_shows(&lab.competition, 1));
  act(&lab, ANN, "\"type\":\"void\",\"encounter\":2,\"reason\":\"wrong\"");
  act(&lab, ANN, "\"type\":\"void\",\"encounter\":1,\"reason\":\"wrong, too\"");
  assert_true(competition_shows(&lab.competition, 1));
  text_free(&told);
  close_lab(&lab);
}

/* A player who sits down at ever new tables cannot fill the log. */
TEST(new_tables_use_up_the_share_of_a_player) {
  struct hall_lab lab = open_lab("{'name':'A','form':'swiss','rounds':1,'setup':{'game':'classic'}}");
  struct answer answer = {0};
  bool missing[GATHERING_MOST];
  int side = 0, sat = 0;
  enter(&lab, ANN, BEN);
  pair(&lab);
  for (; sat < 100; sat++) {
    char table[16];
    snprintf(table, sizeof table, "table%d", sat);
    struct acting sits = acting_of(&lab, BEN);
    if (!acting_may_play(&sits, 1, &side, missing, &answer)) break;
    acting_sit(&sits, 1, side, missing, span_of(table));
    keep(&lab, &sits);
  }
  assert_in_range(sat, 64, 99);
  assert_int_equal(answer.code, ANSWER_TOO_MUCH);
  answer_free(&answer);
  close_lab(&lab);
}

/* ---- What is stored ---- */

TEST(entries_that_cannot_follow_are_refused) {
  static const char *const wrong[] = {"",
                                      "{}",
                                      "[]",
                                      "{'seq':2,'at':1,'type':'dance'}",
                                      "{'seq':1,'at':1,'type':'closed'}",
                                      "{'seq':2,'at':1,'type':'opened'}",
                                      "{'seq':2,'at':1,'type':'entered'}",
                                      "{'seq':2,'at':1,'type':'entered','player':'0000000000000000'}",
                                      "{'seq':2,'at':1,'type':'left','entrant':1}",
                                      "{'seq':2,'at':1,'type':'paired','encounters':[]}",
                                      "{'seq':2,'at':1,'type':'paired','encounters':[[1,2]]}",
                                      "{'seq':2,'at':1,'type':'paired','encounters':[1]}",
                                      "{'seq':2,'at':1,'type':'reported','encounter':1,'side':1,'games':[[1,2]]}",
                                      "{'seq':2,'at':1,'type':'played','encounter':1,'games':[[1,2]]}",
                                      "{'seq':2,'at':1,'type':'organizer','yes':true}",
                                      "{'seq':2,'at':1,'type':'closed','secret':'x'}"};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    struct hall_lab lab = open_lab("{'name':'A','form':'knockout'}");
    struct fault fault;
    assert_false(entry_apply(&lab.competition, span_of(wrong[i]), &fault));
    assert_true(fault.text[0] != '\0');
    close_lab(&lab);
  }
}

TEST(a_damaged_round_is_refused) {
  static const char *const wrong[] = {
      "'type':'paired','encounters':[[1,2],[3,1]]", "'type':'paired','encounters':[[1,1]]",
      "'type':'paired','encounters':[[1,2]],'seeds':[1,2,1]", "'type':'paired','encounters':[[1,2]],'seeds':[1,4]",
      "'type':'set','settings':{'name':'A','form':'knockout'}"};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    struct hall_lab lab = open_lab("{'name':'A','form':'round-robin','cut':2}");
    struct fault fault;
    struct text entry = {0};
    enter(&lab, ANN, DAN);
    act(&lab, DAN, "'type':'leave'");
    pair(&lab);
    text_print(&entry, "{'seq':%d,'at':1,%s}", (int)lab.competition.seq + 1, wrong[i]);
    if (entry_apply(&lab.competition, text_span(&entry), &fault)) fail_msg("%s", wrong[i]);
    text_free(&entry);
    close_lab(&lab);
  }
}

/* ---- Damage ---- */

static uint32_t below(uint64_t *random, uint32_t bound) { return random_below(random, bound); }

/* A list is another one: an item is another number, stands twice, or is gone. */
static void damage_list(uint64_t *random, json_t *list) {
  const size_t size = json_array_size(list);
  if (size == 0) return;
  const size_t at = below(random, (uint32_t)size);
  json_t *item = json_array_get(list, at);
  if (json_is_array(item) && below(random, 3) > 0)
    damage_list(random, item);
  else if (below(random, 4) == 0)
    json_array_remove(list, at);
  else if (json_is_array(item))
    json_array_append(list, item);
  else
    json_array_set_new(list, at, json_integer((json_int_t)below(random, 10) - 1));
}

/* A member of an entry is another one. */
static void damage_entry(uint64_t *random, json_t *entry) {
  static const char *const types[] = {"set",    "entered",  "rated",   "left",   "returned", "expelled", "paired",
                                      "played", "reported", "decided", "voided", "table",    "seated",   "closed"};
  const char *name;
  json_t *value;
  uint32_t skip = below(random, (uint32_t)json_object_size(entry));
  json_object_foreach(entry, name, value) if (skip-- == 0) break;
  if (below(random, 6) == 0)
    json_object_set_new(entry, "type", json_string(types[below(random, sizeof types / sizeof types[0])]));
  else if (json_is_array(value))
    damage_list(random, value);
  else if (json_is_object(value) && json_object_size(value) > 0)
    damage_entry(random, value);
  else if (json_is_integer(value))
    json_object_set_new(entry, name, json_integer((json_int_t)below(random, 10) - 1));
  else if (json_is_boolean(value))
    json_object_set_new(entry, name, json_boolean(json_is_false(value)));
  else if (below(random, 3) == 0)
    json_object_del(entry, name);
}

/* Asks everything of a competition. */
static void ask_all(struct hall_lab *lab) {
  static const char *const actions[] = {"'type':'enter'",
                                        "'type':'return'",
                                        "'type':'result','encounter':3,'games':[[70,60]],'reason':'x'",
                                        "'type':'result','encounter':1,'forfeit':'first','reason':'x'",
                                        "'type':'void','encounter':2,'reason':'x'",
                                        "'type':'leave'",
                                        "'type':'close'"};
  struct text text = {0};
  for (int64_t player = ANN; player <= HUGO; player++)
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
      struct answer answer = {0};
      struct acting acting = acting_of(lab, player);
      text_clear(&text);
      if (i == 5) text_print(&text, "{'id':'evening-0001','type':'pair','round':%d}", lab->competition.round + 1);
      if (i == 5) acting_act(&acting, quoted(&text), &answer);
      text_clear(&text);
      text_print(&text, "{'id':'evening-0001',%s}", player < HUGO && i == 6 ? actions[0] : actions[i]);
      acting_act(&acting, quoted(&text), &answer);
      text_clear(&text);
      show(&lab->competition, &text);
      text_free(&acting.entries);
      answer_free(&answer);
    }
  text_free(&text);
}

/* Applies a log of which some entries are damaged. Returns true if it can be true. */
static bool apply_damaged(uint64_t *random, struct span log, struct competition *competition) {
  struct fault fault;
  struct span entry;
  bool good = true;
  while (good && span_split(&log, '\n', &entry) && entry.length > 0) {
    json_t *json = json_loadb(entry.bytes, entry.length, 0, NULL);
    if (below(random, 12) == 0) damage_entry(random, json);
    char *written = json_dumps(json, JSON_COMPACT);
    good = entry_apply(competition, span_of(written), &fault);
    free(written);
    json_decref(json);
  }
  return good;
}

/* What a damaged log says may be wrong, but is never more than wrong. */
TEST(a_damaged_log_ends_nothing) {
  enum { LOGS = 100 };
  static const char *const settings[] = {"{'name':'A','form':'swiss','rounds':2,'cut':4,'third':true}",
                                         "{'name':'A','form':'round-robin','cut':3}",
                                         "{'name':'A','form':'knockout','third':true}"};
  int sound = 0;
  for (int form = 0; form < 3; form++) {
    struct hall_lab lab = open_lab(settings[form]);
    enter(&lab, ANN, FINN);
    act(&lab, EVE, "'type':'leave'");
    while (lab.competition.round < rounds_all(&lab.competition)) {
      pair(&lab);
      decide_all(&lab);
    }
    for (uint64_t seed = 1; seed <= LOGS; seed++) {
      uint64_t random = random_seed(seed, (uint64_t)form, 0);
      struct hall_lab damaged = {.sets = lab.sets, .now = lab.now};
      if (apply_damaged(&random, text_span(&lab.log), &damaged.competition)) ask_all(&damaged), sound++;
      competition_free(&damaged.competition);
    }
    close_lab(&lab);
  }
  assert_true(sound > LOGS / 10);
}

TEST(a_name_is_no_formula_of_a_spreadsheet) {
  struct hall_lab lab = open_lab("{'name':'A','form':'knockout'}");
  struct text csv = {0};
  act(&lab, ANN, "\"type\":\"enter\",\"name\":\"=1+\\\"1\\\"\"");
  const struct shown_competition shown = {"abcdefgh", &lab.competition, memory_zeroed(2 * NAME_SIZE)};
  memcpy(shown.names[0], lab.competition.competitors[0].name, NAME_SIZE);
  telling_csv(&shown, &csv);
  assert_non_null(strstr(csv.bytes, "1,1,\"'=1+\"\"1\"\"\",1500,0"));
  free(shown.names);
  text_free(&csv);
  close_lab(&lab);
}

RUN_TESTS(NULL, NULL)
