package dev.baton.cli;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A copy of a class path that every user can read. The home directory of root is closed to others. */
final class ReadableClassPath {
    private static final Map<String, String> COPIES = new ConcurrentHashMap<>();

    private ReadableClassPath() {}

    /** Returns the copy, which is made once in this process and removed at its end. */
    static String copyOf(String classPath) {
        return COPIES.computeIfAbsent(classPath, ReadableClassPath::copy);
    }

    private static String copy(String classPath) {
        try {
            Path folder = Files.createTempDirectory("class-path");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
            List<String> entries = List.of(classPath.split(File.pathSeparator, -1));
            return Stream.iterate(0, number -> number + 1)
                    .limit(entries.size())
                    .map(number -> copy(Path.of(entries.get(number)), folder.resolve(number + ".jar")))
                    .collect(Collectors.joining(File.pathSeparator));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void remove(Path folder) {
        try {
            DirectoryTree.remove(folder);
        } catch (IOException left) {
            throw new UncheckedIOException(left);
        }
    }

    private static String copy(Path from, Path to) {
        try (Stream<Path> all = Files.exists(from) ? Files.walk(from) : Stream.of()) {
            for (Path file : all.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, file.equals(from) ? to : target);
                }
            }
            return to.toString();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
