/* What the lobby of a fleet asks of the machine: chance, clocks, computers that think, words from node to node. */
#include "lobby/fleet.h"

#include <sys/random.h>

/* ---- What the lobby asks of the machine ---- */

ssize_t getrandom(void *bytes, size_t length, unsigned flags) {
  (void)flags;
  for (size_t i = 0; i < length; i++) {
    world.secrets = world.secrets * 6364136223846793005u + 1442695040888963407u;
    ((unsigned char *)bytes)[i] = (unsigned char)(world.secrets >> 40);
  }
  return (ssize_t)length;
}

int64_t fleet_clock(void *context) {
  const struct fleet_node *node = context;
  return world.database.now + node->ahead;
}

struct fleet_node *node_of(const char *path) {
  return &world.nodes[path[strlen(path) - 1] - '0'];
}

struct memory_way *memory_way_of(const char *url) {
  return &node_of(url)->way;
}

struct store *store_open_postgres(const char *url, struct store_opening opening, struct fault *fault) {
  (void)opening;
  (void)fault;
  return memory_open(url);
}

/* ---- Computers that think at once; what they found is told by and by ---- */

struct sudden_thinkers {
  struct thought found[64];
  int count;
};

struct thinkers *thinkers_open(int threads, struct fault *fault) {
  (void)threads;
  (void)fault;
  return memory_zeroed(sizeof(struct sudden_thinkers));
}

void thinkers_close(struct thinkers *thinkers) {
  struct sudden_thinkers *own = (struct sudden_thinkers *)thinkers;
  for (int i = 0; own != NULL && i < own->count; i++) text_free(&own->found[i].move);
  free(own);
}

void thinkers_ask(struct thinkers *thinkers, const struct thought *thought, const tess_game *game) {
  struct sudden_thinkers *own = (struct sudden_thinkers *)thinkers;
  CHECK(own->count < 64);
  struct thought *found = &own->found[own->count++];
  *found = *thought;
  found->move = (struct text){0};
  core_turn(game, chance(1u << 30), &found->move);
}

bool thinkers_take(struct thinkers *thinkers, struct thought *thought) {
  struct sudden_thinkers *own = (struct sudden_thinkers *)thinkers;
  if (own->count == 0 || chance(3) > 0) return false;
  const uint32_t which = chance((uint32_t)own->count);
  *thought = own->found[which];
  own->found[which] = own->found[--own->count];
  return true;
}

size_t thinkers_count(const struct thinkers *thinkers) {
  return (size_t)((const struct sudden_thinkers *)thinkers)->count;
}

int thinkers_file(const struct thinkers *thinkers) {
  (void)thinkers;
  return -1;
}

/* ---- Words that nodes tell one another ---- */

struct hints *hints_open(const char *url, int beside, struct fault *fault) {
  (void)beside;
  (void)fault;
  return (struct hints *)node_of(url);
}

void hints_close(struct hints *hints) {
  struct fleet_node *node = (struct fleet_node *)hints;
  if (node == NULL) return;
  text_clear(&node->told), text_clear(&node->heard);
  node->taken = 0;
}

void hints_tell(struct hints *hints, struct span word) {
  struct fleet_node *node = (struct fleet_node *)hints;
  text_add(&node->told, word.bytes, word.length);
  text_add_char(&node->told, ' ');
}

bool reaches_database(const struct fleet_node *node) {
  return node->cut <= world.database.now && world.down <= world.database.now && !node->dying;
}

static void post_word(int to, const char *word, int64_t delay) {
  for (int i = 0; i < WORDS_UNDER_WAY; i++) {
    if (world.words[i].to >= 0) continue;
    world.words[i] = (struct fleet_word){.to = to, .due = world.database.now + delay};
    snprintf(world.words[i].word, sizeof world.words[i].word, "%s", word);
    return;
  }
}

/* Each node but itself hears a word soon, late, twice or not at all. */
static void spread_words(struct fleet_node *node) {
  char *rest = node->told.bytes;
  for (char *word; node->told.length > 0 && (word = strtok_r(rest, " ", &rest)) != NULL;) {
    for (int i = 0; i < NODES; i++) {
      if (&world.nodes[i] == node || happens(6)) continue;
      post_word(i, word, happens(10) ? chance(4000) : chance(20));
      if (happens(10)) post_word(i, word, chance(8000));
    }
  }
  text_clear(&node->told);
}

void hints_run(struct hints *hints) {
  struct fleet_node *node = (struct fleet_node *)hints;
  const int own = (int)(node - world.nodes);
  if (reaches_database(node))
    spread_words(node);
  else
    text_clear(&node->told);
  for (int i = 0; i < WORDS_UNDER_WAY; i++) {
    struct fleet_word *word = &world.words[i];
    if (word->to != own || word->due > world.database.now) continue;
    if (reaches_database(node)) {
      text_add_string(&node->heard, word->word);
      text_add_char(&node->heard, ' ');
    }
    word->to = -1;
  }
}

bool hints_take(struct hints *hints, struct span *word) {
  struct fleet_node *node = (struct fleet_node *)hints;
  if (node->taken == node->heard.length) {
    text_clear(&node->heard);
    node->taken = 0;
    return false;
  }
  const char *begin = node->heard.bytes + node->taken;
  *word = (struct span){begin, strcspn(begin, " ")};
  node->taken += word->length + 1;
  return true;
}

int hints_file(const struct hints *hints) {
  (void)hints;
  return -1;
}
