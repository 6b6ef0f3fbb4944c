/* `tessera ratings`: computes all ratings again from the results of games, and compares them with the stored ones.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_writer.h"
#include "cli/command.h"
#include "cli/files.h"
#ifdef TESSERA_SERVER
#include "club/club.h"
#endif
#include "notation/json_reader.h"
#include "rating/rating.h"

/* A stored rating in the file. */
struct noted_rating {
  int64_t player;
  int pool;
  struct rating rating;
  bool outdated; /* it is of a game that is still to be rated anew */
};

/* The content of a file or database. */
struct rating_source {
  bool is_store; /* the source is a database, whose faults name it; an address may have a password in it */
  struct rating_book *book;
  int64_t until;       /* only games that ended up to this time count */
  int64_t noted_until; /* the number of the last game that counts in the ratings of a database; 0: none does */
  bool compares;       /* only games up to that one count; the others wait for the server */
  int64_t last;        /* when the last of them ended */
  int games, voided, waiting;
  struct noted_rating *noted;
  size_t count, capacity;
};

/* ---- Reading: one JSON object a line, a result or a rating ---- */

static bool read_player(const json_t *object, int64_t *player, struct fault *fault) {
  struct span id = {0};
  uint64_t number;
  if (!member_text(object, "player", &id, fault)) return false;
  if (id.bytes == NULL) return true;
  if (!span_hash(id, &number) || number == 0 || number > INT64_MAX)
    return fault_say(fault, "player: expected 16 hexadecimal digits, from 0000000000000001 to 7fffffffffffffff");
  *player = (int64_t)number;
  return true;
}

static bool read_game(const json_t *object, struct rated_game *game, struct fault *fault) {
  const json_t *seats = NULL;
  int rules = 0, speed = 0;
  if (!members_known(object, "game ended rules speed seats", "void", fault) ||
      !member_long(object, "game", &game->number, fault) || !member_long(object, "ended", &game->ended, fault) ||
      !member_choice(object, "rules", "star-wars classic", &rules, fault) ||
      !member_choice(object, "speed", "live days", &speed, fault) ||
      !member_switch(object, "void", &game->voided, fault) || !member_list(object, "seats", "seats", &seats, fault))
    return false;
  if (game->number < 1) return fault_say(fault, "game: expected a number from 1");
  if (json_array_size(seats) > TESS_MAX_PLAYERS)
    return fault_say(fault, "seats: expected at most %d", TESS_MAX_PLAYERS);
  game->rules = (tess_rules)rules;
  game->speed = (enum rating_speed)speed;
  game->seats = (int)json_array_size(seats);
  for (int i = 0; i < game->seats; i++) {
    const json_t *seat = json_array_get(seats, (size_t)i);
    struct rated_seat *into = &game->seat[i];
    char where[16];
    snprintf(where, sizeof where, "seat %d", i + 1);
    into->side = i + 1;
    if (!json_is_object(seat)) return fault_say(fault, "%s: expected an object", where);
    if (!members_known(seat, "place", "player level side", fault) || !read_player(seat, &into->player, fault) ||
        !member_whole(seat, "level", 1, RATING_LEVELS, &into->level, fault) ||
        !member_whole(seat, "side", 1, TESS_MAX_PLAYERS, &into->side, fault) ||
        !member_whole(seat, "place", 1, TESS_MAX_PLAYERS, &into->place, fault))
      return fault_within(fault, where);
  }
  return true;
}

static bool read_noted(const json_t *object, struct noted_rating *noted, struct fault *fault) {
  struct span pool = {0};
  int value = 0, deviation = 0, volatility = 0, games = 0;
  if (!members_known(object, "pool player value deviation volatility games played", "", fault) ||
      !read_player(object, &noted->player, fault) || !member_text(object, "pool", &pool, fault) ||
      !member_whole(object, "value", 0, INT32_MAX, &value, fault) ||
      !member_whole(object, "deviation", 0, INT32_MAX, &deviation, fault) ||
      !member_whole(object, "volatility", 0, INT32_MAX, &volatility, fault) ||
      !member_whole(object, "games", 1, INT32_MAX, &games, fault) ||
      !member_long(object, "played", &noted->rating.played, fault))
    return false;
  if (!rating_pool_read(pool, &noted->pool))
    return fault_say(fault, "pool: expected a name such as %s, not %s", rating_pool_name(0),
                     quote(pool.bytes, pool.length).text);
  noted->rating.value = value;
  noted->rating.deviation = deviation;
  noted->rating.volatility = volatility;
  noted->rating.games = games;
  return true;
}

/* Takes the next game, unless it ended too late to count. */
static bool take_game(void *context, const struct rated_game *game, struct fault *fault) {
  struct rating_source *source = context;
  if (game->ended > source->until) return true;
  if (source->compares && source->is_store && game->number > source->noted_until) {
    source->waiting++;
    return true;
  }
  if (!rating_book_add(source->book, game, fault)) return false;
  source->games++;
  source->voided += game->voided;
  if (game->ended > source->last) source->last = game->ended;
  return true;
}

static struct noted_rating *add_noted(struct rating_source *source) {
  if (source->count == source->capacity) {
    source->capacity = 2 * source->capacity + 64;
    source->noted = memory_resize(source->noted, source->capacity * sizeof *source->noted);
  }
  source->noted[source->count] = (struct noted_rating){0};
  return &source->noted[source->count++];
}

#ifdef TESSERA_SERVER
static bool take_stored(void *context, const struct club_rating *rating) {
  struct rating_source *source = context;
  *add_noted(source) = (struct noted_rating){.player = rating->player,
                                             .pool = rating->pool,
                                             .rating = rating->rating,
                                             .outdated = rating->game > source->noted_until};
  return true;
}

#endif

/* True if a path is that of a database: an address, or a file of SQLite. */
static bool is_store(const char *path) {
  static const char begin[] = "SQLite format 3";
  char bytes[sizeof begin] = "x";
  if (strstr(path, "://") != NULL) return true;
  FILE *file = file_is_regular(path) ? fopen(path, "rb") : NULL;
  const bool whole = file != NULL && fread(bytes, 1, sizeof bytes, file) == sizeof bytes;
  if (file != NULL) fclose(file);
  return whole && memcmp(bytes, begin, sizeof begin) == 0;
}

static bool read_source(struct rating_source *source, const char *path, struct fault *fault) {
  source->is_store = is_store(path);
#ifdef TESSERA_SERVER
  if (source->is_store) {
    if (source->compares && !club_each_rating(path, &source->noted_until, take_stored, source, fault)) return false;
    source->compares = source->noted_until > 0;
    return club_each_rated(path, take_game, source, fault);
  }
#endif
  struct text bytes = {0};
  struct span rest, line;
  bool good = file_read(path, &bytes, fault);
  rest = text_span(&bytes);
  for (int number = 1; good && span_split(&rest, '\n', &line); number++) {
    if (line.length == 0) continue;
    json_t *object = members_read(line, fault);
    struct rated_game game = {0};
    if (object == NULL)
      good = false;
    else if (json_object_get(object, "pool") != NULL)
      good = read_noted(object, add_noted(source), fault);
    else
      good = read_game(object, &game, fault) && take_game(source, &game, fault);
    json_decref(object);
    if (!good) fault->line = number;
  }
  text_free(&bytes);
  source->compares = source->compares && source->count > 0;
  return good;
}

/* ---- Writing ---- */

static void print_json(const struct rating_source *source, int pool, int64_t since) {
  struct ladder_row *rows;
  struct text line = {0};
  const size_t count = rating_book_ladder(source->book, pool, since, 0, &rows); /* as they are stored */
  for (size_t i = 0; i < count; i++) {
    text_clear(&line);
    json_open_object(&line, NULL);
    json_put_string(&line, "pool", rating_pool_name(pool));
    json_put_hash(&line, "player", (uint64_t)rows[i].player);
    json_put_int(&line, "value", rows[i].rating.value);
    json_put_int(&line, "deviation", rows[i].rating.deviation);
    json_put_int(&line, "volatility", rows[i].rating.volatility);
    json_put_int(&line, "games", rows[i].rating.games);
    json_put_int(&line, "played", rows[i].rating.played);
    json_close_object(&line);
    puts(line.bytes);
  }
  free(rows);
  text_free(&line);
}

static void print_ladder(const struct rating_source *source, int pool, int64_t since, int64_t now) {
  struct ladder_row *rows;
  struct text line = {0};
  const size_t count = rating_book_ladder(source->book, pool, since, now, &rows);
  if (count > 0) printf("%s\nrank  rating   +/-  games  player\n", rating_pool_name(pool));
  for (size_t i = 0; i < count; i++) {
    text_clear(&line);
    rating_write(&rows[i].rating, &line);
    if (rows[i].rank > 0)
      printf("%4d", rows[i].rank);
    else
      printf("   -");
    printf("%8s%6d%7d  %016" PRIx64 "\n", line.bytes, (2 * rows[i].rating.deviation + 500) / 1000, rows[i].rating.games,
           (uint64_t)rows[i].player);
  }
  free(rows);
  text_free(&line);
}

static void print_difference(const struct noted_rating *noted, const struct rating *computed) {
  fprintf(stderr,
          "tessera ratings: %s %016" PRIx64 ": noted %d %d %d after %d games until %" PRId64
          ", computed %d %d %d after %d games until %" PRId64 "\n",
          rating_pool_name(noted->pool), (uint64_t)noted->player, noted->rating.value, noted->rating.deviation,
          noted->rating.volatility, noted->rating.games, noted->rating.played, computed->value, computed->deviation,
          computed->volatility, computed->games, computed->played);
}

static int by_pool_and_player(const void *one, const void *other) {
  const struct noted_rating *a = one, *b = other;
  return a->pool != b->pool ? a->pool - b->pool : (a->player > b->player) - (a->player < b->player);
}

/* Prints every difference between the noted and the computed ratings. Returns their number. */
static int compare_ratings(struct rating_source *source) {
  int differences = 0;
  qsort(source->noted, source->count, sizeof *source->noted, by_pool_and_player);
  for (size_t i = 0; i < source->count; i++) {
    const struct noted_rating *noted = &source->noted[i];
    if (noted->outdated) continue;
    const struct rating computed = rating_book_find(source->book, noted->player, noted->pool);
    if (noted->rating.value == computed.value && noted->rating.deviation == computed.deviation &&
        noted->rating.volatility == computed.volatility && noted->rating.games == computed.games &&
        noted->rating.played == computed.played)
      continue;
    print_difference(noted, &computed);
    differences++;
  }
  for (int pool = 0; pool < RATING_POOLS; pool++) {
    struct ladder_row *rows;
    const size_t count = rating_book_ladder(source->book, pool, 0, 0, &rows);
    for (size_t i = 0; i < count; i++) {
      const struct noted_rating missing = {.player = rows[i].player, .pool = pool};
      if (bsearch(&missing, source->noted, source->count, sizeof missing, by_pool_and_player) != NULL) continue;
      print_difference(&missing, &rows[i].rating);
      differences++;
    }
    free(rows);
  }
  return differences;
}

static int ratings_run(const struct arguments *arguments) {
  /* 1. Read the options. */
  struct fault fault = {0};
  const char *season_name = argument_text(arguments, "season"), *pool_name = argument_text(arguments, "pool");
  int season = 0, pool = -1;
  if (season_name != NULL && !season_read(span_of(season_name), &season))
    return usage_wrong("ratings", "--season: expected a year and a quarter, as in 2026-4, not '%s'", season_name);
  if (pool_name != NULL && !rating_pool_read(span_of(pool_name), &pool))
    return usage_wrong("ratings", "--pool: expected a name such as %s, not '%s'", rating_pool_name(0), pool_name);

  /* 2. Read the games. */
  struct rating_source source = {.book = rating_book_new(),
                                 .until = season_name == NULL ? INT64_MAX : season_begin(season + 1) - 1,
                                 .compares = season_name == NULL};
  int code = CODE_DONE;
  if (!read_source(&source, arguments->operands[0], &fault)) {
    code = bad_input("ratings", source.is_store ? NULL : arguments->operands[0], &fault);
  } else if (source.compares) {
    const int differences = compare_ratings(&source);
    printf("games: %d, void: %d, noted ratings: %zu, differences: %d\n", source.games, source.voided, source.count,
           differences);
    if (source.waiting > 0) printf("games that the server has not rated yet: %d\n", source.waiting);
    code = differences > 0 ? CODE_BAD_INPUT : CODE_DONE;
  } else {
    const int64_t since = season_name == NULL ? 0 : season_begin(season);
    for (int i = 0; i < RATING_POOLS; i++) {
      if (pool >= 0 && i != pool) continue;
      if (argument_flag(arguments, "json"))
        print_json(&source, i, since);
      else
        print_ladder(&source, i, since, source.last);
    }
  }
  rating_book_free(source.book);
  free(source.noted);
  return code;
}

static const struct option_spec ratings_options[] = {
    {"pool", 0, OPTION_TEXT, "NAME", 0, 0, "one pool alone, such as star-wars-live-duel or classic-days-group"},
    {"season", 0, OPTION_TEXT, "SEASON", 0, 0,
     "the ladder of a season, as in 2026-4: the quarter in which it was played"},
    {"json", 0, OPTION_FLAG, NULL, 0, 0, "one line of JSON for each rating, as a file notes them"},
    OPTIONS_END};

const struct command ratings_command = {
    .name = "ratings",
    .operands = "FILE|STORE",
    .operand_kind = OPERAND_FILE,
    .least_operands = 1,
    .most_operands = 1,
    .summary = "compute ratings anew from the results of games",
    .description =
        "Reads results, computes the rating of every player from them, and prints the ladders as they were after the "
        "last game. FILE has one JSON object a line (docs/lookup/command-line.md). STORE is the database of a server, "
        "a file of SQLite or an address of PostgreSQL that no server uses, and only its rated games count.\n"
        "If ratings are noted there, too, and --season is not given, these are compared with the computed ones. Every "
        "difference is printed, and the exit code is 1 if there is any.",
    .options = ratings_options,
    .run = ratings_run,
};
