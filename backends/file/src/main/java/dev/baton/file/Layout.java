package dev.baton.file;

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

/** Where everything is, under one directory. Election names were checked: they cannot leave it. */
record Layout(Path directory) {
    static final String LOCK_SUFFIX = ".lock";
    static final String SOCKET_SUFFIX = ".sock";
    static final String ROSTER_SUFFIX = ".jsonl";

    Path locks() {
        return directory.resolve("locks");
    }

    Path lock(String election) {
        return locks().resolve(election + LOCK_SUFFIX);
    }

    Path epochs() {
        return directory.resolve("epochs");
    }

    Path epoch(String election) {
        return epochs().resolve(election);
    }

    Path history(String election) {
        return directory.resolve("history").resolve(election);
    }

    Path live() {
        return directory.resolve("live");
    }

    Path liveness(String process) {
        return live().resolve(process + LOCK_SUFFIX);
    }

    Path roster() {
        return directory.resolve("roster");
    }

    Path control() {
        return roster().resolve("control");
    }

    /** The visible files of a directory; none when it does not exist. */
    static List<Path> list(Path directory) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(
                directory, path -> !path.getFileName().toString().startsWith("."))) {
            stream.forEach(files::add);
        } catch (NoSuchFileException nothingThere) {
            return List.of();
        } catch (NotDirectoryException wrong) {
            throw new IOException(directory + " is not a directory; move it away", wrong);
        } catch (DirectoryIteratorException | UncheckedIOException failed) {
            throw new IOException("could not list " + directory, failed);
        }
        return files;
    }

    /** The names of the visible files that end so, without the ending. */
    static List<String> names(Path directory, String suffix) throws IOException {
        List<String> names = new ArrayList<>();
        for (Path path : list(directory)) {
            String name = path.getFileName().toString();
            if (name.endsWith(suffix)) {
                names.add(name.substring(0, name.length() - suffix.length()));
            }
        }
        return names;
    }
}
