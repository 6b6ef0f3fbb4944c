#include "cli/manpage.h"

#include "cli/command.h"
#include "cli/exit_code.h"
#include "tessera/tessera.h"

/* Roff reads a leading dot or quote as a request and a bare minus as a hyphen. */
static void print_text(FILE *out, const char *text) {
  bool line_begins = true;
  for (; *text != '\0'; text++) {
    if (line_begins && (*text == '.' || *text == '\'')) fputs("\\&", out);
    line_begins = *text == '\n';
    if (*text == '\\')
      fputs("\\e", out);
    else if (*text == '-')
      fputs("\\-", out);
    else if (*text == '\n')
      fputs("\n.PP\n", out);
    else
      fputc(*text, out);
  }
}

static void print_option(FILE *out, const struct option_spec *option) {
  fprintf(out, ".TP\n");
  if (option->letter != 0) fprintf(out, "\\fB\\-%c\\fR, ", option->letter);
  fprintf(out, "\\fB\\-\\-");
  print_text(out, option->name);
  fprintf(out, "\\fR");
  if (option->argument != NULL) {
    fprintf(out, "=\\fI");
    print_text(out, option->argument);
    fprintf(out, "\\fR");
  }
  fputc('\n', out);
  print_text(out, option->help);
  fprintf(out, ".\n");
}

static void print_command(FILE *out, const struct command *command) {
  fprintf(out, ".SS \"tessera %s [\\fIOPTION\\fR]... %s\"\n", command->name, command->operands);
  print_text(out, command->description);
  fputc('\n', out);
  for (const struct option_spec *option = command->options; option->name != NULL; option++) print_option(out, option);
}

static void print_environment(FILE *out) {
  fprintf(out, ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nwhen set and not empty, nothing is coloured unless "
               "\\-\\-color=always is given.\n.TP\n.BR LC_ALL \", \" LC_MESSAGES \", \" LANG\n"
               "the first that is set chooses the language of play: en, de or it. A terminal whose locale does not "
               "name UTF\\-8 is drawn on in ASCII.\n");
}

void manpage_print(FILE *out) {
  size_t count;
  const struct command *const *list = commands(&count);
  fprintf(out, ".TH TESSERA 1 \"\" \"tessera %s\" \"User Commands\"\n.SH NAME\n", TESS_VERSION);
  fprintf(out, "tessera \\- play, referee and check Carcassonne, Star Wars Edition and classic\n.SH SYNOPSIS\n"
               ".B tessera\n.I COMMAND\n.RI [ OPTION ]...\n.RI [ ARGUMENT ]...\n.SH COMMANDS\n");
  for (size_t i = 0; i < count; i++) print_command(out, list[i]);
  fprintf(out, ".SH \"EXIT STATUS\"\n");
#define X(name, value, meaning) fprintf(out, ".TP\n.B %d\n%s.\n", value, meaning);
  EXIT_CODES(X)
#undef X
  print_environment(out);
}
