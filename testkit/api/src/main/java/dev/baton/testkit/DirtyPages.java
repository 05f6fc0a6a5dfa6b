package dev.baton.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The pages of a file that a power failure would lose, as Linux counts them since version 6.5. */
public final class DirtyPages {
    /** The system call {@code cachestat}; its third result is the number of pages that are being written. */
    private static final String COUNT = """
            import ctypes, os, struct, sys
            libc = ctypes.CDLL(None)
            fd = os.open(sys.argv[1], os.O_RDONLY)
            counts = ctypes.create_string_buffer(40)
            failed = libc.syscall(451, fd, struct.pack('QQ', 0, 0), counts, 0)
            print(0 if failed else sum(struct.unpack('5Q', counts.raw)[1:3]))
            """;

    private DirtyPages() {}

    /** Returns their number; 0 if the kernel does not count them. */
    public static long of(Path file) {
        try {
            Process process = new ProcessBuilder("python3", "-c", COUNT, file.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return Long.parseLong(printed.trim());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
