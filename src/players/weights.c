/* The numbers by which the searching player plays; docs/players.md tells how they were found. */
#include "players/mcts.h"

const struct mcts_settings mcts_settings =
    {
        .tree = {.explore = 0.5f, .prior_points = 2.5f, .scale = 3.0f, .scale_tiles = 0.6f, .guess = 1.0f, .width = 40},
        .evaluation =
            {
                [TESS_STAR_WARS] =
                    {
                        .completion = {[TESS_ROUTE] = {0.417f, -0.531f, 0.105f, -0.112f},
                                       [TESS_ASTEROIDS] = {1.593f, -1.588f, 0.345f, -1.024f},
                                       [TESS_PLANET] = {0.219f, -2.448f, -0.156f, -0.522f}},
                        .rate = 0.119f,
                        .far = 0.431f,
                        .gain = 1.325f,
                        .growth = 0.826f,
                        .supply = {14.462f, 7.468f, 4.715f, 1.140f, 1.270f},
                        .large = 1.310f,
                        .supply_turns = 4.274f,
                        .back = 0.427f,
                        .meeting = 0.546f,
                        .tempo = 3.700f,
                    },
                [TESS_CLASSIC] =
                    {
                        .completion = {[TESS_ROAD] = {0.251f, 0.080f, 0.085f, -1.024f},
                                       [TESS_CITY] = {0.531f, 0.034f, -0.030f, -0.530f},
                                       [TESS_MONASTERY] = {1.372f, -1.107f, 0.127f, -0.504f},
                                       [TESS_GARDEN] = {1.035f, -0.677f, 0.286f, -0.556f}},
                        .rate = 0.010f,
                        .far = -0.016f,
                        .gain = 2.310f,
                        .growth = 0.517f,
                        .supply = {7.605f, 4.389f, 2.497f, 1.413f, 1.393f, 0.643f, 0.187f},
                        .abbot = 2.226f,
                        .supply_turns = 8.036f,
                        .back = 0.695f,
                        .meeting = 0.474f,
                        .city = 0.211f,
                        .tempo = 2.650f,
                    },
            },
};
