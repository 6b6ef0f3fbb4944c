/* The numbers by which the searching player plays; docs/players.md tells how they were found. */
#include "players/mcts.h"

const struct mcts_settings mcts_settings =
    {
        .tree = {.explore = 0.5f, .prior_points = 2.5f, .scale = 3.0f, .scale_tiles = 0.6f, .guess = 1.0f, .width = 40},
        .evaluation =
            {
                [TESS_STAR_WARS] =
                    {
                        .completion = {[TESS_ROUTE] = {0.709f, -0.906f, 0.005f, -0.176f},
                                       [TESS_ASTEROIDS] = {1.595f, -1.077f, 0.153f, -0.532f},
                                       [TESS_PLANET] = {0.467f, -1.690f, -0.113f, -0.916f}},
                        .rate = 0.053f,
                        .far = -0.032f,
                        .gain = 1.593f,
                        .growth = 0.449f,
                        .supply = {10.048f, 7.328f, 3.436f, 0.985f, 1.401f},
                        .large = 1.312f,
                        .supply_turns = 6.686f,
                        .back = 0.454f,
                        .meeting = 0.055f,
                        .tempo = 3.7f,
                    },
                [TESS_CLASSIC] =
                    {
                        .completion = {[TESS_ROAD] = {0.031f, -0.299f, 0.030f, -0.603f},
                                       [TESS_CITY] = {0.702f, -0.043f, -0.038f, -0.512f},
                                       [TESS_MONASTERY] = {0.442f, -0.796f, 0.065f, -0.438f},
                                       [TESS_GARDEN] = {0.753f, -0.849f, 0.119f, -0.442f}},
                        .rate = 0.010f,
                        .far = 0.120f,
                        .gain = 2.173f,
                        .growth = 0.192f,
                        .supply = {7.192f, 3.750f, 2.274f, 0.655f, 1.232f, 0.890f, 0.150f},
                        .abbot = 1.586f,
                        .supply_turns = 8.919f,
                        .back = 0.603f,
                        .meeting = 0.012f,
                        .tempo = 2.65f,
                        .city = 0.115f,
                    },
            },
};
