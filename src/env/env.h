/*
 * Games for machine learning: one game as a learner steps through it, by numbered actions, with chance told or taken
 * care of; and many games, stepped in one call. This header is what a binding of another language uses
 * (python/binding.cpp) and is C++ as well as C.
 *
 * Functions that can fail give false or NULL and fill `*fault`; then nothing has changed. Different episodes may be
 * used by different threads at once, one episode by one thread at a time; a variant is read only.
 */
#ifndef ENV_ENV_H
#define ENV_ENV_H

#include "tessera/tessera.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What was wrong: one English sentence without a full stop. */
struct env_fault {
  char text[512];
};

/* ---- Which game ---- */

/* A game to be played: its set of tiles and its options. */
struct variant;

/*
 * The variant that `pairs` words mean: key, value, key, value as the protocol's `newgame` has them
 * (docs/lookup/protocol.md): game, set (a name, or the path of a file), players, the options, colours, first. Released
 * with variant_free().
 */
struct variant *variant_new(const char *const *words, int pairs, struct env_fault *fault);
/* The variant that a position line (docs/lookup/notation.md, section 6) is of; its set is a built-in one. */
struct variant *variant_of_position(const char *line, struct env_fault *fault);
/* NULL is allowed. Nothing that was made with the variant may be used afterwards. */
void variant_free(struct variant *variant);

/* The options, seed 0; the prepared set; and the set's name. */
tess_options variant_options(const struct variant *variant);
const tess_set *variant_set(const struct variant *variant);
const char *variant_set_name(const struct variant *variant);
/* Whether two variants are one game: the same set by name and tiles, the same options, players, first seat, colours. */
bool variant_same(const struct variant *some, const struct variant *other);
/* The position hash of a new game with seed 0; equal for variants that are one game. */
uint64_t variant_hash(const struct variant *variant);
/* How many numbers the actions have: legal ones are below. */
int variant_actions(const struct variant *variant);
/* Sides: seats, or 2 in the team game. */
int variant_sides(const struct variant *variant);

/* ---- One game ---- */

/* Who acts when nobody in particular does: the words of OpenSpiel. */
enum { EPISODE_CHANCE = -1, EPISODE_OVER = -4 };

/* The numbers of what chance brings: a kind of tile that is drawn (0 to 254); 256 and the sides that are highest in a
 * throw, one bit a side (257 to 287). */
enum { CHANCE_THROW = 256, CHANCE_COUNT = CHANCE_THROW + TESS_BATTLE_OUTCOMES };

/* The most legal actions of a position. */
enum { EPISODE_ACTIONS = TESS_MAX_PLACEMENTS };

/* A game with all that led to it. */
struct episode;

/* A new game. `explicit_chance`: draws and throws are actions of EPISODE_CHANCE; else the streams of `seed` decide them
 * within the action that leads to them, and it is always a player's turn. NULL with `*fault` if the engine refuses.
 * `variant` must outlive the episode. Released with episode_free(). */
struct episode *episode_new(const struct variant *variant, uint64_t seed, bool explicit_chance,
                            struct env_fault *fault);
/* The same from a position line (docs/lookup/notation.md, section 6), which must be of this variant but for colours. */
struct episode *episode_resume(const struct variant *variant, const char *line, uint64_t seed, bool explicit_chance,
                               struct env_fault *fault);
/* A game that goes on by itself from where this one stands. */
struct episode *episode_clone(const struct episode *episode);
/* NULL is allowed. */
void episode_free(struct episode *episode);

/* The game as it stands, until the next action. */
const tess_game *episode_game(const struct episode *episode);
/* The seat to act, from 0; EPISODE_CHANCE or EPISODE_OVER. */
int episode_actor(const struct episode *episode);
/* The legal actions of whoever is to act, ascending, chance included; for chance with their exact probabilities unless
 * `chances` is NULL. Returns how many. */
int episode_legal(const struct episode *episode, int32_t ids[EPISODE_ACTIONS], double *chances);
/* Takes a legal action. */
bool episode_act(struct episode *episode, int32_t id, struct env_fault *fault);
/* Takes back the last action, and what chance brought after it. False if there is none. */
bool episode_undo(struct episode *episode, struct env_fault *fault);
/* The actions so far: how many, and the one at `index`, from 0. */
int episode_length(const struct episode *episode);
int32_t episode_action(const struct episode *episode, int index);
const struct variant *episode_variant(const struct episode *episode);
bool episode_explicit(const struct episode *episode);
uint64_t episode_seed(const struct episode *episode);

/* Text, which the caller frees. episode_words(): a legal action as docs/lookup/notation.md has it, `R2S@1,0r0`,
 * `small:route.E`, `none`; of chance `draw R2S`, `throw 1 3`, with the sides that are highest from 1. NULL with
 * `*fault` for an action that is not legal. */
char *episode_words(const struct episode *episode, int32_t id, struct env_fault *fault);
/* What lies on the table, with points and supplies, as an SVG document. */
char *episode_picture(const struct episode *episode);
/* The position as a line; the position that the game began from, NULL if it is a new game; the game as a record. */
char *episode_position(const struct episode *episode);
char *episode_start(const struct episode *episode);
char *episode_record(const struct episode *episode);

/* What the game as it stands is worth to each seat: 1 to who leads alone and -1 to the others where two play. With n
 * sides a leader has (n * share - 1) / (n - 1), where leaders share 1 equally. The sum over sides is 0. */
void game_utilities(const tess_game *game, float utilities[TESS_MAX_PLAYERS]);

/* ---- Many games at once ---- */

/* What a step tells of each game besides its mask. */
enum batch_observation { BATCH_NOTHING, BATCH_PLANES_V1, BATCH_CELLS_V1 };

/* What a step brings each seat: by how much its lead over the best other side grew; the same at the end of the game
 * alone; or what game_utilities() says at the end. */
enum batch_reward { BATCH_SCORE_DIFF, BATCH_TERMINAL, BATCH_WIN };

/* What happens after the step in which a game ended: the next step begins a new one and takes no action; the same step
 * has begun it; or the game stays over and takes no action until the next reset. */
enum batch_again { BATCH_NEXT_STEP, BATCH_SAME_STEP, BATCH_NEVER };

struct batch_settings {
  int games;   /* at least 1 */
  int threads; /* 1 to 64 */
  uint64_t seed;
  enum batch_observation observation;
  enum batch_reward reward;
  enum batch_again again;
  /* The computer players at the seats from 1 on, as policy_new() takes their names, one for each, NULL behind the last:
   * they act within the steps, and it is always the turn of seat 0. NULL: every seat is the caller's. Those that search
   * look at `playouts` lines (at least 1) a turn. */
  const char *const *opponents;
  uint64_t playouts;
};

/* What steps write, of the caller. N games, A numbers of actions, P seats, as batch_shape() tells. They are whole after
 * every call, which writes what has changed since the call before; nobody else writes them. */
struct batch_arrays {
  void *observation;     /* (N, C, 32, 32) uint8_t, or (N, 255, 8) uint16_t; NULL for BATCH_NOTHING */
  float *scalars;        /* (N, S); NULL for BATCH_NOTHING */
  bool *mask;            /* (N, A) what is legal; all of it where the game is over */
  int8_t *actor;         /* (N) the seat to act; EPISODE_OVER */
  float *rewards;        /* (N, P) */
  bool *terminated;      /* (N) the game ended in this step */
  int32_t *final_scores; /* (N, P) by seat, of the game that ended last; 0 before */
  uint64_t *seeds;       /* (N) of the games */
};

/* Writes what `seat` sees of an episode, of the sort told: planes or cells, and scalars. */
void episode_observe(const struct episode *episode, int seat, enum batch_observation sort, void *observation,
                     float *scalars);

/* What a seat sees after what it may do, before chance goes on: one afterstate for each legal action, ascending, or for
 * each whole turn. */
struct afterstates {
  int count;
  int32_t (*actions)[2]; /* placement and decision; -1 for the one that is not taken */
  void *observation;     /* (count, C, 32, 32) or (count, 255, 8), told from the seat that acts */
  float *scalars;        /* (count, S) */
};

/* Fills `*after` for the seat to act: actions, or with `turns` placements with each decision after them. Each of its
 * arrays is released with free(). False with `*fault` if no seat is to act. */
bool episode_afterstates(const struct episode *episode, enum batch_observation sort, bool turns,
                         struct afterstates *after, struct env_fault *fault);

struct batch;

/* The planes, scalars, and columns of the arrays. */
struct batch_shape {
  int planes, scalars, actions, players;
};
struct batch_shape batch_shape(const struct variant *variant);

/* The bytes that a batch keeps for each of its games, besides the arrays. */
size_t batch_memory(enum batch_observation observation);

/* N games of a variant, which must outlive it. NULL with `*fault` for opponents that there are not, or not as many as
 * seats but one, or in a team game; with an empty fault if there is no memory for them. Released with batch_free(). */
struct batch *batch_new(const struct variant *variant, const struct batch_settings *settings,
                        const struct batch_arrays *arrays, struct env_fault *fault);
/* NULL is allowed. */
void batch_free(struct batch *batch);

/* Whether an opponent searches, so that a step may take long. With `stop` true, from any thread, they answer at once
 * with what they have found, until it is false again. */
bool batch_searches(const struct batch *batch);
void batch_stop(struct batch *batch, bool stop);

/* New games: game i of the seed `seeds[i]`; if `seeds` is NULL of one that follows from i and the seed of the game
 * before, before the first game from the seed of the batch. Those that begin by themselves have seeds like these. */
void batch_reset(struct batch *batch, const uint64_t *seeds);
/* Takes action i in game i. False with `*fault` if one of them is not legal; then nothing has changed. */
bool batch_step(struct batch *batch, const int32_t *actions, struct env_fault *fault);
/* A legal action of each game, each as likely, by a stream of the batch; 0 where none is taken, as before the first
 * reset. */
void batch_sample(struct batch *batch, int32_t *actions);
/* One of the games as an episode of its own. */
struct episode *batch_episode(const struct batch *batch, int game);

/* All games as bytes, which the caller frees. batch_load() makes a batch of the same variant and size the same again;
 * it fails with `*fault` for anything else, and then nothing has changed. */
char *batch_save(const struct batch *batch, size_t *length);
bool batch_load(struct batch *batch, const char *bytes, size_t length, struct env_fault *fault);

/* ---- Computer players ---- */

/* A player that takes actions. It sees what people at the table see. */
struct policy;

/* The player of this name (docs/lookup/command-line.md, `--players`), whose own chance starts from `seed`; those that
 * search play out `playouts` lines (at least 1) a choice. NULL with `*fault` for an unknown name. Released with
 * policy_free(). */
struct policy *policy_new(const char *name, uint64_t playouts, uint64_t seed, struct env_fault *fault);
/* NULL is allowed. */
void policy_free(struct policy *policy);
/* The state of its own chance: a new policy of this name, with this as its seed, goes on as this one does. */
uint64_t policy_seed(const struct policy *policy);
/* Whether it searches, so that a choice may take long. With `stop` true, from any thread, it answers at once with what
 * it has found, until it is false again. */
bool policy_searches(const struct policy *policy);
void policy_stop(struct policy *policy, bool stop);
/* The action that it takes for the seat to act. False with `*fault` if no seat is. */
bool policy_act(struct policy *policy, const struct episode *episode, int32_t *id, struct env_fault *fault);
/* The actions that it takes for the seats to act in all games of a batch, by the batch's threads; 0 where a game is
 * over or has not begun, and where `where` is false unless that is NULL. */
void policy_act_batch(struct policy *policy, const struct batch *batch, const bool *where, int32_t *ids);

/* The most turns that a policy tells about. */
enum { POLICY_CANDIDATES = 16 };

/* A turn that was thought about, for the seat to act. Players that do not search tell `difference` alone, by their own
 * measure of a lead. */
struct policy_candidate {
  int32_t actions[2]; /* `length` of them: the placement and the decision after it, or the decision that is due */
  int length;
  double win;        /* probability that the own side wins, a shared win in parts: 0 to 1 */
  double difference; /* expected points at the end ahead of the best other side */
  double error;      /* standard error of `difference` */
  uint64_t visits;   /* playouts that began with it */
  char *variation;   /* the turn and how the players would most likely go on, as moves of docs/lookup/notation.md */
};

/* What a policy thinks of a position: the turn that it would choose first, the others by preference. */
struct policy_advice {
  uint64_t playouts; /* looked at in all */
  int count;
  struct policy_candidate candidates[POLICY_CANDIDATES];
};

/* Fills `*advice`, which is released with policy_advice_free(). False with `*fault` if no seat is to act. */
bool policy_advise(struct policy *policy, const struct episode *episode, struct policy_advice *advice,
                   struct env_fault *fault);
void policy_advice_free(struct policy_advice *advice);

/* ---- Records ---- */

/* A game that was read from a record: an episode with explicit chance that takes these actions is the same game. */
struct replay {
  char *start;      /* the position line that it began from */
  int32_t *actions; /* `length` of them */
  int length;
  char *tags; /* name, value, name, value ..., each ended by a zero byte: `tag_bytes` in all */
  size_t tag_bytes;
};

/* Where reading stands in a file of several games. */
struct replay_reader;

/* Reads from a copy of `bytes`, on the built-in sets. Released with replay_close(). */
struct replay_reader *replay_open(const char *bytes, size_t length);
/* NULL is allowed. */
void replay_close(struct replay_reader *reader);
/* The next game: 1 with `*replay`, which is released with replay_free(); 0 at the end; -1 with `*fault`, which names
 * the line, for a game that is malformed or against the rules. */
int replay_next(struct replay_reader *reader, struct replay *replay, struct env_fault *fault);
void replay_free(struct replay *replay);

#ifdef __cplusplus
}
#endif

#endif
