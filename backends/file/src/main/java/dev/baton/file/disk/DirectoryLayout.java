package dev.baton.file.disk;

import dev.baton.file.posix.StoreFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The paths under the directory of a store. Election names are checked before, so no path can leave the directory. */
public record DirectoryLayout(Path directory) {
    public static final String LOCK_SUFFIX = ".lock";
    public static final String ROSTER_SUFFIX = ".jsonl";
    public static final String SOCKET_SUFFIX = ".sock";

    public Path locks() {
        return directory.resolve("locks");
    }

    public Path lock(String election) {
        return locks().resolve(election + LOCK_SUFFIX);
    }

    public Path epochs() {
        return directory.resolve("epochs");
    }

    public Path epoch(String election) {
        return epochs().resolve(election);
    }

    public Path history() {
        return directory.resolve("history");
    }

    public Path history(String election) {
        return history().resolve(election);
    }

    public Path live() {
        return directory.resolve("live");
    }

    public Path liveness(String process) {
        return live().resolve(process + LOCK_SUFFIX);
    }

    public Path socket(String process) {
        return live().resolve(process + SOCKET_SUFFIX);
    }

    public Path roster() {
        return directory.resolve("roster");
    }

    public Path control() {
        return roster().resolve("control");
    }

    /**
     * Checks that the directories exist for this user alone; missing ones pass. Required before anything in them is
     * opened, created or deleted: then no other user can put a link in the way.
     */
    public void requireOwn() throws IOException {
        requireOwnForClaims();
        for (Path folder : List.of(live(), roster(), control())) {
            StoreFiles.requireOwnFolder(folder);
        }
    }

    /** Checks only the directories that an operation on a claim uses. */
    public void requireOwnForClaims() throws IOException {
        for (Path folder : List.of(directory, locks(), epochs(), history())) {
            StoreFiles.requireOwnFolder(folder);
        }
    }

    /** Returns the files of a directory except hidden ones; none if it does not exist. */
    public static List<Path> list(Path directory) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(
                directory, path -> !path.getFileName().toString().startsWith("."))) {
            stream.forEach(files::add);
        } catch (NoSuchFileException absent) {
            return List.of();
        } catch (NotDirectoryException refused) {
            throw new IOException(directory + " is not a directory; move it away", refused);
        } catch (DirectoryIteratorException | UncheckedIOException failed) {
            throw new IOException("could not list " + directory, failed);
        }
        return files;
    }

    /** Returns the names of the files with this suffix, without the suffix. */
    public static List<String> names(Path directory, String suffix) throws IOException {
        return list(directory).stream()
                .map(path -> path.getFileName().toString())
                .filter(name -> name.endsWith(suffix))
                .map(name -> name.substring(0, name.length() - suffix.length()))
                .toList();
    }
}
