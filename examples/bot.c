/*
 * A player for Tessera in one page. It knows no rules: it receives its legal moves (docs/lookup/protocol.md, "Engines")
 * and prefers moves that put a meeple on a valuable realm. `cc -o bot bot.c && tessera match --engine cmd=./bot
 * --engine random`
 */
#define _POSIX_C_SOURCE 200809L
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

static char best[256]; /* the best move received; empty if there is none */
static int best_worth;

/* The value of a move: that of its meeple's realm, and a small random number. */
static int worth(const char *move) {
  static const struct {
    const char *word;
    int worth;
  } words[] = {{":planet", 60}, {":asteroids", 40}, {":route", 20}, {":city", 40},  {":monastery", 60},
               {":garden", 50}, {":road", 20},      {":field", 10}, {"=large", -5}, {"=abbot", -5}};
  int sum = rand() % 30;
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    if (strstr(move, words[i].word) != NULL) sum += words[i].worth;
  return sum;
}

static void hear_legal(void) {
  for (char *move = strtok(NULL, " \t\r\n"); move != NULL; move = strtok(NULL, " \t\r\n")) {
    const int value = worth(move);
    if (best[0] != '\0' && value <= best_worth) continue;
    snprintf(best, sizeof best, "%s", move);
    best_worth = value;
  }
}

static void answer(const char *command) {
  if (strcmp(command, "tep") == 0) {
    puts("id name page\nid version 1\nprotocol 1\nneeds legal\nok");
  } else if (strcmp(command, "isready") == 0) {
    puts("readyok\nok");
  } else if (strcmp(command, "newgame") == 0 || strcmp(command, "position") == 0) {
    best[0] = '\0';
    puts("ok");
  } else if (strcmp(command, "legal") == 0) {
    hear_legal();
    puts("ok");
  } else if (strcmp(command, "go") == 0 && best[0] == '\0') {
    puts("error bad-phase no legal moves were told");
  } else if (strcmp(command, "go") == 0) {
    printf("ok\nbestmove %s\n", best);
  } else if (strcmp(command, "stop") == 0 || strcmp(command, "quit") == 0) {
    puts("ok");
  } else {
    puts(*command == '\0' ? "error too-long a line holds at most 65535 bytes and no zero byte"
                          : "error unknown-command it knows tep isready newgame position legal go stop quit");
  }
  fflush(stdout);
}

int main(void) {
  char *line = NULL;
  size_t size = 0;
  ssize_t length;
  while ((length = getline(&line, &size, stdin)) > 0) {
    const bool too_long = length > 65536 || strlen(line) != (size_t)length;
    const char *command = too_long ? "" : strtok(line, " \t\r\n");
    if (command == NULL || command[0] == '#') continue;
    answer(command);
    if (strcmp(command, "quit") == 0) break;
  }
  free(line);
  return 0;
}
