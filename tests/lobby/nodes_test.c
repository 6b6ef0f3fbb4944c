/* Which of several nodes on one database answers for a table. */
#define _GNU_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/cmocka_base.h"
#include "lobby/lobby.h"

static void the_only_node_answers_for_all_tables(void **state) {
  static const char *const ends[] = {"", "-wal", "-shm", "-key"};
  char folder[] = "/tmp/nodes_test.XXXXXX", path[96], key[112], name[128], url[LOBBY_URL_SIZE];
  struct fault fault = {0};
  (void)state;
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/tables.db", folder);
  snprintf(key, sizeof key, "%s-key", path);
  const struct lobby_settings settings = {.path = path, .key_path = key, .threads = 1};
  struct lobby *lobby = lobby_open(&settings, &fault);
  if (lobby == NULL) fail_msg("%s", fault.text);
  assert_int_equal(lobby_place(lobby, span_of("abcdefghijklmnop"), url), LOBBY_HERE);
  assert_true(lobby_may_change(lobby));
  lobby_close(lobby);
  for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
    snprintf(name, sizeof name, "%s%s", path, ends[i]);
    unlink(name);
  }
  assert_int_equal(rmdir(folder), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_only_node_answers_for_all_tables)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
