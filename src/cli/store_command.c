/* `tessera store`: commands for an operator on a database that no server uses. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/files.h"
#include "server/server.h"

static int store_run(const struct arguments *arguments) {
  struct server_copied copied;
  struct fault fault = {0};
  if (strcmp(arguments->operands[0], "copy") != 0)
    return usage_wrong("store", "expected copy FROM TO"); /* the operands are not shown: a URL may contain a password */
  if (arguments->operand_count != 3)
    return usage_wrong("store", "after copy is expected: the database to copy from, and the one to copy to");
  if (!server_copy_store(arguments->operands[1], arguments->operands[2], &copied, &fault)) {
    bad_input("store", NULL, &fault);
    return CODE_FAILURE;
  }
  printf("copied %" PRId64 " tables with %" PRId64 " entries\n", copied.tables, copied.entries);
  return CODE_DONE;
}

static const struct option_spec store_options[] = {OPTIONS_END};

const struct command store_command = {
    .name = "store",
    .operands = "copy FROM TO",
    .operand_kind = OPERAND_CHOICE,
    .operand_choices = "copy",
    .least_operands = 1,
    .most_operands = 3,
    .summary = "move the tables of a server into another database",
    .description =
        "copy: copies all tables with their logs and the holders of their seats while no server runs. FROM and TO are "
        "each a file of SQLite, as tables.db in the folder of tessera serve --data, or an address of PostgreSQL, as of "
        "tessera serve --store. TO is made if it is missing, and must have no tables; no table of FROM is changed. The "
        "other "
        "half of the key, tables.db-key, goes along by hand, or stays in the folder of --data.",
    .options = store_options,
    .run = store_run,
};
