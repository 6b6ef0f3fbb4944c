/* The numbers by which the searching player plays; docs/players.md tells how they were found. */
#include "players/mcts.h"

const struct mcts_settings mcts_settings =
    {
        .tree = {.explore = 0.5f, .prior_points = 2.5f, .scale = 3.0f, .scale_tiles = 0.6f, .guess = 1.0f, .width = 40},
        .evaluation =
            {
                [TESS_STAR_WARS] =
                    {
                        .completion = {[TESS_ROUTE] = {0.795f, -0.914f, -0.007f, -0.290f},
                                       [TESS_ASTEROIDS] = {1.070f, -0.970f, 0.278f, -0.474f},
                                       [TESS_PLANET] = {0.359f, -1.171f, -0.063f, -0.790f}},
                        .rate = 0.010f,
                        .far = -0.147f,
                        .gain = 1.564f,
                        .growth = 0.489f,
                        .supply = {10.517f, 4.566f, 2.531f, 1.453f, 1.318f},
                        .large = 0.784f,
                        .supply_turns = 6.334f,
                        .back = 0.244f,
                        .meeting = 0.100f,
                    },
                [TESS_CLASSIC] =
                    {
                        .completion = {[TESS_ROAD] = {0.160f, -0.254f, 0.039f, -0.565f},
                                       [TESS_CITY] = {0.942f, -0.362f, 0.080f, -0.461f},
                                       [TESS_MONASTERY] = {0.776f, -0.796f, -0.132f, -0.429f},
                                       [TESS_GARDEN] = {0.692f, -0.853f, 0.066f, -0.383f}},
                        .rate = 0.010f,
                        .far = 0.153f,
                        .gain = 1.630f,
                        .growth = 0.297f,
                        .supply = {6.737f, 3.163f, 2.210f, 0.750f, 0.793f, 0.889f, 0.156f},
                        .abbot = 1.454f,
                        .supply_turns = 7.955f,
                        .back = 0.415f,
                        .meeting = 0.100f,
                        .city = 0.156f,
                    },
            },
};
