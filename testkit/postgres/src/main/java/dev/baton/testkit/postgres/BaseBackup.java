package dev.baton.testkit.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.stream.Stream;

/** A copy of the data directory of a running server, with all that is needed to start from it. */
public final class BaseBackup {
    private static final String WAL = "pg_wal";

    private final PostgresTestServer server;
    private final Path directory;

    private BaseBackup(PostgresTestServer server, Path directory) {
        this.server = server;
        this.directory = directory;
    }

    static BaseBackup of(PostgresTestServer server) {
        try (Connection connection = server.connect("postgres");
                Statement statement = connection.createStatement()) {
            Path directory = Files.createTempDirectory("baton-backup");
            statement.execute("SELECT pg_backup_start('test', true)");
            copy(server.data(), directory, true);
            try (ResultSet row = statement.executeQuery("SELECT labelfile FROM pg_backup_stop(false)")) {
                row.next();
                Files.writeString(directory.resolve("backup_label"), row.getString(1));
            }
            copy(server.data().resolve(WAL), directory.resolve(WAL), false);
            return new BaseBackup(server, directory);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (SQLException failed) {
            throw new IllegalStateException("cannot back up", failed);
        }
    }

    /** Returns the copy. The caller deletes it. */
    public Path directory() {
        return directory;
    }

    /** Stops the server, replaces its data by the backup and starts it again, on the same port. */
    public void restore() {
        Path control = server.stop("INT");
        try {
            try (Stream<Path> files = Files.walk(server.data())) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    if (!file.equals(server.data())) {
                        Files.delete(file);
                    }
                }
            }
            copy(directory, server.data(), false);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        server.start(control);
    }

    /** Copies a directory. Files that end meanwhile are left out: the log of the server has what they contained. */
    private static void copy(Path from, Path to, boolean withoutWal) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                Path copy = to.resolve(from.relativize(directory).toString());
                if (!Files.exists(copy)) {
                    Files.copy(directory, copy, StandardCopyOption.COPY_ATTRIBUTES);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Path relative = from.relativize(file);
                boolean left =
                        relative.toString().startsWith("postmaster.") || (withoutWal && relative.startsWith(WAL));
                if (!left) {
                    try {
                        Files.copy(
                                file,
                                to.resolve(relative.toString()),
                                StandardCopyOption.COPY_ATTRIBUTES,
                                StandardCopyOption.REPLACE_EXISTING);
                    } catch (NoSuchFileException ended) {
                        return FileVisitResult.CONTINUE;
                    }
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failed) throws IOException {
                if (failed instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failed;
            }
        });
    }
}
