#define _XOPEN_SOURCE 700
#include "cli/terminal.h"

#include <errno.h>
#include <histedit.h>
#include <iconv.h>
#include <locale.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include <wchar.h>

#include "base/guard.h"
#include "base/reader.h"
#include "base/steady_clock.h"

/* ---- The encoding ---- */

/* The name of the locale for characters, or "". */
static const char *locale_name(void) {
  static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    const char *value = getenv(names[i]);
    if (value != NULL && *value != '\0') return value;
  }
  return "";
}

bool locale_is_utf8(void) {
  const char *charset = strchr(locale_name(), '.');
  return charset != NULL && (strncasecmp(charset + 1, "UTF-8", 5) == 0 || strncasecmp(charset + 1, "utf8", 4) == 0);
}

/* The charset in the form that iconv() knows: the part after the dot, as in de_DE.ISO-8859-1@euro. */
static void charset_name(char name[64]) {
  const char *charset = strchr(locale_name(), '.');
  const size_t length = charset == NULL ? 0 : strcspn(charset + 1, "@");
  if (length == 0 || length >= 64) {
    memcpy(name, "ASCII", sizeof "ASCII");
    return;
  }
  memcpy(name, charset + 1, length);
  name[length] = '\0';
}

/* The ASCII spelling of a character that Tessera's messages use. */
static const char *spelled(const char *bytes, size_t size) {
  static const char *const replacements[][2] = {{"ä", "ae"}, {"ö", "oe"}, {"ü", "ue"}, {"Ä", "Ae"}, {"Ö", "Oe"},
                                                {"Ü", "Ue"}, {"ß", "ss"}, {"à", "a'"}, {"è", "e'"}, {"é", "e'"},
                                                {"ì", "i'"}, {"ò", "o'"}, {"ù", "u'"}, {"…", "..."}};
  for (size_t i = 0; i < sizeof replacements / sizeof replacements[0]; i++)
    if (strlen(replacements[i][0]) == size && memcmp(replacements[i][0], bytes, size) == 0) return replacements[i][1];
  return "?";
}

/* iconv_open() returns -1 for an encoding that it does not know. */
static bool is_open(iconv_t converter) { return (uintptr_t)converter != UINTPTR_MAX; }

void locale_write(FILE *out, const char *bytes, size_t length) {
  char charset[64];
  if (locale_is_utf8()) {
    fwrite(bytes, 1, length, out);
    return;
  }
  charset_name(charset);
  const iconv_t converter = iconv_open(charset, "UTF-8");
  for (size_t i = 0, size; i < length; i += size) {
    uint32_t code;
    size = utf8_read(bytes + i, length - i, &code);
    if (size <= 1) { /* a plain character, or a byte that begins none */
      fputc(bytes[i], out);
      size = 1;
      continue;
    }
    char character[4], buffer[16], *from = character, *to = buffer;
    size_t left = size, room = sizeof buffer;
    memcpy(character, bytes + i, size);
    if (is_open(converter) && iconv(converter, &from, &left, &to, &room) == 0)
      fwrite(buffer, 1, (size_t)(to - buffer), out);
    else
      fputs(spelled(bytes + i, size), out);
  }
  if (is_open(converter)) iconv_close(converter);
}

void locale_read(const char *bytes, size_t length, struct text *text) {
  char charset[64] = "UTF-8";
  struct text copy = {0}; /* iconv() takes a pointer to bytes that are not const */
  text_add(&copy, bytes, length);
  char *from = copy.bytes;
  if (!locale_is_utf8()) charset_name(charset);
  const iconv_t converter = iconv_open("UTF-8", charset);
  while (length > 0) {
    char buffer[256], *to = buffer;
    size_t room = sizeof buffer;
    const bool failed = !is_open(converter) || iconv(converter, &from, &length, &to, &room) == (size_t)-1;
    text_add(text, buffer, (size_t)(to - buffer));
    if (!failed || to != buffer || length == 0) continue;
    text_add_string(text, "\xEF\xBF\xBD");
    from++;
    length--;
  }
  if (is_open(converter)) iconv_close(converter);
  text_free(&copy);
}

/* ---- Width ---- */

int text_columns(const char *bytes, size_t length) {
  const locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  const locale_t before = utf8 == (locale_t)0 ? (locale_t)0 : uselocale(utf8);
  int columns = 0;
  for (size_t i = 0, size; i < length; i += size) {
    uint32_t code = 0;
    size = utf8_read(bytes + i, length - i, &code);
    const int width = size == 0 || utf8 == (locale_t)0 ? 1 : wcwidth((wchar_t)code);
    columns += width < 0 ? 1 : width;
    if (size == 0) size = 1;
  }
  if (utf8 != (locale_t)0) {
    uselocale(before);
    freelocale(utf8);
  }
  return columns;
}

void text_wrap(const char *words, int width, struct text *out) {
  int column = 0;
  while (*words != '\0') {
    const size_t length = strcspn(words, " ");
    const int columns = text_columns(words, length);
    if (column > 0) {
      const bool fits = width == 0 || column + 1 + columns <= width;
      text_add_char(out, fits ? ' ' : '\n');
      column = fits ? column + 1 : 0;
    }
    text_add(out, words, length);
    column += columns;
    words += length;
    words += *words == ' ';
  }
}

/* ---- Lines that a person types ---- */

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

struct prompt {
  FILE *in, *out;
  const char *sign;
  EditLine *editor; /* NULL: lines are not edited */
  History *history;
  char *line; /* buffer of getline() */
  size_t capacity;
};

enum { HISTORY_LINES = 500 };

static char *editor_sign(EditLine *editor) {
  void *prompt = NULL;
  el_get(editor, EL_CLIENTDATA, &prompt);
  return (char *)((struct prompt *)prompt)->sign;
}

/* Reads the next character, instead of libedit's own function, which continues reading after a signal. Returns 1, 0 at
 * the end, or -1. */
static int editor_read(EditLine *editor, wchar_t *character) {
  mbstate_t state = {0};
  (void)editor;
  for (;;) {
    char byte;
    const ssize_t count = read(STDIN_FILENO, &byte, 1);
    if (count <= 0) return (int)count;
    const size_t size = mbrtowc(character, &byte, 1, &state);
    if (size == (size_t)-2) continue;
    if (size == (size_t)-1) *character = L'?';
    return 1;
  }
}

/* True if lines can be edited: both files are terminals, and the cursor can be moved. */
static bool can_edit(FILE *in, FILE *out) {
  const char *terminal = getenv("TERM");
  return in == stdin && isatty(fileno(in)) && isatty(fileno(out)) && terminal != NULL && *terminal != '\0' &&
         strcmp(terminal, "dumb") != 0;
}

struct prompt *prompt_open(FILE *in, FILE *out, const char *sign) {
  struct prompt *prompt = memory_new(sizeof *prompt);
  *prompt = (struct prompt){.in = in, .out = out, .sign = sign};
  if (!can_edit(in, out)) return prompt;
  setlocale(LC_CTYPE, ""); /* libedit needs the encoding of the terminal */
  prompt->editor = el_init("tessera", in, out, stderr);
  if (prompt->editor == NULL) return prompt;
  HistEvent event;
  prompt->history = history_init();
  if (prompt->history != NULL) history(prompt->history, &event, H_SETSIZE, HISTORY_LINES);
  if (prompt->history != NULL) history(prompt->history, &event, H_SETUNIQUE, 1);
  el_set(prompt->editor, EL_CLIENTDATA, prompt);
  el_set(prompt->editor, EL_PROMPT, editor_sign);
  el_set(prompt->editor, EL_EDITOR, "emacs");
  el_set(prompt->editor, EL_GETCFN, editor_read);
  if (prompt->history != NULL) el_set(prompt->editor, EL_HIST, history, prompt->history);
  el_source(prompt->editor, NULL);
  return prompt;
}

void prompt_close(struct prompt *prompt) {
  if (prompt == NULL) return;
  if (prompt->history != NULL) history_end(prompt->history);
  if (prompt->editor != NULL) el_end(prompt->editor);
  free(prompt->line);
  free(prompt);
}

/* The line with its end, and its size; NULL at the end of the input or after a signal. */
static const char *line_edited(struct prompt *prompt, size_t *size) {
  int count = 0;
  const char *line = el_gets(prompt->editor, &count);
  *size = line == NULL || count < 0 ? 0 : (size_t)count;
  if (*size == 0) return NULL;
  HistEvent event;
  if (prompt->history != NULL && strspn(line, " \t\r\n") < *size) history(prompt->history, &event, H_ENTER, line);
  return line;
}

static const char *line_plain(struct prompt *prompt, size_t *size) {
  fputs(prompt->sign, prompt->out);
  fflush(prompt->out);
  errno = 0;
  const ssize_t count = getline(&prompt->line, &prompt->capacity, prompt->in);
  if (count < 0 && errno == ENOMEM) memory_short();
  if (count < 0 && errno == EINTR) clearerr(prompt->in); /* a signal is no error of the input */
  if (count < 0) return NULL;
  const struct span line = span_after_mark((struct span){prompt->line, (size_t)count});
  *size = line.length;
  return line.bytes;
}

bool prompt_read(struct prompt *prompt, struct prompt_line *line) {
  size_t begin = 0, end = 0;
  const char *typed = NULL;
  *line = (struct prompt_line){.plain = true};
  if (interrupts_wait_begin()) typed = prompt->editor != NULL ? line_edited(prompt, &end) : line_plain(prompt, &end);
  interrupts_wait_end();
  if (typed == NULL) return false;
  while (begin < end && is_blank(typed[begin])) begin++;
  while (end > begin && is_blank(typed[end - 1])) end--;
  struct text decoded = {0};
  text_add(&line->bytes, typed + begin, end - begin);
  locale_read(typed + begin, end - begin, &decoded);
  text_add_string(&line->words, "");
  line->plain = true; /* characters that cannot be shown are replaced; check whether there were any */
  for (size_t i = 0, size; i < decoded.length; i += size) {
    uint32_t code;
    size = utf8_read(decoded.bytes + i, decoded.length - i, &code);
    if (size == 0) size = 1;
    const bool shown = code != 0xFFFD && span_is_plain((struct span){decoded.bytes + i, size}, false);
    if (shown)
      text_add(&line->words, decoded.bytes + i, size);
    else
      text_add_char(&line->words, decoded.bytes[i] == '\t' ? ' ' : '?');
    line->plain = line->plain && (shown || decoded.bytes[i] == '\t');
  }
  text_free(&decoded);
  return true;
}

void prompt_line_free(struct prompt_line *line) {
  text_free(&line->words);
  text_free(&line->bytes);
}

/* ---- Progress of a long command ---- */

enum { BAR_WIDTH = 20, PROGRESS_FIRST = 1000, PROGRESS_PAUSE = 100 };

void progress_show(struct progress *progress, double part, const char *words) {
  static const char bar[] = "####################";
  const int64_t now = steady_milliseconds();
  if (progress->begun == 0) progress->begun = now;
  if (now - progress->begun < PROGRESS_FIRST || now - progress->shown < PROGRESS_PAUSE || !isatty(STDERR_FILENO))
    return;
  const int filled = (int)(part * BAR_WIDTH);
  fprintf(stderr, "\r[%.*s%*s] %s", filled, bar, BAR_WIDTH - filled, "", words);
  if (part > 0) {
    const int64_t left = (int64_t)((double)(now - progress->begun) * (1 - part) / part) / 1000;
    fprintf(stderr, ", about %lld:%02lld left", (long long)left / 60, (long long)left % 60);
  }
  fputs("\033[K", stderr);
  progress->shown = now;
}

void progress_end(struct progress *progress) {
  if (progress->shown != 0) fprintf(stderr, "\r\033[K");
  *progress = (struct progress){0};
}

/* ---- Signals ---- */

/* A signal handler has no argument, so these are global. */
static atomic_bool interrupted, waiting;

/* After the signal an alarm repeats until the wait is over, so that at least one interrupts the read. */
static void remind(int number) {
  (void)number;
  if (atomic_load(&waiting)) alarm(1);
}

static void interrupt(int number) {
  atomic_store(&interrupted, true);
  remind(number);
}

const atomic_bool *interrupts_heed(void) {
  struct sigaction action = {.sa_handler = interrupt}, reminder = {.sa_handler = remind};
  sigemptyset(&action.sa_mask);
  sigemptyset(&reminder.sa_mask);
  sigaction(SIGALRM, &reminder, NULL);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  struct sigaction before;
  if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, NULL);
  return &interrupted;
}

bool interrupts_wait_begin(void) {
  atomic_store(&waiting, true);
  return !atomic_load(&interrupted);
}

void interrupts_wait_end(void) {
  atomic_store(&waiting, false);
  alarm(0);
}
