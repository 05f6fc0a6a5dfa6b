package dev.baton.file.posix;

import java.util.Optional;

/**
 * The size of a terminal at one moment. It can change at any time.
 *
 * @param rows at least 1
 * @param columns at least 1
 */
public record TerminalSize(int rows, int columns) {
    private static final int STDOUT = 1;
    private static final long TIOCGWINSZ = 0x5413;
    private static final int WINSIZE_BYTES = 8;
    private static final int COLUMNS = 2;

    /** Returns the size of the terminal on the standard output; empty if it is none, or its size is unknown. */
    public static Optional<TerminalSize> ofStdout() {
        String arch = System.getProperty("os.arch", "");
        if (!OperatingSystem.LINUX || !(arch.equals("amd64") || arch.equals("aarch64"))) {
            return Optional.empty();
        }
        try {
            NativeMemory memory = NativeMemory.allocate(WINSIZE_BYTES);
            boolean known = LibC.Linux.ioctl(STDOUT, TIOCGWINSZ, memory.address()) == 0;
            int rows = Short.toUnsignedInt(memory.bytes().getShort(0));
            int columns = Short.toUnsignedInt(memory.bytes().getShort(COLUMNS));
            return known && rows > 0 && columns > 0 ? Optional.of(new TerminalSize(rows, columns)) : Optional.empty();
        } catch (LinkageError noNativeCode) {
            // JNA could not load its library, for example from a file system without execution.
            return Optional.empty();
        }
    }
}
