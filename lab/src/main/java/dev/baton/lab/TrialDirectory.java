package dev.baton.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary directory for the processes of one trial; removed when closed. */
public record TrialDirectory(Path directory) implements AutoCloseable {
    public static TrialDirectory open() throws IOException {
        return new TrialDirectory(Files.createTempDirectory("baton-lab"));
    }

    public Path path(String name) {
        return directory.resolve(name);
    }

    /** Creates a directory in this one, for this user only. */
    public Path create(String name) throws IOException {
        return Files.createDirectory(
                path(name), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    /** Returns the URL of a {@code file:} store in this directory. */
    public String url() {
        return "file:" + path("store");
    }

    /** Starts a {@link BareWaiter} that listens in this directory. */
    public LabProcess bareWaiter() throws Exception {
        LabProcess waiter = LabProcess.start(
                List.of(), BareWaiter.class, socket(), path("bare.dat").toString());
        waiter.await("ready");
        return waiter;
    }

    /** Connects a candidate to the bare waiter, which then notices the candidate's end. */
    public void connectToWaiter(LabProcess candidate) throws Exception {
        candidate.send("connect " + socket());
        candidate.await("connected");
    }

    private String socket() {
        return path("bare.sock").toString();
    }

    /** Starts a candidate on the store in this directory. */
    LabProcess candidate(List<String> flags, String instanceId) throws IOException {
        return LabProcess.start(flags, CandidateProcess.class, url(), "lab", instanceId);
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
