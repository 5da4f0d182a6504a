/* A library to preload: lets the k-th call of one kind fail, as a full disk or a lack of memory would.
 *
 * Kinds: 1 write, 2 sync, 3 rename, 4 open, 5 map, 6 allocation, 7 other changes of files (truncate, unlink,
 * mkdir, chmod), 8 allocation of C++: of libstdc++, where operator new is, and of Jackdaw's core. `faults_arm`
 * sets which call of which kind fails, and with which error; 0 as its number only counts, calls of every kind.
 * The failed call is described on a file descriptor that the test names, by a system call of its own.
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WRITE = 1, SYNC, RENAME, OPEN, MAP, ALLOCATION, OTHER, CPP_ALLOCATION, KINDS };

static int armed_kind;
static long armed_number;
static int armed_error;
static int report_fd = -1;
static atomic_long counts[KINDS];

/* Arm: the `number`-th call of this kind from now on fails with `error`. */
void faults_arm(int kind, long number, int error, int fd)
{
    for (int each = 0; each < KINDS; ++each)
        atomic_store(&counts[each], 0);
    void* frames[4];
    (void)backtrace(frames, 4); /* its first call allocates */
    armed_number = number;
    armed_error = error;
    report_fd = fd;
    armed_kind = kind;
}

long faults_count(int kind)
{
    return atomic_load(&counts[kind]);
}

/* Return whether calls of this kind count: after `faults_arm`, those of one kind, or of all if none fails. */
static int counts_calls(int kind)
{
    return armed_kind && (kind == armed_kind || !armed_number);
}

/* Return whether this call fails; then errno is set. */
static int fails(int kind, const char* name, const char* path, long detail)
{
    if (!counts_calls(kind) || atomic_fetch_add(&counts[kind], 1) + 1 != armed_number)
        return 0;
    char text[600];
    const int length = snprintf(text, sizeof text, "%s %s %ld\n", name, path ? path : "", detail);
    if (report_fd >= 0) {
        (void)!syscall(SYS_write, report_fd, text, length < 600 ? (size_t)length : sizeof text - 1);
        void* frames[30];
        if (kind == ALLOCATION || kind == CPP_ALLOCATION)
            backtrace_symbols_fd(frames, backtrace(frames, 30), report_fd);
    }
    errno = armed_error;
    return 1;
}

#define REAL(name) \
    static __typeof__(&name) real; \
    if (!real) \
    real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

ssize_t write(int fd, const void* data, size_t size)
{
    REAL(write);
    if (fails(WRITE, "write", NULL, fd))
        return -1;
    return real(fd, data, size);
}

ssize_t writev(int fd, const struct iovec* parts, int count)
{
    REAL(writev);
    if (fails(WRITE, "writev", NULL, fd))
        return -1;
    return real(fd, parts, count);
}

ssize_t pwrite64(int fd, const void* data, size_t size, off64_t offset)
{
    REAL(pwrite64);
    if (fails(WRITE, "pwrite", NULL, fd))
        return -1;
    return real(fd, data, size, offset);
}

int fsync(int fd)
{
    REAL(fsync);
    if (fails(SYNC, "fsync", NULL, fd))
        return -1;
    return real(fd);
}

int fdatasync(int fd)
{
    REAL(fdatasync);
    if (fails(SYNC, "fdatasync", NULL, fd))
        return -1;
    return real(fd);
}

int rename(const char* from, const char* to)
{
    REAL(rename);
    if (fails(RENAME, "rename", to, 0))
        return -1;
    return real(from, to);
}

int renameat(int one, const char* from, int other, const char* to)
{
    REAL(renameat);
    if (fails(RENAME, "renameat", to, 0))
        return -1;
    return real(one, from, other, to);
}

#define MODE(flags, mode) \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | O_TMPFILE)) { \
        va_list rest; \
        va_start(rest, flags); \
        mode = va_arg(rest, mode_t); \
        va_end(rest); \
    }

int open(const char* path, int flags, ...)
{
    REAL(open);
    MODE(flags, mode)
    if (fails(OPEN, "open", path, flags))
        return -1;
    return real(path, flags, mode);
}

int open64(const char* path, int flags, ...)
{
    REAL(open64);
    MODE(flags, mode)
    if (fails(OPEN, "open64", path, flags))
        return -1;
    return real(path, flags, mode);
}

FILE* fopen64(const char* path, const char* mode)
{
    REAL(fopen64);
    if (fails(OPEN, "fopen", path, 0))
        return NULL;
    return real(path, mode);
}

void* mmap(void* address, size_t size, int protection, int flags, int fd, off_t offset)
{
    REAL(mmap);
    if (fails(MAP, "mmap", NULL, (long)size))
        return MAP_FAILED;
    return real(address, size, protection, flags, fd, offset);
}

void* mmap64(void* address, size_t size, int protection, int flags, int fd, off64_t offset)
{
    REAL(mmap64);
    if (fails(MAP, "mmap", NULL, (long)size))
        return MAP_FAILED;
    return real(address, size, protection, flags, fd, offset);
}

int ftruncate64(int fd, off64_t size)
{
    REAL(ftruncate64);
    if (fails(OTHER, "ftruncate", NULL, fd))
        return -1;
    return real(fd, size);
}

int ftruncate(int fd, off_t size)
{
    REAL(ftruncate);
    if (fails(OTHER, "ftruncate", NULL, fd))
        return -1;
    return real(fd, size);
}

int unlink(const char* path)
{
    REAL(unlink);
    if (fails(OTHER, "unlink", path, 0))
        return -1;
    return real(path);
}

int mkdir(const char* path, mode_t mode)
{
    REAL(mkdir);
    if (fails(OTHER, "mkdir", path, 0))
        return -1;
    return real(path, mode);
}

int chmod(const char* path, mode_t mode)
{
    REAL(chmod);
    if (fails(OTHER, "chmod", path, 0))
        return -1;
    return real(path, mode);
}

/* The functions of glibc itself, since dlsym allocates. */
extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);

static int is_cpp(const void* caller)
{
    Dl_info found;
    return dladdr(caller, &found) && found.dli_fname &&
           (strstr(found.dli_fname, "libstdc++") || strstr(found.dli_fname, "jackdaw_core"));
}

static int lacks_memory(const char* name, size_t size, const void* caller)
{
    return fails(ALLOCATION, name, NULL, (long)size) ||
           (counts_calls(CPP_ALLOCATION) && is_cpp(caller) && fails(CPP_ALLOCATION, name, NULL, (long)size));
}

void* malloc(size_t size)
{
    return lacks_memory("malloc", size, __builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void* calloc(size_t count, size_t size)
{
    return lacks_memory("calloc", count * size, __builtin_return_address(0)) ? NULL
                                                                             : __libc_calloc(count, size);
}

void* realloc(void* old, size_t size)
{
    return lacks_memory("realloc", size, __builtin_return_address(0)) ? NULL : __libc_realloc(old, size);
}
