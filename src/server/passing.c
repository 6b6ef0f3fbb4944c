#define _GNU_SOURCE
#include "server/passing.h"

#include <curl/curl.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "base/steady_clock.h"
#include "server/stamp.h"

enum {
  CONNECT_MS = 1000, /* to reach the other node */
  EVENTS_MOST = 64,  /* files that are looked at in one go */
  KEPT_OPEN = 64     /* connections that stay open to be used again */
};

/* A node to which something is under way. */
struct way {
  struct way *next;
  int count;
  char *url;
};

/* A request under way. */
struct passage {
  struct passage *previous, *next;
  struct passing *passing;
  struct passer *passer;
  struct way *way;
  CURL *handle;
  struct curl_slist *headers;
  struct text body; /* of the answer */
};

struct passing {
  CURLM *multi;
  int file;    /* tells which of the library's sockets have something to do */
  int64_t due; /* when the library wants to go on, by the steady clock in milliseconds; INT64_MAX: never */
  struct passage *first;
  struct way *ways;
  int count;
  size_t bytes; /* of all answers that are coming in */
  bool ended;
};

/* ---- The library's sockets and clock ---- */

/* Called by the library when it waits for something else of a socket. */
static int watch_socket(CURL *handle, curl_socket_t socket, int what, void *context, void *own) {
  const struct passing *passing = context;
  struct epoll_event event = {.data.fd = socket};
  (void)handle;
  (void)own;
  if (what == CURL_POLL_REMOVE) {
    epoll_ctl(passing->file, EPOLL_CTL_DEL, socket, &event);
    return 0;
  }
  if (what & CURL_POLL_IN) event.events |= EPOLLIN;
  if (what & CURL_POLL_OUT) event.events |= EPOLLOUT;
  if (epoll_ctl(passing->file, EPOLL_CTL_MOD, socket, &event) != 0 && errno == ENOENT)
    epoll_ctl(passing->file, EPOLL_CTL_ADD, socket, &event);
  return 0;
}

/* Called by the library when it wants to go on after so many milliseconds; -1: it does not. */
static int set_due(CURLM *multi, long after, void *context) {
  struct passing *passing = context;
  (void)multi;
  passing->due = after < 0 ? INT64_MAX : steady_milliseconds() + after;
  return 0;
}

/* ---- Nodes to which something is under way ---- */

static struct way *find_way(struct passing *passing, const char *url) {
  struct way *way = passing->ways;
  while (way != NULL && strcmp(way->url, url) != 0) way = way->next;
  if (way != NULL) return way;
  const size_t size = strlen(url) + 1;
  way = memory_new(sizeof *way);
  *way = (struct way){.next = passing->ways, .url = memory_new(size)};
  memcpy(way->url, url, size);
  passing->ways = way;
  return way;
}

static void leave_way(struct passing *passing, struct way *way) {
  if (--way->count > 0) return;
  struct way **link = &passing->ways;
  while (*link != way) link = &(*link)->next;
  *link = way->next;
  free(way->url);
  free(way);
}

/* ---- One request ---- */

/* Takes a piece of the answer; one that is too long, or too much with the others, ends. */
static size_t take_bytes(char *bytes, size_t size, size_t count, void *context) {
  struct passage *passage = context;
  const size_t length = size * count;
  if (passage->body.length + length > PASSING_ANSWER_MOST || passage->passing->bytes + length > PASSING_BYTES_MOST)
    return 0;
  text_add(&passage->body, bytes, length);
  passage->passing->bytes += length;
  return length;
}

static void add_header(struct passage *passage, const char *name, struct span value) {
  struct text line = {0};
  text_print(&line, "%s: ", name);
  text_add(&line, value.bytes, value.length);
  passage->headers = curl_slist_append(passage->headers, line.bytes);
  text_free(&line);
}

/* Makes the request, ready to be sent; false for want of memory. */
static bool prepare(struct passage *passage, const struct passed *request) {
  CURL *handle = passage->handle = curl_easy_init();
  struct text url = {0}, token = {0};
  if (handle == NULL) return false;

  /* 1. What is asked. */
  text_add_string(&url, request->url);
  if (url.length > 0 && url.bytes[url.length - 1] == '/') text_cut(&url, url.length - 1);
  text_add_string(&url, request->path);
  curl_easy_setopt(handle, CURLOPT_URL, url.bytes);
  curl_easy_setopt(handle, CURLOPT_PATH_AS_IS, 1L);
  add_header(passage, STAMP_HEADER, span_of(request->stamp));
  if (request->token.length > 0) {
    text_add_string(&token, "Bearer ");
    text_add(&token, request->token.bytes, request->token.length);
    add_header(passage, "Authorization", text_span(&token));
  }
  if (request->has_body) {
    add_header(passage, "Content-Type", span_of("application/json"));
    add_header(passage, "Expect", span_of(""));
    curl_easy_setopt(handle, CURLOPT_POST, 1L);
    curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE, (long)request->body.length);
    curl_easy_setopt(handle, CURLOPT_POSTFIELDS, request->body.length == 0 ? "" : request->body.bytes);
  }
  text_free(&token);
  text_free(&url);

  /* 2. How: straight to that node, and soon. */
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, passage->headers);
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http");
  curl_easy_setopt(handle, CURLOPT_PROXY, "");
  curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
  curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, (long)PASSING_MS);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, take_bytes);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, passage);
  curl_easy_setopt(handle, CURLOPT_PRIVATE, passage);
  return passage->headers != NULL;
}

/* Takes it out of those that are under way, and frees it. */
static void passage_end(struct passage *passage) {
  struct passing *passing = passage->passing;
  *(passage->previous == NULL ? &passing->first : &passage->previous->next) = passage->next;
  if (passage->next != NULL) passage->next->previous = passage->previous;
  passing->count--;
  passing->bytes -= passage->body.length;
  leave_way(passing, passage->way);
  curl_multi_remove_handle(passing->multi, passage->handle);
  curl_easy_cleanup(passage->handle);
  curl_slist_free_all(passage->headers);
  text_free(&passage->body);
  free(passage);
}

bool passing_send(struct passing *passing, const struct passed *request, struct passer *passer) {
  if (passing->ended || passing->count == PASSING_MOST) return false;
  struct way *way = find_way(passing, request->url);
  way->count++;
  if (way->count > PASSING_MOST_TO_ONE) {
    leave_way(passing, way);
    return false;
  }
  struct passage *passage = memory_new(sizeof *passage);
  *passage = (struct passage){.passing = passing, .passer = passer, .way = way, .next = passing->first};
  if (passing->first != NULL) passing->first->previous = passage;
  passing->first = passage;
  passing->count++;
  passer->retry_s = 0;
  if (prepare(passage, request) && curl_multi_add_handle(passing->multi, passage->handle) == CURLM_OK) return true;
  passage_end(passage);
  return false;
}

/* ---- Its answer ---- */

/* The code of an answer with this status and body. False if no node answers so, or it took the stamp for a wrong one,
 * which is between the nodes alone. */
static bool find_code(unsigned status, struct span body, enum answer_code *code) {
  static const enum answer_code codes[] = {
#define X(name, number, word) ANSWER_##name,
      ANSWER_CODES(X)
#undef X
  };
  static const char begin[] = "{\"error\":\"";
  const size_t length = sizeof begin - 1;
  struct span rest = {body.bytes + length, body.length - length}, word = {0};
  const bool refusal = body.length > length && memcmp(body.bytes, begin, length) == 0 && span_split(&rest, '"', &word);
  for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
    *code = codes[i];
    if (answer_status(*code) != status || *code == ANSWER_WRONG_STAMP) continue;
    if (status < 400 || (refusal && span_is(word, answer_word(*code)))) return true;
  }
  return false;
}

/* Hands the answer to the one who waits for it. One that is not `answered` had none. */
static void conclude(struct passage *passage, bool answered) {
  struct passer *passer = passage->passer;
  struct answer *answer = passer->answer;
  enum answer_code code = ANSWER_NOT_STORED;
  long status = 0;
  curl_off_t retry = 0;
  if (answered) {
    curl_easy_getinfo(passage->handle, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(passage->handle, CURLINFO_RETRY_AFTER, &retry);
  }
  const struct span body = text_span(&passage->body);
  if (answered && find_code((unsigned)status, body, &code)) {
    answer_begin(answer, code);
    text_add(&answer->body, body.bytes, body.length);
    passer->retry_s = (unsigned)retry;
  } else {
    answer_refuse(answer, ANSWER_NOT_STORED, "the node that keeps this table does not answer: try again");
  }
  passage_end(passage);
  passer->answered(passer);
}

void passing_run(struct passing *passing, int64_t now) {
  struct epoll_event events[EVENTS_MOST];
  int running, left;
  const int count = passing->count == 0 ? 0 : epoll_wait(passing->file, events, EVENTS_MOST, 0);
  for (int i = 0; i < count; i++) {
    const uint32_t seen = events[i].events;
    const int what = (seen & EPOLLIN ? CURL_CSELECT_IN : 0) | (seen & EPOLLOUT ? CURL_CSELECT_OUT : 0) |
                     (seen & (EPOLLERR | EPOLLHUP) ? CURL_CSELECT_ERR : 0);
    curl_multi_socket_action(passing->multi, events[i].data.fd, what, &running);
  }
  if (passing->due <= now) {
    passing->due = INT64_MAX;
    curl_multi_socket_action(passing->multi, CURL_SOCKET_TIMEOUT, 0, &running);
  }
  for (CURLMsg *message; (message = curl_multi_info_read(passing->multi, &left)) != NULL;) {
    struct passage *passage = NULL;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &passage);
    conclude(passage, message->data.result == CURLE_OK);
  }
}

int64_t passing_wait(const struct passing *passing, int64_t now, int64_t most) {
  const int64_t wait = passing->due == INT64_MAX ? most : passing->due - now;
  return wait < 0 ? 0 : wait < most ? wait : most;
}

int passing_file(const struct passing *passing) { return passing->file; }

int passing_count(const struct passing *passing) { return passing->count; }

/* ---- Beginning and end ---- */

struct passing *passing_open(struct fault *fault) {
  struct passing *passing = memory_new(sizeof *passing);
  *passing = (struct passing){.due = INT64_MAX};
  curl_global_init(CURL_GLOBAL_DEFAULT);
  passing->multi = curl_multi_init();
  passing->file = epoll_create1(EPOLL_CLOEXEC);
  if (passing->multi == NULL || passing->file < 0) {
    fault_say(fault, "requests cannot be passed on to other nodes: the system has no room for it");
    passing_close(passing);
    return NULL;
  }
  curl_multi_setopt(passing->multi, CURLMOPT_SOCKETFUNCTION, watch_socket);
  curl_multi_setopt(passing->multi, CURLMOPT_SOCKETDATA, passing);
  curl_multi_setopt(passing->multi, CURLMOPT_TIMERFUNCTION, set_due);
  curl_multi_setopt(passing->multi, CURLMOPT_TIMERDATA, passing);
  curl_multi_setopt(passing->multi, CURLMOPT_MAXCONNECTS, (long)KEPT_OPEN);
  return passing;
}

void passing_end(struct passing *passing) {
  passing->ended = true;
  for (struct passage *passage = passing->first, *next; passage != NULL; passage = next) {
    next = passage->next;
    conclude(passage, false);
  }
}

void passing_close(struct passing *passing) {
  if (passing == NULL) return;
  CHECK(passing->count == 0);
  curl_multi_cleanup(passing->multi);
  if (passing->file >= 0) close(passing->file);
  free(passing);
}
