/*
 * Puts load on a running server: tables at which four seats move at a given pace, and streams that only listen. It
 * prints how long the answers to moves took, and how much memory the server used.
 *
 *   bench_load PORT PID TABLES PACE_MS STREAMS_PER_TABLE SILENT_STREAMS SECONDS
 */
#define _GNU_SOURCE

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/encoding.h"
#include "base/steady_clock.h"
#include "chance/proof.h"
#include "load_net.h"
#include "notation/history.h"
#include "notation/move.h"

enum { SEATS = 4, WORD = 64, HISTOGRAM = 100000 /* ten microseconds each */ };

struct load;

/* A table and its four players. */
struct seat_table {
  struct load *bench;
  struct load_connection *poster, *first_stream;
  struct history *history; /* of the running game */
  char id[32], tokens[SEATS][WORD];
  int seated, words, games;
  int shares; /* shares of chance: the number sealed so far, then the number revealed so far */
  uint8_t commitment[FAIR_HASH];
  int64_t seq; /* number of the last received entry */
  bool drawn;  /* a tile is drawn, and its turn was not sent yet */
  bool moving; /* a turn was sent and is not answered yet */
  int64_t due; /* time at which to send the next turn, in microseconds */
  int64_t sent;
};

struct load {
  struct net *net;
  struct set_library *sets;
  tess_game *scratch;
  struct seat_table *tables;
  int table_count, pace, streams_per_table;
  int started; /* number of tables whose game has begun */
  uint64_t random, moves, late, refused;
  bool counting;
  uint32_t histogram[HISTOGRAM + 1];
  int64_t longest, sum;
};

static uint32_t pick(struct load *bench, uint32_t bound) {
  bench->random ^= bench->random << 13;
  bench->random ^= bench->random >> 7;
  bench->random ^= bench->random << 17;
  return (uint32_t)((bench->random >> 20) % bound);
}

static void fail(const char *what, struct span body) {
  fprintf(stderr, "bench_load: %s: %.*s\n", what, (int)(body.length < 300 ? body.length : 300), body.bytes);
  exit(3);
}

/* ---- a table's steps ---- */

static void write_who(struct load *bench, struct text *body) {
  text_print(body, "{\"id\":\"%08x%08x\",\"name\":\"load\"", pick(bench, ~0u), pick(bench, ~0u));
}

static void create(struct seat_table *table) {
  struct text body = {0};
  table->seated = table->shares = 0;
  write_who(table->bench, &body);
  text_add_string(&body,
                  ",\"setup\":{\"game\":\"classic\",\"options\":[\"fields\"],\"grace\":0,\"public\":false,\"seats\":["
                  "{\"kind\":\"person\"},{\"kind\":\"open\"},{\"kind\":\"open\"},{\"kind\":\"open\"}]}}");
  connection_post(table->poster, "/api/v1/tables", NULL, body.bytes);
  text_free(&body);
}

static void sit(struct seat_table *table) {
  struct text body = {0}, path = {0};
  write_who(table->bench, &body);
  text_add_string(&body, ",\"kind\":\"program\"}");
  text_print(&path, "/api/v1/tables/%s/seats", table->id);
  connection_post(table->poster, path.bytes, NULL, body.bytes);
  text_free(&body);
  text_free(&path);
}

/* Opens the streams of the seats; only the first one is evaluated, to follow the game. */
static void listen_in(struct seat_table *table) {
  struct net *net = table->bench->net;
  struct text path = {0};
  text_print(&path, "/api/v1/tables/%s/events", table->id);
  table->seq = 0;
  net_disconnect(net, table->first_stream);
  table->first_stream = net_connect(net, table);
  connection_listen(table->first_stream, path.bytes, table->tokens[0]);
  for (int i = 1; table->games == 0 && i < table->bench->streams_per_table; i++)
    connection_listen(net_connect(net, NULL), path.bytes, table->tokens[i % SEATS]);
  text_free(&path);
}

static void take_seat(struct seat_table *table, struct span body) {
  json_t *json = json_loadb(body.bytes, body.length, 0, NULL);
  const char *id = json_string_value(json_object_get(json, "table"));
  const char *token = json_string_value(json_object_get(json, "token"));
  if (id == NULL || token == NULL) fail("no seat", body);
  snprintf(table->id, sizeof table->id, "%s", id);
  snprintf(table->tokens[json_integer_value(json_object_get(json, "seat")) - 1], WORD, "%s", token);
  json_decref(json);
  if (++table->seated < SEATS)
    sit(table);
  else
    listen_in(table);
}

/* Seals the next seat's share of chance, which is the same for all seats, or reveals it once all are sealed. */
static void send_share(struct seat_table *table) {
  static const uint8_t share[FAIR_CONTRIBUTION];
  const int seat = table->shares % SEATS;
  uint8_t seal[FAIR_HASH];
  struct text body = {0}, path = {0};
  const bool seals = table->shares++ < SEATS;
  fair_seal(table->commitment, seat, share, seal);
  text_print(&body, "{\"id\":\"%08x%08x\",\"type\":\"%s\",\"%s\":\"", pick(table->bench, ~0u), pick(table->bench, ~0u),
             seals ? "seal" : "contribute", seals ? "seal" : "contribution");
  hex_write(seals ? seal : share, seals ? FAIR_HASH : FAIR_CONTRIBUTION, &body);
  text_add_string(&body, "\"}");
  text_print(&path, "/api/v1/tables/%s/actions", table->id);
  connection_post(table->poster, path.bytes, table->tokens[seat], body.bytes);
  text_free(&body);
  text_free(&path);
}

static void begin_shares(struct seat_table *table, const char *commitment) {
  if (!hex_read(span_of(commitment), table->commitment, FAIR_HASH)) fail("no commitment", span_of(commitment));
  send_share(table);
}

static tess_decision pick_decision(struct load *bench, const tess_game *game, tess_placement placement) {
  tess_decision decisions[TESS_MAX_DECISIONS];
  tess_game_copy(bench->scratch, game);
  tess_game_place(bench->scratch, placement, NULL, NULL);
  const int count = tess_game_decisions(bench->scratch, decisions);
  return decisions[pick(bench, (uint32_t)count)];
}

static void send_move(struct seat_table *table) {
  struct load *bench = table->bench;
  const tess_game *game = table->history->game;
  struct text body = {0}, path = {0};
  const tess_placement placement =
      tess_game_placement_at(game, (int)pick(bench, (uint32_t)tess_game_placement_count(game)));
  const tess_decision decision = pick_decision(bench, game, placement);
  const struct move move = turn_move(game, placement, decision, bench->scratch);
  text_print(&body, "{\"id\":\"%08x%08x\",\"type\":\"move\",\"at\":%d,\"move\":\"", pick(bench, ~0u), pick(bench, ~0u),
             table->words);
  move_write(&move, table->history->set->set, &body);
  text_add_string(&body, "\"}");
  text_print(&path, "/api/v1/tables/%s/actions", table->id);
  table->drawn = false;
  table->moving = true;
  table->sent = steady_microseconds();
  connection_post(table->poster, path.bytes, table->tokens[tess_game_seat(game)], body.bytes);
  text_free(&body);
  text_free(&path);
}

/* ---- received entries ---- */

static void begin_game(struct seat_table *table, const char *newgame) {
  struct fault fault;
  tess_options options = tess_options_default(TESS_RULES_CLASSIC);
  const char *first = strstr(newgame, "first=");
  options.players = SEATS;
  options.fields = true;
  options.first = (uint8_t)(first[6] - '1');
  history_free(table->history);
  table->history = history_new(set_library_find(table->bench->sets, span_of("classic")), &options, &fault);
  table->words = 0;
  if (table->games++ == 0) table->bench->started++;
}

static void play_words(struct seat_table *table, const json_t *words) {
  size_t index;
  const json_t *word;
  struct fault fault;
  json_array_foreach(words, index, word) {
    if (!history_word(table->history, span_of(json_string_value(word)), &fault)) fail(fault.text, span_of(""));
    table->words++;
  }
}

static void take_entry(struct seat_table *table, const json_t *entry) {
  const char *type = json_string_value(json_object_get(entry, "type"));
  const int64_t seq = json_integer_value(json_object_get(entry, "seq"));
  if (type == NULL || seq <= table->seq) return;
  table->seq = seq;
  if (strcmp(type, "created") == 0) begin_shares(table, json_string_value(json_object_get(entry, "commitment")));
  if (strcmp(type, "started") == 0) begin_game(table, json_string_value(json_object_get(entry, "newgame")));
  if (strcmp(type, "moved") == 0 || strcmp(type, "drawn") == 0) play_words(table, json_object_get(entry, "words"));
  if (strcmp(type, "drawn") == 0) table->drawn = tess_game_phase(table->history->game) == TESS_PHASE_PLACE;
  if (strcmp(type, "over") == 0) create(table);
}

static void take_line(void *owner, struct span line) {
  size_t index;
  const json_t *entry, *entries;
  if (line.length == 0) return;
  json_t *json = json_loadb(line.bytes, line.length, 0, NULL);
  entries = json_object_get(json, "entries");
  if (entries == NULL)
    take_entry(owner, json);
  else
    json_array_foreach(entries, index, entry) take_entry(owner, entry);
  json_decref(json);
}

static void count_move(struct load *bench, int64_t took) {
  if (!bench->counting) return;
  bench->moves++;
  bench->sum += took;
  bench->late += took >= 50000;
  bench->histogram[took / 10 < HISTOGRAM ? took / 10 : HISTOGRAM]++;
  if (took > bench->longest) bench->longest = took;
}

static void take_answer(void *owner, int status, struct span body) {
  struct seat_table *table = owner;
  if (table == NULL || status == 0) fail("a connection was lost", body);
  if (!table->moving) {
    if (status != (table->shares > 0 ? 200 : 201)) fail("the game does not begin", body);
    if (table->shares == 0)
      take_seat(table, body);
    else if (table->shares < 2 * SEATS)
      send_share(table);
    return;
  }
  table->moving = false;
  count_move(table->bench, steady_microseconds() - table->sent);
  if (status != 200) table->bench->refused++;
}

/* ---- the run ---- */

/* Sends the turns that are due, by the pace of each table, and handles incoming data for a millisecond. */
static void step(struct load *bench) {
  const int64_t now = steady_microseconds();
  for (int i = 0; i < bench->table_count; i++) {
    struct seat_table *table = &bench->tables[i];
    if (!table->drawn || table->moving || table->due > now) continue;
    table->due += (int64_t)bench->pace * 1000;
    if (table->due < now) table->due = now;
    send_move(table);
  }
  net_step(bench->net, 1);
}

static void start_tables(struct load *bench) {
  bench->tables = memory_new((size_t)bench->table_count * sizeof *bench->tables);
  memset(bench->tables, 0, (size_t)bench->table_count * sizeof *bench->tables);
  for (int i = 0; i < bench->table_count; i++) {
    struct seat_table *table = &bench->tables[i];
    table->bench = bench;
    table->due = INT64_MAX;
    table->poster = net_connect(bench->net, table);
    create(table);
    while (bench->started < i - 20) net_step(bench->net, 10);
  }
  while (bench->started < bench->table_count) net_step(bench->net, 10);
}

static void start_silent(struct load *bench, int streams) {
  for (int i = 0; i < streams; i++) {
    struct text path = {0};
    text_print(&path, "/api/v1/tables/%s/events", bench->tables[i % bench->table_count].id);
    connection_listen(net_connect(bench->net, NULL), path.bytes, NULL);
    text_free(&path);
    if (i % 50 == 0) net_step(bench->net, 1);
  }
  for (int i = 0; i < 200; i++) net_step(bench->net, 10);
}

static double percentile(const struct load *bench, double share) {
  uint64_t count = 0;
  int i = 0;
  while (i < HISTOGRAM && (double)(count += bench->histogram[i]) < share * (double)bench->moves) i++;
  return i / 100.0;
}

/* The server's memory in kilobytes, and its processor time in clock ticks. */
static long memory_of(int pid) {
  char path[64], line[256];
  long kilobytes = 0;
  snprintf(path, sizeof path, "/proc/%d/status", pid);
  FILE *file = fopen(path, "r");
  while (file != NULL && fgets(line, sizeof line, file) != NULL)
    if (strncmp(line, "VmRSS:", 6) == 0) kilobytes = strtol(line + 6, NULL, 10);
  if (file != NULL) fclose(file);
  return kilobytes;
}

static double seconds_of(int pid) {
  char path[64];
  unsigned long user = 0, system = 0;
  snprintf(path, sizeof path, "/proc/%d/stat", pid);
  FILE *file = fopen(path, "r");
  if (file == NULL) return 0;
  if (fscanf(file, "%*d %*s %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) != 2) user = 0;
  fclose(file);
  return (double)(user + system) / 100.0;
}

static void measure(struct load *bench, int pid, int seconds) {
  const int64_t begin = steady_microseconds();
  for (int i = 0; i < bench->table_count; i++) bench->tables[i].due = begin + pick(bench, (uint32_t)bench->pace * 1000);
  while (steady_microseconds() < begin + 3000000) step(bench);
  bench->counting = true;
  const int64_t counted = steady_microseconds();
  const double before = seconds_of(pid), own = seconds_of(getpid());
  while (steady_microseconds() < counted + (int64_t)seconds * 1000000) step(bench);
  const double took = (double)(steady_microseconds() - counted) / 1e6;
  printf("moves/s %.0f, answers ms: mean %.2f p50 %.2f p99 %.2f p99.9 %.2f max %.2f, refused %llu\n",
         (double)bench->moves / took, (double)bench->sum / 1000.0 / (double)bench->moves, percentile(bench, 0.5),
         percentile(bench, 0.99), percentile(bench, 0.999), (double)bench->longest / 1000.0,
         (unsigned long long)bench->refused);
  printf("server: %.0f %% of a core, %ld MB; bench_load: %.0f %% of a core\n", (seconds_of(pid) - before) / took * 100,
         memory_of(pid) / 1024, (seconds_of(getpid()) - own) / took * 100);
}

int main(int argc, char **argv) {
  static const struct hearer hearer = {take_answer, take_line};
  if (argc != 8) {
    fprintf(stderr, "usage: bench_load PORT PID TABLES PACE_MS STREAMS_PER_TABLE SILENT_STREAMS SECONDS\n");
    return 2;
  }
  const int pid = atoi(argv[2]), silent = atoi(argv[6]);
  struct load *bench = memory_new(sizeof *bench);
  memset(bench, 0, sizeof *bench);
  bench->net = net_open("127.0.0.1", (uint16_t)atoi(argv[1]), &hearer);
  bench->sets = set_library_open();
  bench->scratch = memory_new(tess_game_size());
  bench->table_count = atoi(argv[3]);
  bench->pace = atoi(argv[4]);
  bench->streams_per_table = atoi(argv[5]);
  bench->random = (uint64_t)steady_microseconds() | 1;
  const long idle = memory_of(pid);
  start_tables(bench);
  const long begun = memory_of(pid);
  printf("%d tables with %d streams each: %.1f kB a table\n", bench->table_count, bench->streams_per_table,
         (double)(begun - idle) / bench->table_count);
  start_silent(bench, silent);
  if (silent > 0) printf("%d silent streams: %.1f kB each\n", silent, (double)(memory_of(pid) - begun) / silent);
  fflush(stdout);
  measure(bench, pid, atoi(argv[7]));
  return 0;
}
