#include "players/weights.h"

static const struct evaluation_weights star_wars_two = {
    .completion = {[TESS_TYPE_ROUTE] = {0.139f, -1.104f, 0.226f, -0.307f},
                   [TESS_TYPE_ASTEROIDS] = {1.693f, -1.239f, -0.051f, -1.661f},
                   [TESS_TYPE_PLANET] = {0.170f, -3.749f, -0.183f, -0.338f}},
    .rate = 0.100f,
    .far = 0.783f,
    .gain = 1.481f,
    .growth = 1.122f,
    .supply = {7.242f, 4.477f, 4.119f, 2.026f, 2.124f},
    .large = 2.022f,
    .supply_turns = 4.130f,
    .back = 0.670f,
    .meeting = 0.595f,
    .siege = 0.398f,
    .tempo = 3.700f,
};

static const struct evaluation_weights star_wars_more = {
    .completion = {[TESS_TYPE_ROUTE] = {0.418f, -1.781f, 0.235f, -0.693f},
                   [TESS_TYPE_ASTEROIDS] = {1.634f, -1.262f, 0.003f, -1.284f},
                   [TESS_TYPE_PLANET] = {0.371f, -2.645f, -0.300f, -0.209f}},
    .rate = 0.241f,
    .far = 0.757f,
    .gain = 0.734f,
    .growth = 0.914f,
    .supply = {3.326f, 1.839f, 2.375f, 1.107f, 0.791f},
    .large = 0.867f,
    .supply_turns = 5.010f,
    .back = 0.179f,
    .meeting = 0.523f,
    .siege = 0.274f,
    .tempo = 3.700f,
};

static const struct evaluation_weights classic = {
    .completion = {[TESS_TYPE_ROAD] = {0.210f, 0.189f, 0.087f, -1.363f},
                   [TESS_TYPE_CITY] = {0.903f, 0.064f, -0.022f, -0.608f},
                   [TESS_TYPE_MONASTERY] = {1.783f, -1.014f, 0.213f, -0.508f},
                   [TESS_TYPE_GARDEN] = {1.221f, -1.147f, 0.528f, -0.583f}},
    .rate = 0.010f,
    .far = 0.127f,
    .gain = 1.957f,
    .growth = 0.161f,
    .supply = {9.498f, 5.048f, 2.110f, 1.667f, 1.718f, 0.942f, 0.296f},
    .abbot = 1.785f,
    .supply_turns = 8.756f,
    .back = 0.664f,
    .meeting = 0.593f,
    .city = 0.118f,
    .tempo = 2.650f,
};

const struct mcts_settings mcts_settings = {
    .tree = {.explore = 2.0f,
             .prior_points = 2.5f,
             .scale = 3.0f,
             .scale_tiles = 1.8f,
             .prior_visits = 1.0f,
             .width = 40,
             .quick_playouts = 256,
             .rollout_turns = 8},
    .evaluation = {.two = {[TESS_RULES_STAR_WARS] = &star_wars_two, [TESS_RULES_CLASSIC] = &classic},
                   .more = {[TESS_RULES_STAR_WARS] = &star_wars_more, [TESS_RULES_CLASSIC] = &classic}},
};
