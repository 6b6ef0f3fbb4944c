/*
 * Makes one call of a program fail, for tests: LD_PRELOAD names this library, FAIL is KIND:N for the N-th call of a
 * kind, KIND:N+ for that and all later ones, KIND:0 to count alone, and FAIL_COUNT names a file that exists, into which
 * a struct count is written. Children of the program are left alone. With FAIL_FROM, a part of the name of a library,
 * memory fails only where that library asks for it, itself or below. With FAIL_WAITS calls count once the program has
 * called fail_begin().
 *
 * Memory, processes and threads are failed in place of the function of the C library. All other kinds are system calls,
 * and those that the C library makes for itself count, too (fopen, fflush): a filter of the kernel turns them into a
 * signal, whose handler fails the call or makes it. The filter looks for calls out of the C library's code, which is
 * elsewhere in the memory of a child, and lets those pass that the handler has marked.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

enum { PATHS = 8191, FRAMES = 12, MARK = 0x0FA11ED };

/* The file of FAIL_COUNT. */
struct count {
  _Atomic uint64_t calls, failed;
  _Atomic uint64_t paths;        /* memory: by how many paths through the program it was asked for ... */
  _Atomic uint64_t first[PATHS]; /* ... and the number of the first call by each of them */
};

static struct count nowhere, *count = &nowhere;
static const struct kind *chosen;
static uint64_t when;
static bool lasting, with_paths;
static _Thread_local bool inside; /* this library asks for memory itself */

static const struct kind {
  const char *name;
  int error;
  int count; /* of system calls; 0: a function of the C library */
  int calls[3];
} kinds[] = {
    {"memory", ENOMEM, 0, {0}},
    {"thread", EAGAIN, 0, {0}},
    {"process", EAGAIN, 0, {0}},
    {"write", ENOSPC, 3, {SYS_write, SYS_pwrite64, SYS_writev}},
    {"read", EIO, 2, {SYS_read, SYS_pread64}},
    {"open", EMFILE, 1, {SYS_openat}},
    {"fsync", EIO, 2, {SYS_fsync, SYS_fdatasync}},
    {"ftruncate", EIO, 1, {SYS_ftruncate}},
#ifdef SYS_rename
    {"rename", EIO, 3, {SYS_rename, SYS_renameat, SYS_renameat2}},
    {"mkdir", ENOSPC, 2, {SYS_mkdir, SYS_mkdirat}},
    {"pipe", EMFILE, 2, {SYS_pipe, SYS_pipe2}},
#else
    {"rename", EIO, 2, {SYS_renameat, SYS_renameat2}},
    {"mkdir", ENOSPC, 1, {SYS_mkdirat}},
    {"pipe", EMFILE, 1, {SYS_pipe2}},
#endif
};

/* Counts a call; true if it is to fail. */
static bool is_due(void) {
  const uint64_t number = atomic_fetch_add(&count->calls, 1) + 1;
  if (when == 0 || (lasting ? number < when : number != when)) return false;
  atomic_fetch_add(&count->failed, 1);
  return true;
}

static bool is_due_of(const char *kind) { return chosen != NULL && strcmp(chosen->name, kind) == 0 && is_due(); }

/* ---- Memory ---- */

/* Notes the first call by each path. */
static void note_path(void) {
  static _Atomic uint64_t seen[2 * PATHS];
  void *frames[FRAMES];
  const int depth = backtrace(frames, FRAMES);
  uint64_t path = 1;
  for (int i = 2; i < depth; i++) path = (path ^ (uintptr_t)frames[i]) * 0x9E3779B97F4A7C15;
  for (uint64_t at = path % (2 * PATHS);; at = (at + 1) % (2 * PATHS)) {
    uint64_t other = 0;
    if (atomic_load(&count->paths) == PATHS || atomic_load(&seen[at]) == path) return;
    if (!atomic_compare_exchange_strong(&seen[at], &other, path)) continue;
    atomic_store(&count->first[atomic_fetch_add(&count->paths, 1)], atomic_load(&count->calls));
    return;
  }
}

struct range {
  uintptr_t begin, end;
};

/* A library, by a part of its name, and where its code is. */
struct search {
  const char *name;
  struct range range;
};

static const char *from; /* NULL: all calls count */
static struct range from_code;

static int find_code(struct dl_phdr_info *object, size_t size, void *context) {
  struct search *search = context;
  (void)size;
  if (strstr(object->dlpi_name, search->name) == NULL) return 0;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || (part->p_flags & PF_X) == 0) continue;
    search->range =
        (struct range){object->dlpi_addr + part->p_vaddr, object->dlpi_addr + part->p_vaddr + part->p_memsz};
  }
  return 1;
}

static int count_loaded(struct dl_phdr_info *object, size_t size, void *context) {
  (void)size;
  *(uint64_t *)context = object->dlpi_adds;
  return 1;
}

/* True if the library of FAIL_FROM is among the callers. */
static bool is_from(void) {
  static _Thread_local uint64_t looked; /* at how many libraries */
  void *frames[FRAMES];
  bool found = false;
  inside = true;
  if (from_code.end == 0) {
    uint64_t loaded = 0;
    dl_iterate_phdr(count_loaded, &loaded);
    struct search search = {.name = from};
    if (loaded != looked) dl_iterate_phdr(find_code, &search);
    looked = loaded;
    from_code = search.range;
  }
  const int depth = from_code.end == 0 ? 0 : backtrace(frames, FRAMES);
  for (int i = 1; i < depth; i++)
    found = found || ((uintptr_t)frames[i] >= from_code.begin && (uintptr_t)frames[i] < from_code.end);
  inside = false;
  return found;
}

static bool memory_fails(void) {
  if (from != NULL && !inside && (chosen == NULL || !is_from())) return false;
  if (inside || !is_due_of("memory")) {
    if (!inside && with_paths) {
      inside = true;
      note_path();
      inside = false;
    }
    return false;
  }
  errno = ENOMEM;
  return true;
}

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

void *malloc(size_t size) { return memory_fails() ? NULL : __libc_malloc(size); }
void *calloc(size_t number, size_t size) { return memory_fails() ? NULL : __libc_calloc(number, size); }
void *realloc(void *memory, size_t size) { return memory_fails() ? NULL : __libc_realloc(memory, size); }

/* ---- Processes and threads ---- */

/* The function of the C library behind the one here. */
#define BEHIND(name) (*(__typeof__(&name) *)&(void *){dlsym(RTLD_NEXT, #name)})

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *context) {
  return is_due_of("thread") ? EAGAIN : BEHIND(pthread_create)(thread, attributes, run, context);
}

pid_t fork(void) {
  if (!is_due_of("process")) return BEHIND(fork)();
  errno = EAGAIN;
  return -1;
}

int posix_spawn(pid_t *child, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]) {
  if (is_due_of("process")) return EAGAIN;
  return BEHIND(posix_spawn)(child, path, actions, attributes, arguments, environment);
}

/* ---- System calls ---- */

/* The signal of the filter is never blocked: the kernel would end the program. */
int pthread_sigmask(int how, const sigset_t *set, sigset_t *before) {
  sigset_t without;
  if (set != NULL && how != SIG_UNBLOCK) {
    without = *set;
    sigdelset(&without, SIGSYS);
    set = &without;
  }
  return BEHIND(pthread_sigmask)(how, set, before);
}

/* True for standard error, on which the program is to be heard, and for pipes, which do not fail so. */
static bool is_spared(int file) {
  struct stat status;
  return file == STDERR_FILENO || (fstat(file, &status) == 0 && S_ISFIFO(status.st_mode));
}

/* Fails a call that the filter has stopped, or makes it. */
static void handle(int signal, siginfo_t *about, void *context) {
  (void)signal;
  const int error = errno;
  mcontext_t *machine = &((ucontext_t *)context)->uc_mcontext;
#if defined(__x86_64__)
  greg_t *result = &machine->gregs[REG_RAX];
  const greg_t *at = machine->gregs;
  const long a[5] = {at[REG_RDI], at[REG_RSI], at[REG_RDX], at[REG_R10], at[REG_R8]};
#else
  unsigned long long *result = &machine->regs[0];
  const long a[5] = {(long)result[0], (long)result[1], (long)result[2], (long)result[3], (long)result[4]};
#endif
  const bool spared = (chosen->calls[0] == SYS_write || chosen->calls[0] == SYS_read) && is_spared((int)a[0]);
  long got = -chosen->error;
  if (spared || !is_due()) {
    got = syscall(about->si_syscall, a[0], a[1], a[2], a[3], a[4], (long)MARK);
    if (got < 0) got = -errno;
  }
  *result = (__typeof__(*result))got;
  errno = error;
}

static void stop_calls(void) {
  struct search library = {.name = "/libc.so"};
  dl_iterate_phdr(find_code, &library);
  const struct range code = library.range;
  const uint32_t high = (uint32_t)(code.begin >> 32), low = (uint32_t)code.begin, end = (uint32_t)code.end;
  const size_t place = offsetof(struct seccomp_data, instruction_pointer);
  const struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[5])),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MARK, 11, 0),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)place + 4),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, high, 0, 9),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)place),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, low, 0, 7),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, end, 6, 0),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)chosen->calls[0], 3, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(chosen->count > 1 ? chosen->calls[1] : chosen->calls[0]), 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(chosen->count > 2 ? chosen->calls[2] : chosen->calls[0]), 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JA, 1, 0, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const struct sock_fprog program = {sizeof filter / sizeof filter[0], (struct sock_filter *)filter};
  struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART};
  if (code.begin >> 32 == code.end >> 32 && sigaction(SIGSYS, &action, NULL) == 0 &&
      prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0)
    return;
  fputs("fail: the kernel takes no filter\n", stderr);
  _exit(125);
}

/* ---- Beginning ---- */

static const struct kind *waiting; /* what fail_begin() chooses */

void fail_begin(void);

void fail_begin(void) {
  chosen = waiting;
  if (chosen != NULL && chosen->count > 0) stop_calls();
}

__attribute__((constructor)) static void begin(void) {
  const char *words = getenv("FAIL"), *path = getenv("FAIL_COUNT");
  if (words == NULL || path == NULL) return;
  const struct kind *kind = NULL;
  char *end = strchr(words, ':');
  for (size_t i = 0; end != NULL && i < sizeof kinds / sizeof kinds[0]; i++)
    if (strncmp(words, kinds[i].name, (size_t)(end - words)) == 0) kind = &kinds[i];
  const int file = open(path, O_RDWR | O_CLOEXEC);
  if (kind == NULL || file < 0 || ftruncate(file, sizeof *count) != 0) {
    fputs("fail: expected FAIL=KIND:N and a file FAIL_COUNT\n", stderr);
    _exit(125);
  }
  count = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  when = strtoull(end + 1, &end, 10);
  lasting = *end == '+';
  from = getenv("FAIL_FROM");
  unsetenv("LD_PRELOAD");
  unsetenv("FAIL");
  void *frames[1];
  if (kind->error == ENOMEM) backtrace(frames, 1); /* the first call loads a library */
  with_paths = kind->error == ENOMEM && when == 0;
  waiting = kind;
  if (getenv("FAIL_WAITS") == NULL) fail_begin();
}
