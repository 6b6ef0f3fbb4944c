#include "page/page.h"

#include <stdlib.h>

#include "base/check.h"
#include "base/json_writer.h"
#include "page/commands.h"
#include "page/record_lines.h"
#include "proof/proof.h"
#include "session/session.h"

struct page {
  struct session session;
  char *buffer;
  size_t room;
  struct text reply;
};

static const struct session_command table[] = {REFEREE_COMMANDS, PAGE_COMMANDS, {0}};

struct page *page_open(void) {
  struct page *page = memory_new(sizeof *page);
  *page = (struct page){.buffer = NULL};
  session_open(&page->session, table, page, NULL);
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

const char *page_read_record(struct page *page, size_t length) {
  CHECK(length < page->room);
  struct fault fault = {0};
  text_clear(&page->reply);
  if (record_lines_write((struct span){page->buffer, length}, page->session.shelf, &page->reply, &fault)) {
    text_add_string(&page->reply, "ok\n");
    return page->reply.bytes;
  }
  text_clear(&page->reply);
  text_print(&page->reply, "error %s ", session_code(&fault));
  fault_write(&fault, &page->reply);
  text_add_char(&page->reply, '\n');
  return page->reply.bytes;
}

const char *page_verify(struct page *page, size_t length) {
  CHECK(length < page->room);
  struct proof_count count = {0};
  struct fault fault = {0};
  struct text *reply = &page->reply;
  text_clear(reply);
  json_open_object(reply, NULL);
  if (proof_check_file((struct span){page->buffer, length}, page->session.shelf, &count, &fault)) {
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
