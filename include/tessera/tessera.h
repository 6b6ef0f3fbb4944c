/*
 * libtessera: the rules of Carcassonne: Star Wars Edition and of the classic Carcassonne, exactly.
 *
 * A game is a state machine whose every step is explicit:
 *
 *     TESS_PHASE_DRAW --draw--> TESS_PHASE_PLACE --place--> TESS_PHASE_MEEPLE --meeple--+
 *        ^   ^  | (a tile that fits nowhere is discarded; the phase stays)              |
 *        |   |  +--> TESS_PHASE_OVER (nothing left to draw)                             |
 *        |   +---------------------- no battle, tiles left -----------------------------+
 *        +---- battles fought ------ TESS_PHASE_THROW <--- a battle breaks out ---------+
 *
 * `draw` and `throw` are chance: the engine's own seeded streams decide, or the caller names the result.
 *
 * The library allocates nothing, reads no clock, prints nothing, keeps no global variable and uses no float. Threads
 * may use different games at the same time, but only one thread may use a game at a time. A set is read-only once built
 * and may be shared. Rule ids (SW-4.3, CL-6.3) are those of docs/lookup/rules; docs/lookup/decisions.md settles what
 * the rules leave open.
 *
 * Expected failures return a negative `tess_error` and change nothing. Null pointers, indices out of range and other
 * programming errors are caught by assert().
 */
#ifndef TESSERA_TESSERA_H
#define TESSERA_TESSERA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) || !defined(__GNUC__)
#define TESS_API
#else
#define TESS_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Version ---- */

/* The version of this header, as text. tess_version() returns the version of the library that runs. */
#define TESS_VERSION "0.4.0"

/*
 * The number of the binary interface. It is raised with every change that breaks a compiled program, so with each 0.x,
 * and is part of the shared library's name (libtessera.so.4). A program compiled with this header runs with every
 * library whose tess_abi() equals this TESS_ABI.
 */
#define TESS_ABI 4

/* Return TESS_VERSION and TESS_ABI of the header with which the library was compiled. A program that opens the library
 * at run time (dlopen) should check tess_abi() first; for a program linked with the library the linker does so. */
TESS_API const char *tess_version(void);
TESS_API int tess_abi(void);

/* ---- Limits ---- */

enum {
  TESS_MAX_PLAYERS = 5,
  TESS_MAX_KINDS = 255,       /* different tiles of a set */
  TESS_MAX_TILES = 255,       /* tiles of a game, start tile included */
  TESS_MAX_OF_TYPE = 6,       /* features of one type on a tile */
  TESS_MAX_FEATURES = 12,     /* features on a tile */
  TESS_MAX_SEGMENTS = 2040,   /* features of all tiles of a game together */
  TESS_MAX_SYMBOLS = 255,     /* symbols of one faction, or coats of arms, on all tiles of a game together */
  TESS_MAX_PLACEMENTS = 2048, /* legal placements of one tile */
  TESS_MAX_DECISIONS = 2048,  /* legal meeple decisions after one placement; an arrow allows one a realm (CL-10.8) */
  TESS_MAX_TURNS = 4194304,   /* whole turns with one tile; games have far fewer, which tess_game_turns() counts */
  TESS_MAX_SCORE = 1000000,   /* points of a side in a tess_position; far above any real score */
  TESS_MAX_MEEPLES = 40,      /* meeples that can stand on a board */
  TESS_MAX_EVENTS = 128,      /* events of one step */
  TESS_MAX_DICE = 3,          /* dice of one side in a battle (SW-4.2) */
  TESS_BATTLE_OUTCOMES = 32,  /* sets of sides that can share the highest die of a throw, one bit a side */
  TESS_ID_SIZE = 16,          /* bytes of a tile id with its final zero */
  TESS_MAX_GAME_BYTES = 32768 /* tess_game_size() is never more */
};

#define TESS_RANDOM (-1)        /* for tess_game_draw(): let the game's deck stream decide */
#define TESS_FIRST_RANDOM 0xFFu /* for tess_options.first: drawn from the seed */

/* ---- Errors ---- */

/* X(name, value, text): one table for code, name and text. */
#define TESS_ERRORS(X)                                                                                                 \
  X(NONE, 0, "no error")                                                                                               \
  X(BAD_OPTIONS, -1, "the options do not fit together or do not suit the set")                                         \
  X(BAD_SET, -2, "the tile set is invalid")                                                                            \
  X(BAD_PHASE, -3, "this step is not due now")                                                                         \
  X(BAD_TILE, -4, "this tile cannot be drawn now: none is left")                                                       \
  X(BAD_PLACEMENT, -5, "the drawn tile cannot be placed there")                                                        \
  X(BAD_DECISION, -6, "this meeple decision is not legal")                                                             \
  X(BAD_THROW, -7, "these dice are not those of the battle")                                                           \
  X(BAD_POSITION, -8, "the position is impossible")

typedef enum tess_error {
#define X(name, value, text) TESS_ERROR_##name = value,
  TESS_ERRORS(X)
#undef X
} tess_error;

/* Return the error's name ("BAD_TILE") and one English sentence about it; "UNKNOWN" if `error` is no tess_error. */
TESS_API const char *tess_error_name(int error);
TESS_API const char *tess_error_text(int error);

/* ---- Tile sets ---- */

typedef enum tess_rules { TESS_RULES_STAR_WARS = 0, TESS_RULES_CLASSIC = 1 } tess_rules;

/* The terrain of a tile's edge. Values are part of the set hash. */
typedef enum tess_edge {
  TESS_EDGE_SPACE = 0, /* Star Wars: space; classic: field */
  TESS_EDGE_ROAD = 1,  /* trading route; road */
  TESS_EDGE_CITY = 2,  /* asteroid field; city */
  TESS_EDGE_WATER = 3  /* classic: river */
} tess_edge;

/* Feature types. Values are part of the set hash. */
typedef enum tess_type {
  TESS_TYPE_ROUTE = 0,
  TESS_TYPE_ASTEROIDS = 1,
  TESS_TYPE_PLANET = 2,
  TESS_TYPE_ROAD = 3,
  TESS_TYPE_CITY = 4,
  TESS_TYPE_MONASTERY = 5,
  TESS_TYPE_GARDEN = 6,
  TESS_TYPE_FIELD = 7,
  TESS_TYPE_COUNT = 8
} tess_type;

typedef enum tess_faction {
  TESS_FACTION_REBELS = 0,
  TESS_FACTION_EMPIRE = 1,
  TESS_FACTION_HUNTERS = 2,
  TESS_FACTION_COUNT = 3
} tess_faction;

/* The part a tile plays in the river option (CL-8, CL-9); TESS_ROLE_LAND for every other tile. Values are part of the
 * set hash. */
typedef enum tess_role { TESS_ROLE_LAND = 0, TESS_ROLE_SPRING = 1, TESS_ROLE_RIVER = 2, TESS_ROLE_LAKE = 3 } tess_role;

/* The river of a game (tess_options.river) or of a set (tess_set_river()). */
typedef enum tess_river {
  TESS_RIVER_NONE = 0,
  TESS_RIVER_1 = 1, /* CL-8: one spring, one lake */
  TESS_RIVER_20 = 2 /* CL-9: two tiles of role spring, which are the halves of one source, and two lakes */
} tess_river;

/* What the arrow of a tile allows when it is activated (CL-10). Values are part of the set hash. */
typedef enum tess_action {
  TESS_ACTION_NONE = 0,       /* no arrow */
  TESS_ACTION_REINFORCE = 1,  /* CL-10.6: another meeple on a realm where the player already stands */
  TESS_ACTION_EXTRA_TURN = 2, /* CL-10.7 */
  TESS_ACTION_ELSEWHERE = 3,  /* CL-10.8: a meeple on a free realm anywhere */
  TESS_ACTION_COUNT = 4
} tess_action;

/* The place where a road or route ends on the tile. Only pictures use it; no rule does. */
typedef enum tess_end {
  TESS_END_NONE = 0,
  TESS_END_INTERSECTION,
  TESS_END_VILLAGE,
  TESS_END_CENTER, /* planet or monastery */
  TESS_END_CITY    /* city or asteroid field */
} tess_end;

/* One feature of a tile at rotation 0. */
typedef struct tess_feature_def {
  uint8_t type;                        /* tess_type */
  uint8_t edges;                       /* bit 0 N, 1 E, 2 S, 3 W; 0 for centres and fields */
  uint8_t halves;                      /* fields: bit 0 NL, 1 NR, 2 EL, 3 ER, 4 SL, 5 SR, 6 WL, 7 WR; 0 for one that
                                        * reaches no edge, and for all else */
  uint8_t end;                         /* tess_end, roads and routes with one edge */
  uint8_t arms;                        /* cities: coats of arms */
  uint8_t symbols[TESS_FACTION_COUNT]; /* Star Wars: symbols of each faction */
  uint8_t cities;                      /* fields: bit i = touches the i-th city of this tile, in the order listed */
} tess_feature_def;

typedef struct tess_tile_def {
  char id[TESS_ID_SIZE]; /* [A-Za-z0-9_]{1,15} */
  uint8_t edges[4];      /* tess_edge of N E S W */
  uint8_t count;         /* copies in the set, at least 1 */
  uint8_t start;         /* 1: the start tile is a copy of this one */
  uint8_t role;          /* tess_role */
  uint8_t feature_count;
  tess_feature_def features[TESS_MAX_FEATURES]; /* their order decides the order of battles (SW-4.9) */
  uint8_t action;                               /* tess_action of its arrow, which only classic land tiles have */
  uint8_t arrow;                                /* edge to which its arrow points: 0 N, 1 E, 2 S, 3 W; 0 without */
} tess_tile_def;

/* Why a set was rejected: `tile` is the index of the faulty tile, or -1 if the fault concerns the whole set. */
typedef struct tess_set_fault {
  int tile;
  char text[120];
} tess_set_fault;

typedef struct tess_set tess_set; /* opaque; the caller provides tess_set_size() bytes, aligned as by malloc */

TESS_API size_t tess_set_size(void);

/*
 * Checks `count` tile definitions and builds a set from them. The set copies what it needs from `tiles`. To play the
 * classic game with the river, pass the base tiles first, then the river's.
 * Returns TESS_ERROR_NONE, or TESS_ERROR_BAD_SET with `*fault` filled in; `*set` is then unusable.
 */
TESS_API tess_error tess_set_build(tess_set *set, const tess_tile_def *tiles, size_t count, tess_set_fault *fault);

TESS_API tess_rules tess_set_rules(const tess_set *set);
TESS_API int tess_set_kinds(const tess_set *set);
/* The definition of a kind, 0 <= kind < tess_set_kinds(). */
TESS_API const tess_tile_def *tess_set_tile(const tess_set *set, int kind);
/* The kind with this id, or -1. `length` bytes of `id` are compared; it need not end with zero. */
TESS_API int tess_set_find(const tess_set *set, const char *id, size_t length);
/* FNV-1a over the definitions, as defined in docs/lookup/notation.md. Sets with equal hashes play alike. */
TESS_API uint64_t tess_set_hash(const tess_set *set);
/* SW-2.3: the smallest rotation that looks the same as `rotation` (0..3, clockwise quarter turns) on this kind. */
TESS_API int tess_set_rotation(const tess_set *set, int kind, int rotation);
/* The river whose tiles the set holds. With this set, tess_options.river must be this value or TESS_RIVER_NONE. */
TESS_API tess_river tess_set_river(const tess_set *set);

/* True when the set has tiles with arrows, so that tess_options.arrows can be on. */
TESS_API bool tess_set_has_arrows(const tess_set *set);

/* The tiles of a built-in set, such as "star-wars", "classic" or "river". `*count` receives their number. Returns NULL
 * for an unknown name. The array is constant and lives as long as the program. */
TESS_API const tess_tile_def *tess_builtin_tiles(const char *name, size_t *count);
/* The name of the built-in set with this index (0-based); NULL after the last. */
TESS_API const char *tess_builtin_name(int index);

/* ---- Options ---- */

/* Player colours. The value is part of the position hash. Star Wars plays with RED, GREEN, BLACK, WHITE, ORANGE
 * (SW-1.1), classic with BLACK, RED, GREEN, BLUE, YELLOW (CL-1.1). */
typedef enum tess_colour {
  TESS_COLOUR_RED = 0,
  TESS_COLOUR_GREEN = 1,
  TESS_COLOUR_BLACK = 2,
  TESS_COLOUR_WHITE = 3,
  TESS_COLOUR_ORANGE = 4,
  TESS_COLOUR_BLUE = 5,
  TESS_COLOUR_YELLOW = 6,
  TESS_COLOUR_COUNT = 7
} tess_colour;

typedef struct tess_options {
  uint8_t players;                   /* 2 to 5 */
  uint8_t first;                     /* seat that begins, 0-based, or TESS_FIRST_RANDOM */
  bool fields;                       /* CL-6 */
  bool abbot;                        /* CL-7, abbot and gardens */
  uint8_t river;                     /* tess_river; the set must hold its tiles (CL-8, CL-9) */
  bool arrows;                       /* CL-10; the set must have some */
  bool teams;                        /* SW-8; Star Wars with four players */
  uint8_t colours[TESS_MAX_PLAYERS]; /* tess_colour by seat, all different */
  bool towns;                        /* CL-4.6, a complete city of two tiles scores half */
  uint64_t seed;                     /* from which the deck and dice streams start */
} tess_options;

/* Two players, seat 0 first, every option off, seed 0. Colours in seat order: red, black, green, white, orange for Star
 * Wars, so that four players form the teams of SW-8.1; black, red, green, blue, yellow for classic. */
TESS_API tess_options tess_options_default(tess_rules rules);

/* The faction of a colour (SW-1.1). */
TESS_API tess_faction tess_colour_faction(tess_colour colour);

/* ---- The game ---- */

typedef enum tess_phase {
  TESS_PHASE_DRAW = 0,
  TESS_PHASE_PLACE = 1,
  TESS_PHASE_MEEPLE = 2,
  TESS_PHASE_THROW = 3,
  TESS_PHASE_OVER = 4
} tess_phase;

/* Kinds of meeples, and the other meeple decisions. */
typedef enum tess_piece {
  TESS_PIECE_NONE = 0,  /* decision: place nothing */
  TESS_PIECE_SMALL = 1, /* Star Wars: small meeple; classic: meeple */
  TESS_PIECE_LARGE = 2, /* Star Wars */
  TESS_PIECE_ABBOT = 3, /* classic, CL-7 */
  TESS_PIECE_RETURN = 4 /* decision: take the abbot back (CL-7.4) */
} tess_piece;

typedef struct tess_tile {
  uint8_t kind;
  uint8_t rotation; /* the smallest number of clockwise quarter turns that looks the same (SW-2.3) */
  int16_t x, y;     /* x to the east, y to the south; the start tile, the spring or the source's west half at 0,0 */
} tess_tile;

typedef struct tess_placement {
  int16_t x, y;
  uint8_t rotation;
} tess_placement;

/* A feature on the board: the index of a tile in the order laid (0 = start tile), and of a feature in its
 * tess_tile_def. */
typedef struct tess_spot {
  uint8_t tile, feature;
} tess_spot;

/* `spot` is used for TESS_PIECE_SMALL, TESS_PIECE_LARGE and TESS_PIECE_ABBOT only, and is 0,0 otherwise. */
typedef struct tess_decision {
  uint8_t piece; /* tess_piece */
  tess_spot spot;
} tess_decision;

/* One throw of all sides of a battle: faces[side][i] for i < dice[side]. dice[side] is 0 for a side that does not
 * fight. */
typedef struct tess_throw {
  uint8_t dice[TESS_MAX_PLAYERS];
  uint8_t faces[TESS_MAX_PLAYERS][TESS_MAX_DICE];
} tess_throw;

typedef enum tess_event_type {
  TESS_EVENT_DRAWN = 0,    /* seat, kind */
  TESS_EVENT_PUT_OUT = 1,  /* seat, kind: the tile fits nowhere and is discarded (SW-2.2, CL-2.2) */
  TESS_EVENT_PLACED = 2,   /* seat, kind, spot.tile */
  TESS_EVENT_MEEPLE = 3,   /* seat, piece, spot */
  TESS_EVENT_BATTLE = 4,   /* spot, thrown.dice: a battle breaks out (SW-4.1) */
  TESS_EVENT_THROW = 5,    /* spot, thrown (SW-4.4) */
  TESS_EVENT_TIE = 6,      /* spot, sides: those tied, 1 point each (SW-4.6) */
  TESS_EVENT_LOST = 7,     /* spot, sides: the loser, points (SW-4.7) */
  TESS_EVENT_SCORED = 8,   /* spot, realm type, tiles, symbols, cities, complete, points, sides, final */
  TESS_EVENT_RETURNED = 9, /* seat, piece, spot where it stood */
  TESS_EVENT_OVER = 10,    /* tess_game_score() returns the final scores */
  TESS_EVENT_ARROW =
      11 /* seat, kind, spot.tile: the tile with the arrow; action: activated, or
          * TESS_ACTION_NONE: it points to a cell without a tile and brings `points` to `sides` (CL-10.2) */
} tess_event_type;

typedef struct tess_event {
  uint8_t type;     /* tess_event_type */
  uint8_t seat;     /* 0-based */
  uint8_t kind;     /* tile kind */
  uint8_t piece;    /* tess_piece */
  tess_spot spot;   /* as defined in docs/lookup/notation.md */
  uint8_t realm;    /* tess_type */
  uint8_t action;   /* tess_action */
  bool complete;    /* SCORED: the realm is complete */
  bool final;       /* SCORED: in the final scoring */
  uint8_t sides;    /* bit i: side i. A side is a seat, in the team game a team (0: seats 0 and 2, 1: seats 1 and 3) */
  uint16_t tiles;   /* SCORED: tiles of a realm; for centres the tile and its neighbours, 1 to 9; 0 for fields */
  uint16_t symbols; /* SCORED: symbols or coats of arms */
  uint16_t cities;  /* SCORED: complete cities that touch a field (CL-6.3) */
  int32_t points;   /* what each side of `sides` receives */
  tess_throw thrown;
} tess_event;

/* The events of one step: `count` entries of `at`, in the order in which they happened. */
typedef struct tess_events {
  uint32_t count;
  tess_event at[TESS_MAX_EVENTS];
} tess_events;

typedef struct tess_game tess_game; /* opaque, flat, without pointers into itself; holds the address of its set */
typedef struct tess_undo tess_undo; /* opaque: what one step changed */

/* The bytes that the caller provides for a game or an undo, aligned as by malloc. */
TESS_API size_t tess_game_size(void);
TESS_API size_t tess_undo_size(void);

/*
 * Starts a game: the start tile, spring or source is laid, and no tile is drawn yet. `set` must outlive the game.
 * Returns TESS_ERROR_BAD_OPTIONS if a number is out of range, a colour is repeated, an option does not belong to the
 * set's rules, or the colours do not form the teams of SW-8.1.
 */
TESS_API tess_error tess_game_new(tess_game *game, const tess_set *set, const tess_options *options);

/* Copies a game, but only the memory in use; a memcpy of tess_game_size() bytes gives the same game. */
TESS_API void tess_game_copy(tess_game *to, const tess_game *from);

/* Restarts the deck and dice streams from `seed`, as tess_options.seed does at the start. */
TESS_API void tess_game_seed(tess_game *game, uint64_t seed);

/* The state of chance: the deck stream, the dice stream, and the kinds of the tiles in the bag, in the order in which
 * the deck stream picks them. A game with the same steps and the same chance continues with the same draws and throws.
 */
typedef struct tess_chance {
  uint64_t deck, dice;
  uint16_t count;              /* of `bag`: tess_game_bag(game, -1) */
  uint8_t bag[TESS_MAX_TILES]; /* with the river, tiles to be drawn first stand last (CL-8.1, CL-9.2) */
} tess_chance;
TESS_API void tess_game_chance(const tess_game *game, tess_chance *out);
/* Returns TESS_ERROR_BAD_POSITION if the tiles of `bag` are not those left in the game, or break the river's order. */
TESS_API tess_error tess_game_set_chance(tess_game *game, const tess_chance *chance);

/*
 * The steps. If `undo` is not NULL, tess_game_undo() with it takes the step back. If `events` is not NULL, it receives
 * the events of this step only. A step in the wrong phase returns TESS_ERROR_BAD_PHASE.
 */

/* Draws tile `kind`, or with TESS_RANDOM one of the tiles left, each with equal probability. A tile that fits nowhere
 * is discarded, and the phase stays TESS_PHASE_DRAW, or becomes TESS_PHASE_OVER if no tile is left (SW-2.2, SW-6.1).
 * Returns TESS_ERROR_BAD_TILE if no such tile is left, or if it may not be drawn yet (river before land, CL-8.1). */
TESS_API tess_error tess_game_draw(tess_game *game, int kind, tess_undo *undo, tess_events *events);

/* Lays the drawn tile (SW-2.1, CL-2.1, CL-8.2, CL-9.3). Any rotation that looks the same is accepted. */
TESS_API tess_error tess_game_place(tess_game *game, tess_placement placement, tess_undo *undo, tess_events *events);

/* Places a meeple, places none, or takes the abbot back (SW-3, CL-3, CL-7, CL-10). Then a battle breaks out, or
 * complete realms are scored and the turn ends. A realm may be named by any of its segments on the tile. */
TESS_API tess_error tess_game_meeple(tess_game *game, tess_decision decision, tess_undo *undo, tess_events *events);

/* One throw of all sides of the battle that tess_game_battle() describes (SW-4.4). `thrown` has exactly those numbers
 * of dice, with faces 1 to 6; if it is NULL, the dice stream throws. After the last battle realms are scored and the
 * turn ends. */
TESS_API tess_error tess_game_throw(tess_game *game, const tess_throw *thrown, tess_undo *undo, tess_events *events);

/* Takes back the step that filled `undo`. Steps must be taken back in reverse order, each once. Afterwards every bit
 * that a function of this header can show is as before the step, streams included. */
TESS_API void tess_game_undo(tess_game *game, const tess_undo *undo);

/* ---- Queries ---- */

TESS_API const tess_set *tess_game_set(const tess_game *game);
/* The options, with the actual first seat and colours; `seed` is 0. */
TESS_API tess_options tess_game_options(const tess_game *game);
TESS_API tess_phase tess_game_phase(const tess_game *game);
/* The seat whose turn it is, 0-based; after the game the seat that would follow. */
TESS_API int tess_game_seat(const tess_game *game);
/* True in an extra turn (CL-10.7). */
TESS_API bool tess_game_extra(const tess_game *game);
/* The kind of the tile that is drawn but not laid yet, or -1. */
TESS_API int tess_game_drawn(const tess_game *game);
/* The number of sides (of players, or 2 in the team game); the side of a seat; the points of a side. */
TESS_API int tess_game_sides(const tess_game *game);
TESS_API int tess_game_side(const tess_game *game, int seat);
TESS_API int32_t tess_game_score(const tess_game *game, int side);
/* The number of meeples of this kind in a seat's supply. */
TESS_API int tess_game_supply(const tess_game *game, int seat, tess_piece piece);

/* The number of tiles laid; a tile by its index in the order laid (the last is number - 1); the index of the tile at a
 * cell, or -1. */
TESS_API int tess_game_tiles(const tess_game *game);
TESS_API tess_tile tess_game_tile(const tess_game *game, int index);
TESS_API int tess_game_at(const tess_game *game, int x, int y);

/* The copies of a kind in the bag, without the drawn tile; of all kinds if `kind` is -1. */
TESS_API int tess_game_bag(const tess_game *game, int kind);
/* The same, but only tiles that may be drawn next: with the river its middle, then lakes, then land (CL-8.1, CL-9.2).
 */
TESS_API int tess_game_due(const tess_game *game, int kind);
/* The discarded copies of a kind. */
TESS_API int tess_game_out(const tess_game *game, int kind);

/* The number of legal placements of the drawn tile in TESS_PHASE_PLACE; 0 in any other phase.
 * tess_game_placement_at() returns one of them, 0 <= index < count. Their order depends on the game so far and is the
 * same on every machine. */
TESS_API int tess_game_placement_count(const tess_game *game);
TESS_API tess_placement tess_game_placement_at(const tess_game *game, int index);
/* All of them in that order. Returns how many. */
TESS_API int tess_game_placements(const tess_game *game, tess_placement out[TESS_MAX_PLACEMENTS]);

/* Lists the legal meeple decisions in TESS_PHASE_MEEPLE, TESS_PIECE_NONE first; none in any other phase. Returns how
 * many. */
TESS_API int tess_game_decisions(const tess_game *game, tess_decision out[TESS_MAX_DECISIONS]);

/* A whole turn with the drawn tile: its placement and the meeple decision. A spot on this tile has the index that the
 * tile will get, tess_game_tiles(). */
typedef struct tess_turn {
  tess_placement placement;
  tess_decision decision;
} tess_turn;

/* Lists all whole turns in TESS_PHASE_PLACE, placement by placement with its decisions; none in any other phase. Writes
 * the first `most` of them into `out`, which may be NULL if `most` is 0. Returns how many there are. The game is
 * modified meanwhile, but afterwards every bit that a function of this header can show is as before. */
TESS_API int tess_game_turns(tess_game *game, tess_turn *out, int most);

/* Gets the battle to be fought in TESS_PHASE_THROW: its place, and the number of dice of each side. Returns false in
 * any other phase. */
TESS_API bool tess_game_battle(const tess_game *game, tess_spot *spot, uint8_t dice[TESS_MAX_PLAYERS]);

/*
 * The exact odds of one throw of a battle (SW-4.4). `dice` holds the number of dice of each side, 0 (it does not fight)
 * to TESS_MAX_DICE; at least one side must have dice. `counts[m]` receives the number of throws in which exactly the
 * sides of the bits of `m` share the highest die: with one bit this side wins (SW-4.5), with more they tie and throw
 * again among themselves (SW-4.6). Returns the number of all throws, 6 to the power of the number of dice; all are
 * equally likely.
 */
TESS_API uint64_t tess_battle_counts(const uint8_t dice[TESS_MAX_PLAYERS], uint64_t counts[TESS_BATTLE_OUTCOMES]);

/* The current state of a realm. */
typedef struct tess_realm {
  uint8_t type; /* tess_type */
  bool complete;
  uint16_t tiles;     /* each tile counted once (SW-5.1, CL-4.4); for centres the tile and its neighbours, 1 to 9 */
  uint16_t symbols;   /* of all factions; coats of arms of a city */
  uint16_t open_ends; /* open edges; for centres the empty cells around it; 0 for fields */
  uint16_t cities;    /* fields: complete cities that touch the field (CL-6.3) */
  bool factions[TESS_FACTION_COUNT]; /* bears a symbol of this faction (SW-4.3) */
  uint8_t meeples[TESS_MAX_PLAYERS]; /* by seat: small ones; in classic all, the abbot too */
  uint8_t large[TESS_MAX_PLAYERS];   /* by seat: large ones */
  uint8_t sides; /* bit i: side i would score it now (CL-4.5); in Star Wars every side that stands there */
  int32_t worth; /* points each scoring side would get if the game ended now */
} tess_realm;

TESS_API tess_realm tess_game_realm(const tess_game *game, tess_spot spot);
/* A number that two spots share if and only if they belong to the same realm. It is valid until the next step. */
TESS_API int tess_game_realm_id(const tess_game *game, tess_spot spot);
/* The spot that names a realm on the tile of `spot` (SW-3.5): the realm's segment there whose edge comes first in the
 * order N E S W (fields: NL NR EL ER SL SR WL WR) as seen on the board. A field that reaches no edge names itself. */
TESS_API tess_spot tess_game_spot(const tess_game *game, tess_spot spot);

/* A meeple on the board; `spot` as tess_game_spot() names it. */
typedef struct tess_meeple {
  uint8_t seat;
  uint8_t piece; /* TESS_PIECE_SMALL, TESS_PIECE_LARGE or TESS_PIECE_ABBOT */
  tess_spot spot;
} tess_meeple;

/* Lists all meeples on the board, sorted by seat. Returns how many. */
TESS_API int tess_game_meeples(const tess_game *game, tess_meeple out[TESS_MAX_MEEPLES]);

/* The number of tiles in the bag (tess_game_bag()) that would fit the empty cell x,y in some rotation: all of them for
 * a cell without neighbours, -1 for a cell with a tile. The river's order is ignored. */
TESS_API int tess_game_fits(const tess_game *game, int x, int y);

/* The hash of the position, as defined in docs/lookup/notation.md. Equal positions have equal hashes, however they were
 * reached. Streams are not part of it. */
TESS_API uint64_t tess_game_hash(const tess_game *game);

/* ---- Words ---- */

/* The words of docs/lookup/notation.md and docs/lookup/protocol.md for the constants above ("star-wars", "place",
 * "asteroids", "red", "rebels", "put-out"). NULL for a number outside the enumeration, or a piece that the game does
 * not have. The texts are constant. The name of a kind of tile is the `id` of tess_set_tile(). */
TESS_API const char *tess_rules_name(int rules);
TESS_API const char *tess_phase_name(int phase);
TESS_API const char *tess_type_name(int type);
TESS_API const char *tess_colour_name(int colour);
TESS_API const char *tess_faction_name(int faction);
TESS_API const char *tess_event_name(int type);
TESS_API const char *tess_action_name(int action);
TESS_API const char *tess_piece_name(tess_rules rules, int piece);

/* ---- Positions ---- */

/* A game as a plain value, with the contents of a position line (docs/lookup/notation.md). */
typedef struct tess_position {
  tess_options options; /* `first` and `seed` are ignored */
  uint8_t phase;        /* tess_phase */
  uint8_t seat;
  bool extra;    /* in an extra turn (CL-10.7) */
  int16_t drawn; /* kind in TESS_PHASE_PLACE, else -1 */
  int16_t last;  /* index in `tiles` of the tile just laid in TESS_PHASE_MEEPLE and _THROW, else -1 */
  int32_t scores[TESS_MAX_PLAYERS];
  uint16_t tile_count;
  uint16_t meeple_count;
  tess_tile tiles[TESS_MAX_TILES];       /* start tile or spring at 0,0, the source also at 1,0; any order */
  tess_meeple meeples[TESS_MAX_MEEPLES]; /* spots by index in `tiles` */
  uint8_t out[TESS_MAX_KINDS];           /* discarded tiles, by kind */
} tess_position;

/* The position of a game, tiles in the order laid. */
TESS_API void tess_game_position(const tess_game *game, tess_position *out);

/*
 * Sets a game up from a position, with streams that start from `seed`. Checks everything: that the tiles belong to the
 * set, are connected and match, that meeples are within their supply and stand where the rules allow, and the phase.
 * Returns TESS_ERROR_BAD_POSITION or TESS_ERROR_BAD_OPTIONS; `*why` (if `why` is not NULL) then points to a constant
 * English text.
 */
TESS_API tess_error tess_game_setup(tess_game *game, const tess_set *set, const tess_position *position, uint64_t seed,
                                    const char **why);

#ifdef __cplusplus
}
#endif

#endif
