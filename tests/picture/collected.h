/* Collects a picture in memory and checks that it is a well-formed, self-contained SVG document. */
#ifndef TESTS_PICTURE_COLLECTED_H
#define TESTS_PICTURE_COLLECTED_H

#include "cli/cmocka_base.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "picture/picture.h"

/* A text with a final zero; begin with {0}, end with free(text). */
struct collected {
  char *text;
  size_t length, room;
};

static inline void collected_add(void *user, const char *bytes, size_t length) {
  struct collected *p = user;
  if (p->length + length + 1 > p->room) {
    p->room = 2 * (p->length + length + 1);
    p->text = realloc(p->text, p->room);
    if (!p->text) abort();
  }
  memcpy(p->text + p->length, bytes, length);
  p->length += length;
  p->text[p->length] = 0;
}

/* How often a word occurs. */
static inline int collected_count(const struct collected *p, const char *word) {
  int count = 0;
  for (const char *at = strstr(p->text, word); at; at = strstr(at + 1, word)) count++;
  return count;
}

/* Skips character data up to `stop`; only the four entities of our writer may occur. NULL if something else does. */
static inline const char *collected_skip_text(const char *at, char stop) {
  static const char *const entities[] = {"&lt;", "&gt;", "&amp;", "&quot;"};
  for (; *at && *at != stop; at++) {
    bool known = *at != '&';
    for (int i = 0; i < 4 && !known; i++) known = strncmp(at, entities[i], strlen(entities[i])) == 0;
    if (!known || (stop == '"' && *at == '<') || (*at > 0 && *at < ' ' && *at != '\n')) return NULL;
  }
  return at;
}

static inline const char *collected_skip_name(const char *at) {
  while (isalnum((unsigned char)*at) || *at == '-' || *at == ':') at++;
  return at;
}

/* Skips the attributes of a tag up to its '>' or '/'. NULL if one is malformed. */
static inline const char *collected_skip_attributes(const char *at) {
  while (*at == ' ') {
    const char *end = collected_skip_name(at + 1);
    if (end == at + 1 || end[0] != '=' || end[1] != '"') return NULL;
    at = collected_skip_text(end + 2, '"');
    if (!at || *at != '"') return NULL;
    at++;
  }
  return at;
}

enum { COLLECTED_DEPTH = 32 };

/* The elements that are open: where their names begin. */
struct collected_stack {
  const char *name[COLLECTED_DEPTH];
  int depth;
};

/* Reads one tag at '<' and returns what follows it, or NULL if it is malformed or closes the wrong element. */
static inline const char *collected_read_tag(const char *at, struct collected_stack *open) {
  bool closing = at[1] == '/';
  const char *name = at + 1 + closing, *end = collected_skip_name(name);
  size_t length = (size_t)(end - name);
  if (length == 0) return NULL;
  if (closing) {
    if (open->depth == 0 || strncmp(open->name[--open->depth], name, length) != 0 || *end != '>') return NULL;
    return collected_skip_name(open->name[open->depth]) == open->name[open->depth] + length ? end + 1 : NULL;
  }
  at = collected_skip_attributes(end);
  if (!at) return NULL;
  if (at[0] == '/' && at[1] == '>') return at + 2;
  if (*at != '>' || open->depth == COLLECTED_DEPTH) return NULL;
  open->name[open->depth++] = name;
  return at + 1;
}

/* True when the text is one element, properly nested, after an XML declaration. */
static inline bool collected_well_formed(const struct collected *p) {
  const char *head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg ";
  if (strncmp(p->text, head, strlen(head)) != 0) return false;
  const char *at = strstr(p->text, "<svg");
  struct collected_stack open = {.depth = 0};
  do {
    at = collected_read_tag(at, &open);
    if (!at) return false;
    at = collected_skip_text(at, '<');
    if (!at) return false;
  } while (open.depth > 0);
  return *at == 0;
}

/* True when every id after `mark`, which ends with "#", is defined exactly once. */
static inline bool collected_references(const struct collected *p, const char *mark) {
  for (const char *at = strstr(p->text, mark); at; at = strstr(at + 1, mark)) {
    char id[64], first[64];
    const char *name = at + strlen(mark), *end = collected_skip_name(name);
    snprintf(first, sizeof first, "%s%.*s%c", mark, (int)(end - name), name, *end);
    if (strstr(p->text, first) != at) continue;
    snprintf(id, sizeof id, " id=\"%.*s\"", (int)(end - name), name);
    if (collected_count(p, id) != 1) return false;
  }
  return true;
}

/* True for a well-formed picture whose references all lead to a definition inside it and which names no other
 * document. */
static inline bool collected_valid(const struct collected *p) {
  return collected_well_formed(p) && collected_references(p, "href=\"#") && collected_references(p, "url(#") &&
         collected_count(p, "href=\"") == collected_count(p, "href=\"#") && collected_count(p, "://") == 1;
}

#endif
