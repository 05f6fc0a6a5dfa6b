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

/** Where everything is, under one directory. Election names were checked: they cannot leave it. */
public record DirectoryLayout(Path directory) {
    public static final String LOCK_SUFFIX = ".lock";
    public static final String SOCKET_SUFFIX = ".sock";
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

    public Path roster() {
        return directory.resolve("roster");
    }

    public Path control() {
        return roster().resolve("control");
    }

    /** The visible files of a directory; none when it does not exist. */
    public static List<Path> list(Path directory) throws IOException {
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
    public static List<String> names(Path directory, String suffix) throws IOException {
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
