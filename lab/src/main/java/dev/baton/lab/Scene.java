package dev.baton.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory of its own in which processes meet; removed at the end. */
public final class Scene implements AutoCloseable {
    private static final String SOCKET = "bare.sock";

    private final Path directory;

    private Scene(Path directory) {
        this.directory = directory;
    }

    public static Scene open() throws IOException {
        return new Scene(Files.createTempDirectory("baton-lab"));
    }

    /** A path in it that nothing uses yet. */
    public Path path(String name) {
        return directory.resolve(name);
    }

    /** Where the bare waiter listens. */
    public Path socket() {
        return path(SOCKET);
    }

    /** A store in it. */
    String url() {
        return "file:" + path("store");
    }

    public Child bareWaiter() throws IOException, InterruptedException {
        Child waiter = Child.start(
                List.of(),
                BareWaiter.class,
                path(SOCKET).toString(),
                path("bare.dat").toString());
        waiter.await("ready");
        return waiter;
    }

    /** A candidate in a process of its own. */
    Child stander(String instanceId) throws IOException {
        return Child.start(List.of(), Stander.class, url(), "lab", instanceId);
    }

    /** A candidate in a process of its own whose end and whose pokes the bare waiter hears. */
    Child heardStander(List<String> flags, String instanceId) throws IOException {
        return Child.start(
                flags, Stander.class, url(), "lab", instanceId, path(SOCKET).toString());
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
