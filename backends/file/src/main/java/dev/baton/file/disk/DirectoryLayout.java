package dev.baton.file.disk;

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

    public Path history(String election) {
        return directory.resolve("history").resolve(election);
    }

    public Path live() {
        return directory.resolve("live");
    }

    public Path liveness(String process) {
        return live().resolve(process + LOCK_SUFFIX);
    }

    public Path socket(String process) {
        return live().resolve(process + ".sock");
    }

    public Path roster() {
        return directory.resolve("roster");
    }

    public Path control() {
        return roster().resolve("control");
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
