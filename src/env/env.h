/*
 * Games for machine learning: one game that a learner steps through by numbered actions, with chance as actions of its
 * own or decided by the game; and many games, stepped in one call. Bindings to other languages use this header
 * (python/binding.cpp); it is valid C and C++.
 *
 * A function that fails returns false or NULL and fills `*fault`; then nothing has changed. Threads may use different
 * episodes at the same time, but only one thread may use an episode at a time. A variant is read-only.
 */
#ifndef ENV_ENV_H
#define ENV_ENV_H

#include "tessera/tessera.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A fault: one English sentence without a full stop. */
struct env_fault {
  char text[512];
};

/* ---- The variant ---- */

/* The game to be played: its tile set and its options. */
struct variant;

/*
 * The variant of `pairs` pairs of words, key and value as in the protocol's `newgame` (docs/lookup/protocol.md): game,
 * set (a name, or the path of a file), players, the options, colours, first. variant_free() frees it.
 */
struct variant *variant_new(const char *const *words, int pairs, struct env_fault *fault);
/* The variant of a position line (docs/lookup/notation.md, section 6) on a built-in set. */
struct variant *variant_of_position(const char *line, struct env_fault *fault);
/* `variant` may be NULL. Nothing that was made with the variant may be used afterwards. */
void variant_free(struct variant *variant);

/* The options, with seed 0; the prepared set; the name of the set. */
tess_options variant_options(const struct variant *variant);
const tess_set *variant_set(const struct variant *variant);
const char *variant_set_name(const struct variant *variant);
/* True if two variants are the same game: same set by name and tiles, same options, players, first seat and colours. */
bool variant_same(const struct variant *some, const struct variant *other);
/* The position hash of a new game with seed 0; equal for variants that are the same game. */
uint64_t variant_hash(const struct variant *variant);
/* The number of actions: legal ones are below it. */
int variant_actions(const struct variant *variant);
/* The number of sides: seats, or 2 in the team game. */
int variant_sides(const struct variant *variant);

/* ---- One game ---- */

/* The actor when it is no player's turn; the values are those of OpenSpiel. */
enum { EPISODE_CHANCE = -1, EPISODE_OVER = -4 };

/* The actions of chance: 0 to 254, the kind of the drawn tile; 257 to 287, a throw, which is 256 plus one bit for each
 * side that shares the highest die. */
enum { CHANCE_THROW = 256, CHANCE_COUNT = CHANCE_THROW + TESS_BATTLE_OUTCOMES };

/* Maximum number of legal actions of a position. */
enum { EPISODE_ACTIONS = TESS_MAX_PLACEMENTS };

/* A game and all actions that led to it. */
struct episode;

/* Starts a new game. If `explicit_chance`, draws and throws are actions of EPISODE_CHANCE. Otherwise the random streams
 * of `seed` decide them as part of the action that leads to them, and it is always a player's turn. Returns NULL with
 * `*fault` filled if the engine refuses. `variant` must outlive the episode. episode_free() frees it. */
struct episode *episode_new(const struct variant *variant, uint64_t seed, bool explicit_chance,
                            struct env_fault *fault);
/* The same from a position line (docs/lookup/notation.md, section 6). It must be of this variant, but may have other
 * colours. */
struct episode *episode_resume(const struct variant *variant, const char *line, uint64_t seed, bool explicit_chance,
                               struct env_fault *fault);
/* An independent copy. */
struct episode *episode_clone(const struct episode *episode);
/* `episode` may be NULL. */
void episode_free(struct episode *episode);

/* The present game; valid until the next action. */
const tess_game *episode_game(const struct episode *episode);
/* The seat to act (0-based), EPISODE_CHANCE or EPISODE_OVER. */
int episode_actor(const struct episode *episode);
/* The legal actions of the actor, including chance, in ascending order. For chance, `chances` receives their exact
 * probabilities; it may be NULL. Returns their number. */
int episode_legal(const struct episode *episode, int32_t ids[EPISODE_ACTIONS], double *chances);
/* Takes a legal action. */
bool episode_act(struct episode *episode, int32_t id, struct env_fault *fault);
/* Takes back the last action and what chance did after it. Returns false if there is none. */
bool episode_undo(struct episode *episode, struct env_fault *fault);
/* The number of actions so far; and the action at `index` (0-based). */
int episode_length(const struct episode *episode);
int32_t episode_action(const struct episode *episode, int index);
const struct variant *episode_variant(const struct episode *episode);
bool episode_explicit(const struct episode *episode);
uint64_t episode_seed(const struct episode *episode);

/* Texts that the caller frees. episode_words() returns a legal action in the notation of docs/lookup/notation.md:
 * `R2S@1,0r0`, `small:route.E`, `none`; for chance `draw R2S`, or `throw 1 3` with the sides (1-based) that share the
 * highest die. It returns NULL with `*fault` filled for an action that is not legal. */
char *episode_words(const struct episode *episode, int32_t id, struct env_fault *fault);
/* The board, the points and the supplies as an SVG document. */
char *episode_picture(const struct episode *episode);
/* The position line; the position line of the start, or NULL if the game began as a new one; the record of the game. */
char *episode_position(const struct episode *episode);
char *episode_start(const struct episode *episode);
char *episode_record(const struct episode *episode);

/* The utility of the game for each seat, as if it ended now. With two sides: 1 for the leader and -1 for the other.
 * With n sides, a leader has (n * share - 1) / (n - 1), where the leaders share 1 equally. The sum over all sides is
 * 0. */
void game_utilities(const tess_game *game, float utilities[TESS_MAX_PLAYERS]);

/* ---- Many games at once ---- */

/* What the observation of each game is, besides its mask. */
enum batch_observation { BATCH_NOTHING, BATCH_PLANES_V1, BATCH_CELLS_V1 };

/* The reward of each seat after a step. It is the growth of its lead over the best other side; or that lead at the end
 * of the game; or game_utilities() at the end. The last two are 0 before the end. */
enum batch_reward { BATCH_SCORE_DIFF, BATCH_TERMINAL, BATCH_WIN };

/* What happens after a game has ended. The next step begins a new game and ignores its action; or the step in which it
 * ended begins the new one; or the game stays over, and ignores actions, until the next reset. */
enum batch_again { BATCH_NEXT_STEP, BATCH_SAME_STEP, BATCH_NEVER };

struct batch_settings {
  int games;   /* at least 1 */
  int threads; /* 1 to 64 */
  uint64_t seed;
  enum batch_observation observation;
  enum batch_reward reward;
  enum batch_again again;
  /* The names of the computer players at the seats from 1 on, in the form of policy_new(), one for each seat, with NULL
   * after the last. They act within the steps, so it is always the turn of seat 0. If NULL, the caller acts for every
   * seat. Players that search use `playouts` playouts (at least 1) a turn. */
  const char *const *opponents;
  uint64_t playouts;
};

/* The arrays that steps write; they belong to the caller. N games, A actions, P seats; see batch_shape(). They are
 * complete after every call; a call only writes what has changed since the previous one, so nobody else may write to
 * them. */
struct batch_arrays {
  void *observation;     /* (N, C, 32, 32) uint8_t, or (N, 255, 8) uint16_t; NULL for BATCH_NOTHING */
  float *scalars;        /* (N, S); NULL for BATCH_NOTHING */
  bool *mask;            /* (N, A) true for legal actions; all true if the game is over */
  int8_t *actor;         /* (N) the seat to act, or EPISODE_OVER */
  float *rewards;        /* (N, P) */
  bool *terminated;      /* (N) true if the game ended in this step */
  int32_t *final_scores; /* (N, P) by seat, of the last game that ended; 0 before */
  uint64_t *seeds;       /* (N) seeds of the games */
};

/* Writes what `seat` observes of an episode: planes or cells, depending on `sort`, and scalars. */
void episode_observe(const struct episode *episode, int seat, enum batch_observation sort, void *observation,
                     float *scalars);

/* What a seat would observe after each of its legal actions, in ascending order, or after each whole turn, before
 * chance acts. */
struct afterstates {
  int count;
  int32_t (*actions)[2]; /* placement and decision; -1 for one that is not taken */
  void *observation;     /* (count, C, 32, 32) or (count, 255, 8), from the point of view of the seat to act */
  float *scalars;        /* (count, S) */
};

/* Fills `*after` for the seat to act: with its legal actions, or if `turns`, with every placement and each decision
 * after it. The caller frees each array with free(). Returns false with `*fault` filled if no seat is to act. */
bool episode_afterstates(const struct episode *episode, enum batch_observation sort, bool turns,
                         struct afterstates *after, struct env_fault *fault);

struct batch;

/* The numbers of planes, of scalars, and of columns of the arrays. */
struct batch_shape {
  int planes, scalars, actions, players;
};
struct batch_shape batch_shape(const struct variant *variant);

/* The bytes that a batch needs for each of its games, in addition to the arrays. */
size_t batch_memory(enum batch_observation observation);

/* N games of a variant, which must outlive the batch. Returns NULL with `*fault` filled if an opponent is unknown, if
 * their number is not the number of seats minus one, or if there are opponents in a team game; if there is no memory
 * the fault is empty. batch_free() frees it. */
struct batch *batch_new(const struct variant *variant, const struct batch_settings *settings,
                        const struct batch_arrays *arrays, struct env_fault *fault);
/* `batch` may be NULL. */
void batch_free(struct batch *batch);

/* True if an opponent searches, so that a step may take long. batch_stop() may be called in any thread: with `stop`
 * true, opponents answer immediately with the best turn found, until a call with false. */
bool batch_searches(const struct batch *batch);
void batch_stop(struct batch *batch, bool stop);

/* Starts new games. Game i has the seed `seeds[i]`. If `seeds` is NULL, its seed follows from i and the seed of the
 * game before; for the first games, from the seed of the batch. Games that begin automatically get their seeds in the
 * same way. */
void batch_reset(struct batch *batch, const uint64_t *seeds);
/* Takes action i in game i. If one of the actions is not legal it returns false with `*fault` filled, and nothing has
 * changed. */
bool batch_step(struct batch *batch, const int32_t *actions, struct env_fault *fault);
/* Copies the observations to an array of the same form. Planes are copied in part: `to` holds zeros, or an earlier copy
 * of this batch, and `known` belongs to it: (N, 3) numbers, zeros at first. For cells `known` may be NULL. */
void batch_copy(const struct batch *batch, void *to, uint32_t (*known)[3]);
/* Picks a legal action for each game, each equally likely, with a random stream of the batch; 0 for a game that takes
 * no action, as before the first reset. */
void batch_sample(struct batch *batch, int32_t *actions);
/* The same for all games of a batch, one after the other, by the threads of the batch. Game i has the afterstates from
 * first[i] up to, but not including, first[i + 1], so that `first` receives N + 1 numbers. A game in which no seat is
 * to act has none. Returns false if there is not enough memory. */
bool batch_afterstates(const struct batch *batch, enum batch_observation sort, bool turns, struct afterstates *after,
                       int64_t *first);
/* A copy of one of the games, as an episode. */
struct episode *batch_episode(const struct batch *batch, int game);

/* batch_save() returns all games as bytes, which the caller frees. batch_load() restores them into a batch of the same
 * variant and size; for anything else it fails with `*fault` filled, and nothing has changed. */
char *batch_save(const struct batch *batch, size_t *length);
bool batch_load(struct batch *batch, const char *bytes, size_t length, struct env_fault *fault);

/* ---- Computer players ---- */

/* A computer player that takes actions. It knows what people at the table know. */
struct policy;

/* The computer player with this name (docs/lookup/command-line.md, `--players`); its random stream starts from `seed`.
 * A player that searches uses `playouts` playouts (at least 1) for a choice. Returns NULL with `*fault` filled if the
 * name is unknown. policy_free() frees it. */
struct policy *policy_new(const char *name, uint64_t playouts, uint64_t seed, struct env_fault *fault);
/* `policy` may be NULL. */
void policy_free(struct policy *policy);
/* The state of its random stream: a new policy with this name and this seed continues as this one does. */
uint64_t policy_seed(const struct policy *policy);
/* True if it searches, so that a choice may take long. policy_stop() may be called in any thread: with `stop` true, the
 * policy answers immediately with the best action found, until a call with false. */
bool policy_searches(const struct policy *policy);
void policy_stop(struct policy *policy, bool stop);
/* The action that it chooses for the seat to act. Returns false with `*fault` filled if no seat is to act. */
bool policy_act(struct policy *policy, const struct episode *episode, int32_t *id, struct env_fault *fault);
/* The actions that it chooses in all games of a batch, using the threads of the batch. The action is 0 if a game is
 * over or has not begun, or if `where` is not NULL and false for the game. */
void policy_act_batch(struct policy *policy, const struct batch *batch, const bool *where, int32_t *ids);

/* Maximum number of turns in the advice of a policy. */
enum { POLICY_CANDIDATES = 16 };

/* A turn that the policy considered, for the seat to act. Players that do not search fill in `difference` only, by
 * their own measure of a lead. */
struct policy_candidate {
  int32_t actions[2]; /* `length` actions: the placement and the decision after it, or only the decision if the tile is
                         laid already */
  int length;
  double win;        /* probability that the own side wins, 0 to 1; a shared win counts in parts */
  double difference; /* expected lead over the best other side at the end, in points */
  double error;      /* standard error of `difference` */
  uint64_t visits;   /* playouts that began with it */
  char *variation;   /* the turn and the most likely continuation, as moves of docs/lookup/notation.md */
};

/* A policy's advice on a position: the turn that it would choose first, then the others by preference. */
struct policy_advice {
  uint64_t playouts; /* total number of playouts */
  int count;
  struct policy_candidate candidates[POLICY_CANDIDATES];
};

/* Fills `*advice`, which policy_advice_free() frees. Returns false with `*fault` filled if no seat is to act. */
bool policy_advise(struct policy *policy, const struct episode *episode, struct policy_advice *advice,
                   struct env_fault *fault);
void policy_advice_free(struct policy_advice *advice);

/* ---- Searching with an evaluator of the caller ---- */

/*
 * Monte Carlo trees of several positions, which one evaluator serves, such as a neural network. The function
 * grove_run() grows all trees until they wait for values. Then grove_observe() writes what the evaluator sees, and
 * grove_take() takes its answer. A node is a position in which a seat is to act. The search follows PUCT (Rosin 2011)
 * with the evaluator's priors; draws and dice are drawn anew in each playout.
 */
struct grove;

/* Maximum number of positions of a tree that wait at the same time. */
enum { GROVE_LEAVES = 64 };

struct grove_settings {
  int trees, threads; /* at least 1; 1 to 64 */
  int leaves;         /* positions of a tree that may wait at the same time, 1 to GROVE_LEAVES */
  enum batch_observation observation;
  bool afterstates; /* each waiting position is given as the afterstates of its turns; otherwise as its observation */
  float explore;    /* weight of the bonus of turns that were tried seldom, at least 0 */
  float noise;      /* share of random numbers in the priors of the first position, 0 to 1 */
};

/* Trees without positions. `variant` must outlive them. grove_free() frees them; `grove` may be NULL. */
struct grove *grove_new(const struct variant *variant, const struct grove_settings *settings);
void grove_free(struct grove *grove);

/* Plants a tree (0-based) in a position of the variant, in which a seat must be to act; the chance of its playouts
 * follows from `seed`. Returns false with `*fault` filled if no seat is to act. grove_stop() makes a tree wait for
 * nothing any more. */
bool grove_begin(struct grove *grove, int tree, const struct episode *episode, uint64_t seed, struct env_fault *fault);
void grove_stop(struct grove *grove, int tree);

/* Grows each tree until positions wait for the evaluator or it has `playouts` playouts. Returns the number of rows that
 * wait: positions, or afterstates; 0 if all trees are complete. All rows must be taken before the next call. */
size_t grove_run(struct grove *grove, uint64_t playouts);
/* Writes the rows that wait: observations, which must be zero, scalars, and if the rows are positions, the masks of the
 * legal actions, which must be false. The seat to act is side 0 of each row. */
void grove_observe(struct grove *grove, void *observation, float *scalars, bool *mask);
/* Takes the answer. The values of a row are the utilities of the game for each side, from -1 to 1, in the order of the
 * observation. Priors are at least 0: for each position one by action number, or one for each afterstate. If `priors`
 * is NULL, they are equal, or follow from the values of the afterstates. */
void grove_take(struct grove *grove, const float *values, const float *priors);

/* Fills `*advice` from a tree that was run: its turns by visits. `difference` and `error` are NAN.
 * policy_advice_free() frees it. */
void grove_advise(const struct grove *grove, int tree, struct policy_advice *advice);

/* ---- Records ---- */

/* A game read from a record. An episode with explicit chance that takes these actions is the same game. */
struct replay {
  char *start;      /* the position line of the start */
  int32_t *actions; /* `length` actions */
  int length;
  char *tags; /* name, value, name, value ..., each with a zero byte at its end; `tag_bytes` in all */
  size_t tag_bytes;
};

/* The position of a reader in a file with several games. */
struct replay_reader;

/* Opens a reader on a copy of `bytes`; the games use the built-in sets. replay_close() frees it. */
struct replay_reader *replay_open(const char *bytes, size_t length);
/* `reader` may be NULL. */
void replay_close(struct replay_reader *reader);
/* Reads the next game. Returns 1 with `*replay` filled, which replay_free() frees; 0 at the end; or -1 with `*fault`
 * filled, which names the line, for a game that is malformed or breaks the rules. */
int replay_next(struct replay_reader *reader, struct replay *replay, struct env_fault *fault);
void replay_free(struct replay *replay);

#ifdef __cplusplus
}
#endif

#endif
