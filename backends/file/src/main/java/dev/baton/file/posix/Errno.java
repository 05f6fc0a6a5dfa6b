package dev.baton.file.posix;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The kernel's error numbers that this backend meets, each with its meaning and the next step. */
enum Errno {
    EPERM(1, 1, "not permitted; check the owner of the file"),
    ENOENT(2, 2, "it does not exist"),
    ESRCH(3, 3, "no such process"),
    EINTR(4, 4, "interrupted"),
    EIO(5, 5, "the disk reported an error; check the disk"),
    EACCES(13, 13, "permission denied; give this user the right to read and write it"),
    ENXIO(6, 6, "it is not a regular file; move it away"),
    ENOTDIR(20, 20, "a part of its path is not a directory; move that away"),
    EISDIR(21, 21, "it is a directory, not a regular file; move it away"),
    EMFILE(24, 24, "too many open files in this process; raise its limit (ulimit -n)"),
    ENFILE(23, 23, "too many open files on this machine"),
    ENOSPC(28, 28, "no space left on the disk; free some"),
    EROFS(30, 30, "the file system is read-only; mount it writable or choose another directory"),
    ELOOP(40, 62, "it is a symbolic link, which Baton does not follow; replace it with a regular file"),
    EDQUOT(122, 69, "the disk quota is used up; free some space"),
    EWOULDBLOCK(11, 35, "another program has locked it"),
    OTHER(0, 0, "the kernel refused");

    private final int number;
    private final String meaning;

    Errno(int onLinux, int onMac, String meaning) {
        this.number = OperatingSystem.LINUX ? onLinux : onMac;
        this.meaning = meaning;
    }

    static Errno of(int number) {
        return Stream.of(values())
                .filter(errno -> errno.number == number)
                .findFirst()
                .orElse(OTHER);
    }

    /** Returns the exception for the error of this thread's last call. */
    static IOException last(String action, Path path) {
        return of(LibC.errno()).failure(action, path);
    }

    String meaning() {
        return meaning;
    }

    IOException failure(String action, Path path) {
        return new IOException("could not " + action + " " + path + ": " + meaning + " (" + name() + ")");
    }
}
