/* The model of Plackett and Luce, compared with values that the authors of openskill publish for other implementations.
 */
#include "cli/cmocka_base.h"
#include "rating/plackett_luce.h"

#include <math.h>

#define ROWS(table) (sizeof(table) / sizeof *(table))

enum { MOST = 6 };

/* Those of openskill, which adds the square of TAU to each variance before a game. */
static const double TAU = 25.0 / 300;
static const struct plackett_luce_model MODEL = {.beta = 25.0 / 6, .doubt = 1, .damped = true};

/* A game: a player is value, deviation, side, place; `after` has value and deviation. No more players follow a side 0.
 */
struct trial {
  const char *name;
  struct plackett_luce before[MOST];
  double after[MOST][2];
};

/* openskill 6.2.0, tests/models/data/plackettluce.json: mu and sigma of every player, and what rate() gives. */
#define MU 31.321989232514305
#define SIGMA 11.379964801443018

static const struct trial trials[] = {
    {"normal",
     {{MU, SIGMA, 1, 1}, {MU, SIGMA, 2, 2}, {MU, SIGMA, 2, 2}},
     {{36.48967347401391, 11.237778601372977},
      {26.154304991014694, 11.17822477763209},
      {26.154304991014694, 11.17822477763209}}},
    {"ranks",
     {{MU, SIGMA, 1, 2}, {MU, SIGMA, 2, 1}, {MU, SIGMA, 2, 1}},
     {{30.19454401757094, 11.237778601372977},
      {32.44943444745767, 11.17822477763209},
      {32.44943444745767, 11.17822477763209}}},
    {"limit_sigma",
     {{MU, SIGMA, 1, 2}, {MU, SIGMA, 2, 1}, {MU, SIGMA, 2, 1}, {MU, SIGMA, 3, 3}, {MU, SIGMA, 3, 3}, {MU, SIGMA, 3, 3}},
     {{35.008962716922355, 11.322612945836939},
      {34.774820565754936, 11.291328826858104},
      {34.774820565754936, 11.291328826858104},
      {24.182184414865624, 11.192736898569162},
      {24.182184414865624, 11.192736898569162},
      {24.182184414865624, 11.192736898569162}}},
    {"ties",
     {{MU, SIGMA, 1, 1}, {MU, SIGMA, 2, 2}, {MU, SIGMA, 2, 2}, {MU, SIGMA, 3, 1}, {MU, SIGMA, 3, 1}, {MU, SIGMA, 3, 1}},
     {{33.21874815457553, 11.354896725884002},
      {30.27713112192334, 11.291328826858104},
      {30.27713112192334, 11.291328826858104},
      {30.470088421044046, 11.249240904583088},
      {30.470088421044046, 11.249240904583088},
      {30.470088421044046, 11.249240904583088}}},
    /* What PlackettLuce().rate() of openskill 6.2.0 gives besides. */
    {"five",
     {{25, 25.0 / 3, 1, 2}, {31, 4, 2, 1}, {18, 7, 3, 5}, {27.5, 2, 4, 3}, {40, 6, 5, 4}},
     {{27.860409869781712, 8.17369492208251},
      {31.779017530002537, 3.9957743209143914},
      {16.271560971421675, 6.8619818670849195},
      {27.584578268201096, 2.0007668065740694},
      {37.27456559886457, 5.862595982620945}}},
    {"four, two of them equal",
     {{25, 25.0 / 3, 1, 1}, {31, 4, 2, 1}, {18, 7, 3, 3}, {27.5, 2, 4, 4}},
     {{26.293534945435468, 8.189408540450003},
      {31.165545217328088, 3.9911233970795994},
      {19.755660897626562, 6.860154742144824},
      {27.24038259619117, 2.0005991297323575}}},
    {"two against two",
     {{25, 25.0 / 3, 1, 2}, {31, 4, 1, 2}, {18, 7, 2, 1}, {40, 6, 2, 1}},
     {{22.744760442926268, 8.104151228949007},
      {30.480219260168486, 3.975734461766299},
      {19.591363419085027, 6.86532253074574},
      {41.169224787863946, 5.9156694724317935}}},
};

TEST(the_values_of_openskill) {
  for (size_t t = 0; t < ROWS(trials); t++) {
    struct plackett_luce players[MOST];
    int count = 0;
    for (; count < MOST && trials[t].before[count].side != 0; count++) {
      players[count] = trials[t].before[count];
      players[count].deviation = hypot(players[count].deviation, TAU);
    }
    plackett_luce_play(&MODEL, players, count);
    for (int i = 0; i < count; i++)
      if (!(fabs(players[i].value - trials[t].after[i][0]) < 1e-9) ||
          !(fabs(players[i].deviation - trials[t].after[i][1]) < 1e-9))
        fail_msg("%s, player %d: %.15g, %.15g", trials[t].name, i + 1, players[i].value, players[i].deviation);
  }
}

/* The order of seats is nothing to the result, and neither is what all have more. */
TEST(the_order_of_seats_is_nothing) {
  struct plackett_luce ahead[] = {{25, 8, 1, 2}, {31, 4, 2, 1}, {18, 7, 3, 3}}, behind[3];
  for (int i = 0; i < 3; i++) {
    behind[2 - i] = ahead[i];
    behind[2 - i].value += 1000;
  }
  plackett_luce_play(&MODEL, ahead, 3);
  plackett_luce_play(&MODEL, behind, 3);
  for (int i = 0; i < 3; i++) {
    assert_true(fabs(ahead[i].value + 1000 - behind[2 - i].value) < 1e-9);
    assert_true(fabs(ahead[i].deviation - behind[2 - i].deviation) < 1e-9);
  }
}

/* One game never makes a strength certain: information beyond the variance leaves the least share of it. */
TEST(some_doubt_is_left) {
  static const struct plackett_luce_model sure = {.beta = 0.01, .doubt = 0.3};
  struct plackett_luce players[] = {{0, 2, 1, 5}, {0, 0.05, 2, 1}, {0, 0.05, 3, 2}, {0, 0.05, 4, 3}, {0, 0.05, 5, 4}};
  plackett_luce_play(&sure, players, 5);
  assert_true(fabs(players[0].deviation - 2 * 0.01) < 1e-12);
}

RUN_TESTS(NULL, NULL)
