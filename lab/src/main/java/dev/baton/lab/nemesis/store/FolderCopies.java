package dev.baton.lab.nemesis.store;

import com.sun.jna.Function;
import com.sun.jna.Native;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Copies of folders, as a backup makes them. */
public final class FolderCopies {
    private static final int AT_FDCWD = -100;
    private static final int RENAME_EXCHANGE = 2;

    private FolderCopies() {}

    /** Puts a copy of the folder, with other inodes, into its place. */
    static void replaceByCopy(Path folder) throws IOException {
        Path copy = folder.resolveSibling(folder.getFileName() + "-copy");
        copy(folder, copy);
        exchange(folder, copy);
        delete(copy);
    }

    /** Exchanges two folders in one step: a leader that found none in between would restore it there. */
    private static void exchange(Path one, Path other) throws IOException {
        int refused = Function.getFunction("c", "renameat2")
                .invokeInt(new Object[] {AT_FDCWD, one.toString(), AT_FDCWD, other.toString(), RENAME_EXCHANGE});
        if (refused != 0) {
            throw new IOException("could not exchange " + one + " and " + other + ": error " + Native.getLastError());
        }
    }

    /** Copies a folder while it is in use. Sockets are left out, and files that vanish meanwhile too. */
    static void copy(Path from, Path to) throws IOException {
        Process copy = new ProcessBuilder(
                        "sh",
                        "-c",
                        "cp -a -- \"$0\" \"$1\" && find \"$1\" -type s -delete",
                        from.toString(),
                        to.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        copy.onExit().join();
        if (!Files.isDirectory(to)) {
            throw new IOException("could not copy " + from + " to " + to);
        }
    }

    /** Deletes a folder and all that it contains. */
    public static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> walk = Files.walk(folder)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.deleteIfExists(path);
        }
    }
}
