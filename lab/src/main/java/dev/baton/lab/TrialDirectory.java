package dev.baton.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory of its own in which processes meet; removed at the end. */
public final class TrialDirectory implements AutoCloseable {
    private static final String SOCKET = "bare.sock";

    private final Path directory;

    private TrialDirectory(Path directory) {
        this.directory = directory;
    }

    public static TrialDirectory open() throws IOException {
        return new TrialDirectory(Files.createTempDirectory("baton-lab"));
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

    public LabProcess bareWaiter() throws IOException, InterruptedException {
        LabProcess waiter = LabProcess.start(
                List.of(),
                BareWaiter.class,
                path(SOCKET).toString(),
                path("bare.dat").toString());
        waiter.await("ready");
        return waiter;
    }

    /** A candidate in a process of its own. */
    LabProcess stander(String instanceId) throws IOException {
        return LabProcess.start(List.of(), CandidateProcess.class, url(), "lab", instanceId);
    }

    /** A candidate in a process of its own whose end and whose pokes the bare waiter hears. */
    LabProcess heardStander(List<String> flags, String instanceId) throws IOException {
        return LabProcess.start(
                flags,
                CandidateProcess.class,
                url(),
                "lab",
                instanceId,
                path(SOCKET).toString());
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
