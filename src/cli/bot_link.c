#define _POSIX_C_SOURCE 200809L

#include "cli/bot_link.h"

#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TRIES = 60, PAUSE = 1000, STEP = 100, SILENCE = 60, CONNECT_SECONDS = 10, ANSWER_SECONDS = 30 };

struct bot_link {
  const char *url;
  const atomic_bool *stop;
  struct curl_slist *headers;
  CURL *request, *stream;
  CURLM *multi;
  bool listening;
  struct text arrived; /* of the stream, from `taken` on not handed on */
  size_t taken;
};

static size_t keep_bytes(char *bytes, size_t size, size_t count, void *context) {
  text_add(context, bytes, size * count);
  return size * count;
}

static CURL *new_handle(const struct bot_link *link, struct text *into) {
  CURL *handle = curl_easy_init();
  if (handle == NULL) return NULL;
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, keep_bytes);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, into);
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, link->headers);
  return handle;
}

static struct curl_slist *first_headers(void) { return curl_slist_append(NULL, "Content-Type: application/json"); }

static void stop_listening(struct bot_link *link) {
  if (link->listening) curl_multi_remove_handle(link->multi, link->stream);
  link->listening = false;
}

struct bot_link *bot_link_open(const char *url, const atomic_bool *stop, struct fault *fault) {
  struct bot_link *link = memory_new(sizeof *link);
  *link = (struct bot_link){.url = url, .stop = stop};
  curl_global_init(CURL_GLOBAL_DEFAULT);
  link->headers = first_headers();
  link->request = new_handle(link, NULL);
  link->stream = new_handle(link, &link->arrived);
  link->multi = curl_multi_init();
  if (link->request != NULL && link->stream != NULL && link->multi != NULL) return link;
  fault_say(fault, "the network cannot be used");
  bot_link_close(link);
  return NULL;
}

void bot_link_close(struct bot_link *link) {
  if (link == NULL) return;
  stop_listening(link);
  curl_easy_cleanup(link->stream);
  curl_easy_cleanup(link->request);
  curl_multi_cleanup(link->multi);
  curl_slist_free_all(link->headers);
  text_free(&link->arrived);
  free(link);
}

void bot_link_identify(struct bot_link *link, const char *token) {
  struct text header = {0};
  stop_listening(link);
  curl_slist_free_all(link->headers);
  link->headers = first_headers();
  text_print(&header, "Authorization: Bearer %s", token);
  link->headers = curl_slist_append(link->headers, header.bytes);
  text_free(&header);
}

void bot_link_pause(const struct bot_link *link, int milliseconds) {
  const struct timespec step = {0, STEP * 1000000};
  for (int i = 0; i < milliseconds && !atomic_load(link->stop); i += STEP) nanosleep(&step, NULL);
}

static void set_path(const struct bot_link *link, CURL *handle, const char *path) {
  struct text url = {0};
  const size_t length = strlen(link->url);
  text_add(&url, link->url, length > 0 && link->url[length - 1] == '/' ? length - 1 : length);
  text_print(&url, "/api/v1%s", path);
  curl_easy_setopt(handle, CURLOPT_URL, url.bytes);
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, link->headers);
  text_free(&url);
}

/* ---- Requests ---- */

/* Gives the status, or 0 with the fault. */
static int post_once(struct bot_link *link, struct text *reply, struct fault *fault) {
  long status = 0;
  text_clear(reply);
  curl_easy_setopt(link->request, CURLOPT_WRITEDATA, reply);
  curl_easy_setopt(link->request, CURLOPT_TIMEOUT, (long)ANSWER_SECONDS);
  const CURLcode result = curl_easy_perform(link->request);
  if (result != CURLE_OK) {
    fault_say(fault, "%s: %s", link->url, curl_easy_strerror(result));
    return 0;
  }
  curl_easy_getinfo(link->request, CURLINFO_RESPONSE_CODE, &status);
  return (int)status;
}

int bot_link_post(struct bot_link *link, const char *path, const char *body, struct text *reply, struct fault *fault) {
  int status = 0;
  set_path(link, link->request, path);
  curl_easy_setopt(link->request, CURLOPT_POSTFIELDS, body);
  for (int i = 0; i < TRIES && !atomic_load(link->stop); i++) {
    status = post_once(link, reply, fault);
    if (status != 0 && status != 429 && status != 502 && status != 503) return status;
    bot_link_pause(link, PAUSE);
  }
  return status;
}

/* ---- The stream ---- */

void bot_link_listen(struct bot_link *link, const char *path) {
  stop_listening(link);
  text_clear(&link->arrived);
  link->taken = 0;
  set_path(link, link->stream, path);
  curl_easy_setopt(link->stream, CURLOPT_FAILONERROR, 1L);
  curl_easy_setopt(link->stream, CURLOPT_LOW_SPEED_LIMIT, 1L);
  curl_easy_setopt(link->stream, CURLOPT_LOW_SPEED_TIME, (long)SILENCE);
  curl_multi_add_handle(link->multi, link->stream);
  link->listening = true;
}

/* Hands on a line that has arrived; false if none has. */
static bool take_line(struct bot_link *link, struct text *line) {
  const char *begin = link->arrived.bytes + link->taken;
  const size_t length = link->arrived.length - link->taken;
  const char *end = length == 0 ? NULL : memchr(begin, '\n', length);
  if (end == NULL) return false;
  text_clear(line);
  text_add(line, begin, (size_t)(end - begin));
  link->taken += line->length + 1;
  if (link->taken < link->arrived.length) return true;
  text_clear(&link->arrived);
  link->taken = 0;
  return true;
}

static bool is_refused(const struct bot_link *link) {
  long status = 0;
  curl_easy_getinfo(link->stream, CURLINFO_RESPONSE_CODE, &status);
  return status >= 400 && status < 500 && status != 429;
}

enum bot_read bot_link_line(struct bot_link *link, struct text *line) {
  int running = 1;
  for (;;) {
    if (take_line(link, line)) return BOT_LINE;
    if (running == 0) return is_refused(link) ? BOT_REFUSED : BOT_ENDED;
    if (atomic_load(link->stop)) return BOT_STOPPED;
    curl_multi_poll(link->multi, NULL, 0, STEP, NULL);
    curl_multi_perform(link->multi, &running);
  }
}
