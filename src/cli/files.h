/*
 * Reads and writes whole files, reports bad input, and stores games as records, each in its own file; unfinished games
 * go to the user's state folder.
 */
#ifndef CLI_FILES_H
#define CLI_FILES_H

#include <stdint.h>

#include "base/fault.h"
#include "notation/record.h"

/* ---- Files ---- */

/* Appends a file of at most 64 MiB, without its byte order mark; "-" is standard input. Returns false with `*fault`
 * filled if that fails. */
bool file_read(const char *path, struct text *text, struct fault *fault);

/* True if the path is that of a regular file: reading its beginning takes nothing from a later reader. */
bool file_is_regular(const char *path);

/* Writes a file, replacing its content; "-" is standard output. Returns false with `*fault` filled if that fails; the
 * file is then unchanged. */
bool file_write(const char *path, const char *bytes, size_t length, struct fault *fault);

/* Creates a directory and any missing parents, readable by the owner only; an existing directory is left unchanged.
 * `path` has at least one character; it is modified meanwhile but unchanged on return. Returns false with `*fault`
 * filled if that fails. */
bool folder_make(char *path, struct fault *fault);

/* Writes lines from outside to standard error in the form of text_add_shown(). */
void errors_write(const char *bytes, size_t length);

/* Prints what is wrong to standard error in one line, beginning with `where` (a file, or NULL). Returns the exit code
 * for bad input. */
int bad_input(const char *command, const char *where, const struct fault *fault);

/* ---- Saved games ---- */

/* Gives the record an `Id`, which identifies its file later, unless it has one. */
void save_identify(struct record *record);

/* True if this game may be written to the file: the file does not exist, is no regular file, or holds only this
 * game. */
bool save_may_write(const char *path, const struct record *record);

/* The files of a game that this program has last read or written: their identity and the time of their last change. All
 * members zero: none. seen_files_free() frees it. */
struct seen_files {
  int count;
  struct seen_file {
    uint64_t device, number;
    int64_t size, seconds, nanoseconds;
  } * at;
};
/* Notes the present state of a file; call it before reading the file. A file that cannot be examined is not noted. */
void seen_files_add(struct seen_files *seen, const char *path);
void seen_files_free(struct seen_files *seen);

/*
 * Saves the game as a record, replacing an older record of the same game. The old content stays until the new one is
 * written completely, and a symbolic link stays a link. `extra` is that of record_write(), with an Id. A file with any
 * other content is not overwritten: the function returns false with `*fault` filled, which names the file. If the file
 * holds a record of this game that is not as in `seen`, another program wrote it and it may hold more of the game. Then
 * it is kept, and the game is saved to a new file next to it, NAME-2.txt or the next free number, now and from then on.
 * If two programs save at the same time, each sees what the other wrote, if the system can lock folders. `*written`,
 * which must be empty, receives the path of the written file; the file is added to `seen`.
 */
bool save_write(const char *path, const struct history *history, const struct record *extra, struct seen_files *seen,
                struct text *written, struct fault *fault);

/* The same to a new file whose name is the time. It is in the state folder, $XDG_STATE_HOME/tessera or
 * ~/.local/state/tessera, which is created if missing; if `here`, in the current folder. */
bool save_write_new(bool here, const struct history *history, const struct record *extra, struct seen_files *seen,
                    struct text *written, struct fault *fault);

/* Reads the last game of a file; `*only` receives true if it is the only one. Returns false with `*fault` filled if
 * that fails. */
bool save_read(const char *path, struct record *record, bool *only, struct fault *fault);

/* A file of the state folder. */
struct save {
  char *path;
  int64_t time; /* time of writing, in seconds of the system's clock */
};

/* The unfinished games, the latest first. saves_free() frees them. */
struct saves {
  int count;
  struct save *at;
};
struct saves saves_list(void);
void saves_free(struct saves *saves);

/* Appends a path in the form that a shell reads: quoted if necessary, with control characters escaped. */
void path_write(const char *path, struct text *text);

#endif
