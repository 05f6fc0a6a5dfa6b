package dev.baton.file.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The paths under which a process uses the directory of a store. If one contains a symbolic link that is changed, other
 * processes reach another directory under the same name, and no claim in this one counts. Thread-safe.
 */
public final class FolderNames {
    /** The kernel follows as many links. */
    private static final int MAX_LINKS = 40;

    private final Path directory;
    private final Set<Path> links = ConcurrentHashMap.newKeySet();

    /** @param directory the directory that the names lead to, without links */
    public FolderNames(Path directory) {
        this.directory = directory;
    }

    /** Adds a path that leads to the directory. */
    public void add(Path name) {
        if (!name.equals(directory)) {
            links.add(name);
        }
    }

    /** Returns whether the directory is used under its own path only, so that no name can lead elsewhere. */
    public boolean hasNoLinks() {
        return links.isEmpty();
    }

    /** Returns the first name that leads to another directory. */
    public Optional<Path> strayed() {
        return links.stream().filter(name -> !resolve(name).equals(directory)).findFirst();
    }

    /** Checks that all names lead to the directory. */
    public void require() throws IOException {
        Optional<Path> strayed = strayed();
        if (strayed.isPresent()) {
            throw new IOException(strayed.get() + " leads to " + resolve(strayed.get()) + ", but it led to " + directory
                    + " when this process opened it: a symbolic link was changed; nothing was changed by this process;"
                    + " restart it, or restore the link");
        }
    }

    /** Returns the path without links. It is the same before and after the directory is created. */
    public static Path resolve(Path path) {
        return resolve(path.toAbsolutePath(), MAX_LINKS);
    }

    private static Path resolve(Path path, int depth) {
        Path reached = path.getRoot();
        for (Path part : path) {
            Path next = reached.resolve(part).normalize();
            reached = depth > 0 && Files.isSymbolicLink(next) ? resolve(target(reached, next), depth - 1) : next;
        }
        return reached;
    }

    private static Path target(Path parent, Path link) {
        try {
            return parent.resolve(Files.readSymbolicLink(link));
        } catch (IOException unreadable) {
            return link;
        }
    }
}
