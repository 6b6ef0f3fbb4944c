/* The module of the page: receives lines and files and returns replies; writes records as JSON. */
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "base/json_writer.h"
#include "chance/proof.h"
#include "notation/foreign.h"
#include "notation/options.h"
#include "notation/record.h"
#include "page/page.h"
#include "session/session.h"

struct page {
  struct session session;
  char *buffer;
  size_t room;
  struct text reply;
};

static const struct session_command commands[] = {REFEREE_COMMANDS,
                                                  PAGE_COMMANDS,
#ifndef PAGE_WITHOUT_REVIEW
                                                  PAGE_REVIEW_COMMANDS,
#endif
                                                  {0}};

struct page *page_open(void) {
  struct page *page = memory_new(sizeof *page);
  *page = (struct page){.buffer = NULL};
  session_open(&page->session, commands, page, NULL);
  return page;
}

void page_close(struct page *page) {
  session_close(&page->session);
  text_free(&page->reply);
  free(page->buffer);
  free(page);
}

char *page_buffer(struct page *page, size_t length) {
  if (page->room < length + 1) {
    page->room = length + 1;
    page->buffer = memory_resize(page->buffer, page->room);
  }
  return page->buffer;
}

const char *page_line(struct page *page, size_t length) {
  CHECK(length < page->room);
  text_clear(&page->reply);
  session_line(&page->session, page->buffer, length, &page->reply);
  return page->reply.bytes;
}

/* ---- Records ---- */

/* Writes a word of a record as the protocol wants it: with a semicolon between the sides of a throw. */
static void write_word(const char *word, struct text *text) {
  static const char separators[] = " \t\r\n;";
  json_open_string(text, NULL);
  while (*word != '\0') {
    const size_t plain = strcspn(word, separators);
    text_add(text, word, plain);
    word += plain;
    if (*word != '\0') text_add_char(text, ';');
    word += strspn(word, separators);
  }
  json_close_string(text);
}

/* Writes a game as a line of JSON. */
static void write_game(const struct record *record, const struct history *history, struct text *text) {
  json_open_object(text, NULL);
  json_open_object(text, "tags");
  for (int i = 0; i < record->tag_count; i++) json_put_string(text, record->tags[i].name, record->tags[i].value);
  json_close_object(text);
  /* Write the command that starts the same game, without its chance. */
  const tess_options options = tess_game_options(history->game);
  json_open_string(text, "newgame");
  text_print(text, "newgame game=%s set=%s first=%d colours=", name_of_rules(tess_set_rules(history->set->set)),
             history->set->id, options.first + 1);
  colours_write(&options, text);
  options_write_newgame(&options, text);
  json_close_string(text);
  if (history->resumed)
    json_put_span(text, "position", text_span(&history->start));
  else
    json_put_null(text, "position");
  json_open_array(text, "words");
  for (int i = 0; i < record->word_count; i++) write_word(record->words[i].bytes, text);
  json_close_array(text);
  json_open_array(text, "turns");
  for (int turn = 0, word = 0; turn < record->turn_count; turn++) {
    const struct record_turn *said = &record->turns[turn];
    json_open_object(text, NULL);
    json_put_span(text, "comment", text_span(&said->comment));
    if (said->clock < 0)
      json_put_null(text, "clock");
    else
      json_put_int(text, "clock", said->clock);
    if (said->eval[0] == '\0')
      json_put_null(text, "eval");
    else
      json_put_string(text, "eval", said->eval);
    /* Find the number of words up to the end of the turn. */
    while (word < record->word_count && record->words[word].turn <= turn) word++;
    json_put_int(text, "words", word);
    json_close_object(text);
  }
  json_close_array(text);
  json_put_string(text, "result", record->result);
  json_close_object(text);
  text_add_char(text, '\n');
}

/* Writes the reply to a bad file. */
static const char *refuse(struct page *page, const struct fault *fault) {
  struct text *reply = &page->reply;
  text_clear(reply);
  text_print(reply, "error %s ", session_code(fault));
  fault_write(fault, reply);
  text_add_char(reply, '\n');
  return reply->bytes;
}

const char *page_read_record(struct page *page, size_t length) {
  CHECK(length < page->room);
  struct span file = {page->buffer, length};
  struct text *reply = &page->reply;
  struct fault fault = {0};
  struct text linked = {0};
#ifndef PAGE_WITHOUT_REVIEW
  if (foreign_is(file)) {
    if (!foreign_read(file, page->session.sets, &linked, &fault)) {
      text_free(&linked);
      return refuse(page, &fault);
    }
    file = text_span(&linked);
  }
#endif
  struct record_source source = record_source_of(file);
  int games = 0, found;
  text_clear(reply);
  for (;; games++) {
    struct record record = {0};
    found = record_read(&source, &record, &fault);
    struct history *history = found > 0 ? record_replay(&record, page->session.sets, &fault) : NULL;
    const bool played = history != NULL;
    if (played) write_game(&record, history, reply);
    history_free(history);
    record_free(&record);
    if (!played) break;
  }
  text_free(&linked);
  if (found == 0 && games == 0) fault_say(&fault, "expected a record, found nothing");
  if (found == 0 && games > 0) {
    text_add_string(reply, "ok\n");
    return reply->bytes;
  }
  return refuse(page, &fault);
}

const char *page_load(struct page *page, size_t length) {
  CHECK(length < page->room);
  struct record_source source = record_source_of((struct span){page->buffer, length});
  struct record record = {0}, more = {0};
  struct fault fault = {0};
  struct history *history = NULL;
  const int found = record_read(&source, &record, &fault);
  if (found == 0) fault_say(&fault, "expected a record, found nothing");
  if (found > 0) history = record_replay(&record, page->session.sets, &fault);
  if (history != NULL && record_read(&source, &more, &fault) != 0) {
    if (fault.text[0] == '\0') fault_say(&fault, "expected one game, found another after it");
    history_free(history);
    history = NULL;
  }
  if (history != NULL) session_take(&page->session, history, &record);
  record_free(&record);
  record_free(&more);
  if (history == NULL) return refuse(page, &fault);
  text_clear(&page->reply);
  text_add_string(&page->reply, "ok\n");
  return page->reply.bytes;
}

const char *page_verify(struct page *page, size_t length) {
  CHECK(length < page->room);
  struct proof_count count = {0};
  struct fault fault = {0};
  struct text *reply = &page->reply;
  text_clear(reply);
  json_open_object(reply, NULL);
  if (proof_check_file((struct span){page->buffer, length}, page->session.sets, &count, &fault)) {
    json_put_bool(reply, "ok", true);
    json_put_int(reply, "games", count.games);
    json_put_int(reply, "draws", count.draws);
    json_put_int(reply, "throws", count.throws);
    json_put_int(reply, "firsts", count.firsts);
  } else {
    struct text why = {0};
    fault_write(&fault, &why);
    json_put_bool(reply, "ok", false);
    json_put_string(reply, "text", why.bytes);
    text_free(&why);
  }
  json_close_object(reply);
  text_add_string(reply, "\nok\n");
  return reply->bytes;
}

size_t page_reply_length(const struct page *page) { return page->reply.length; }
