/* The numbers by which the searching player plays; docs/players.md tells how they were found. */
#include "players/mcts.h"

const struct mcts_settings mcts_settings =
    {
        .tree = {.explore = 0.5f, .prior_points = 2.5f, .scale = 3.0f, .scale_tiles = 0.6f, .guess = 1.0f, .width = 40},
        .evaluation =
            {
                [TESS_STAR_WARS] =
                    {
                        .completion = {[TESS_ROUTE] = {0.6f, -0.6f, 0.0f, -0.3f},
                                       [TESS_ASTEROIDS] = {0.6f, -0.6f, 0.0f, -0.3f},
                                       [TESS_PLANET] = {0.6f, -0.5f, 0.0f, -0.3f}},
                        .rate = 0.35f,
                        .far = 0.3f,
                        .gain = 1.0f,
                        .growth = 0.2f,
                        .supply = {4.0f, 2.0f, 1.33f, 1.f, .8f},
                        .large = 0.5f,
                        .supply_turns = 8.0f,
                        .back = 0.2f,
                    },
                [TESS_CLASSIC] =
                    {
                        .completion = {[TESS_ROAD] = {0.6f, -0.6f, 0.0f, -0.3f},
                                       [TESS_CITY] = {0.6f, -0.6f, 0.0f, -0.3f},
                                       [TESS_MONASTERY] = {0.6f, -0.5f, 0.0f, -0.3f},
                                       [TESS_GARDEN] = {0.6f, -0.5f, 0.0f, -0.3f}},
                        .rate = 0.35f,
                        .far = 0.3f,
                        .gain = 1.0f,
                        .growth = 0.2f,
                        .supply = {4.0f, 2.0f, 1.33f, 1.f, .8f, 0.67f, 0.57f},
                        .abbot = 1.0f,
                        .supply_turns = 8.0f,
                        .back = 0.2f,
                        .city = 0.3f,
                    },
            },
};
