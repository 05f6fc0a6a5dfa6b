package dev.baton.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Deletes directories of tests, even while other processes delete files in them. */
final class TempDirectories {

    private TempDirectories() {}

    static void delete(Path directory) {
        for (int i = 0; i < 100 && Files.exists(directory); i++) {
            try (Stream<Path> tree = Files.walk(directory)) {
                List<Path> deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
                for (Path path : deepestFirst) {
                    Files.deleteIfExists(path);
                }
            } catch (IOException | UncheckedIOException changing) {
                Thread.onSpinWait();
            }
        }
    }
}
