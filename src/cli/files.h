/*
 * Whole files in and out, how a command tells that its input was bad, and games that are kept as records, each in a
 * file of its own; those that were broken off in the user's state folder.
 */
#ifndef CLI_FILES_H
#define CLI_FILES_H

#include <stdint.h>

#include "base/fault.h"
#include "notation/record.h"

/* ---- Files ---- */

/* Appends a file of at most 64 MiB, without its byte order mark; "-" is standard input. False with `*fault`. */
bool file_read(const char *path, struct text *text, struct fault *fault);

/* Writes a file anew; "-" is standard output. False with `*fault`. */
bool file_write(const char *path, const char *bytes, size_t length, struct fault *fault);

/* Makes a folder, with those above it, for nobody else to read; one that is there stays as it is. `path` has at least
 * one character, and is as it was afterwards. False with `*fault`. */
bool folder_make(char *path, struct fault *fault);

/* Writes lines from outside to standard error, as text_add_shown() writes them. */
void errors_write(const char *bytes, size_t length);

/* Says on standard error what is wrong, in one line, `where` (a file, or NULL) first; gives the exit code for bad
 * input. */
int bad_input(const char *command, const char *where, const struct fault *fault);

/* ---- Games that are kept ---- */

/* Gives the record an `Id` by which its file is known again, unless it has one. */
void save_identify(struct record *record);

/* True if the file may be written with this game: it is not there, no regular file, or holds nothing but this game. */
bool save_may_write(const char *path, const struct record *record);

/* The files of a game as this program has last read or written them: which they are and when they were changed. All
 * zero is none. Released with seen_files_free(). */
struct seen_files {
  int count;
  struct seen_file {
    uint64_t device, number;
    int64_t size, seconds, nanoseconds;
  } * at;
};
/* Notes a file as it is; call it before reading. One that cannot be looked at is not noted. */
void seen_files_add(struct seen_files *seen, const char *path);
void seen_files_free(struct seen_files *seen);

/*
 * Writes the game as a record, in place of an older record of it; what was there stays until all of the new one is
 * written, and a symbolic link stays one. `extra` is that of record_write(), with an Id. Anything else is not
 * overwritten: false with `*fault`, which names the file. A record of this game that is not as in `seen` was written by
 * another program and may hold more of it: it stays, and the game goes to a file beside it, NAME-2.txt or the next that
 * is free; from then on to that one as often as it is saved. Of two programs that write at once each finds what the
 * other wrote, where the system can lock folders. `*written`, which is empty, gets the path of the file that was
 * written; it is added to `seen`.
 */
bool save_write(const char *path, const struct history *history, const struct record *extra, struct seen_files *seen,
                struct text *written, struct fault *fault);

/* The same to a new file, which is named by the time: in the state folder, $XDG_STATE_HOME/tessera or
 * ~/.local/state/tessera, which is made; or, if `here`, in the current folder. */
bool save_write_new(bool here, const struct history *history, const struct record *extra, struct seen_files *seen,
                    struct text *written, struct fault *fault);

/* Reads the last game of a file; `*only` tells whether it is the only one. False with `*fault`. */
bool save_read(const char *path, struct record *record, bool *only, struct fault *fault);

/* A file of the state folder. */
struct save {
  char *path;
  int64_t time; /* when it was written, in seconds of the system's clock */
};

/* The games that were broken off, the last first. Freed with saves_free(). */
struct saves {
  int count;
  struct save *at;
};
struct saves saves_list(void);
void saves_free(struct saves *saves);

/* Appends a path as a shell reads it: in quotes where it needs them, with control characters escaped. */
void path_write(const char *path, struct text *text);

#endif
