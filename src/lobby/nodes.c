/* Several nodes on one database: which of them answers for a table. */
#include "lobby/lobby_memory.h"

enum lobby_place lobby_place(struct lobby *lobby, struct span table, char url[LOBBY_URL_SIZE]) {
  (void)lobby;
  (void)table;
  url[0] = '\0';
  return LOBBY_HERE;
}

bool lobby_may_change(const struct lobby *lobby) {
  (void)lobby;
  return true;
}
