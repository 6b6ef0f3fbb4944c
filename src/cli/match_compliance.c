#include "cli/match_compliance.h"

#include <stdio.h>
#include <string.h>

#include "cli/compliance.h"
#include "cli/exit_code.h"
#include "cli/interrupts.h"

enum { PATIENCE = 5000 };

/* Where the results go. */
struct verdict {
  bool json;
  int passed, failed;
};

static void print_result(struct verdict *verdict, const char *name, const struct fault *fault) {
  struct text text = {0};
  if (fault == NULL)
    verdict->passed++;
  else
    verdict->failed++;
  if (!verdict->json) {
    printf("%-5s  %s%s%s\n", fault == NULL ? "ok" : "wrong", name, fault == NULL ? "" : ": ",
           fault == NULL ? "" : fault->text);
    fflush(stdout);
    return;
  }
  text_print(&text, "%s{\"check\":\"%s\",\"ok\":%s", verdict->passed + verdict->failed > 1 ? "," : "", name,
             fault == NULL ? "true" : "false");
  if (fault != NULL) {
    text_add_string(&text, ",\"text\":");
    text_add_json(&text, fault->text, strlen(fault->text));
  }
  printf("%s}", text.bytes);
  text_free(&text);
}

/* True if it is worth while to go on: the program could be started and shook hands, and nobody interrupted. */
static bool run_check(const struct arguments *arguments, const struct compliance_check *check, const atomic_bool *stop,
                      struct verdict *verdict) {
  struct probe probe = {.stop = stop, .patience = (uint32_t)argument_number(arguments, "patience", PATIENCE)};
  struct fault fault = {0};
  const bool open =
      probe_open(&probe, argument_text(arguments, "compliance"), argument_text(arguments, "errors"), &fault);
  const bool skipped = open && check->for_rules && probe.needs_legal;
  const bool well = skipped || (open && check->run(&probe, &fault));
  if (!skipped) print_result(verdict, check->name, well ? NULL : &fault);
  probe_close(&probe);
  return open && !atomic_load(stop);
}

/* The name of a check that does not exist is told with those that do. */
static int refuse_check(const char *name, const struct compliance_check *checks, int count) {
  fprintf(stderr, "tessera match: there is no check '%s', but", name);
  for (int i = 0; i < count; i++) fprintf(stderr, "%s '%s'", i > 0 ? "," : "", checks[i].name);
  fprintf(stderr, "\n");
  return CODE_USAGE;
}

int match_compliance(const struct arguments *arguments) {
  struct verdict verdict = {.json = argument_flag(arguments, "json")};
  const atomic_bool *stop = interrupts_heed();
  const char *only = argument_text(arguments, "check");
  int count, first = 0;
  const struct compliance_check *checks = compliance_checks(&count);
  while (only != NULL && first < count && strcmp(checks[first].name, only) != 0) first++;
  if (only != NULL && first == count) return refuse_check(only, checks, count);
  if (verdict.json) printf("{\"checks\":[");
  for (int i = first; i < (only == NULL ? count : first + 1); i++)
    if (!run_check(arguments, &checks[i], stop, &verdict)) break;
  if (verdict.json)
    printf("],\"passed\":%d,\"failed\":%d}\n", verdict.passed, verdict.failed);
  else
    printf("%d passed, %d failed\n", verdict.passed, verdict.failed);
  return verdict.failed == 0 ? CODE_DONE : CODE_BAD_INPUT;
}
