package dev.baton.file;

import dev.baton.spi.Backend;
import dev.baton.spi.Clock;
import dev.baton.testkit.Contestant;
import dev.baton.testkit.ContestantProcess;
import dev.baton.testkit.ContractStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;

/** A directory behind the contract's hooks. It breaks down by being moved away, a file put in its place. */
final class FileContractStore implements ContractStore {
    private final Path above;
    private final Path directory;
    private final Path away;

    FileContractStore() throws IOException {
        above = Files.createTempDirectory("contract");
        directory = above.resolve("store");
        away = above.resolve("away");
        Files.createDirectory(directory);
    }

    @Override
    public Backend open(Clock clock) {
        return FileBackend.openApart(new FileUrl(directory, false), clock, new Neighbourhood(new Layout(directory)));
    }

    @Override
    public Contestant contestant(String election, String instanceId, Duration validity) {
        Contestant contestant = ContestantProcess.start("file:" + directory, election, instanceId, validity);
        // A process announces itself before its first attempt, which is what makes the election known.
        Awaitility.await().until(() -> Files.exists(new Layout(directory).lock(election)));
        return new Settled(contestant);
    }

    @Override
    public void deleteLock(String election) {
        unchecked(() -> Files.deleteIfExists(new Layout(directory).lock(election)));
    }

    @Override
    public void corruptLock(String election) {
        unchecked(() -> Files.writeString(new Layout(directory).lock(election), "\u0000garbage{"));
    }

    @Override
    public void breakDown() {
        unchecked(() -> Files.move(directory, away));
        unchecked(() -> Files.createFile(directory));
    }

    @Override
    public void repair() {
        if (Files.exists(away)) {
            unchecked(() -> Files.deleteIfExists(directory));
            unchecked(() -> Files.move(away, directory));
        }
    }

    @Override
    public void restart() {
        // A directory is no server; what is on the disk stays there.
    }

    @Override
    public void close() {
        TempDirectories.delete(above);
    }

    /** Answers when the listener that notes the epoch has caught up with the leadership. */
    private record Settled(Contestant contestant) implements Contestant {

        @Override
        public String instanceId() {
            return contestant.instanceId();
        }

        @Override
        public Standing standing() {
            Standing standing = contestant.standing();
            while (standing.leader() && standing.epoch() == 0) {
                standing = contestant.standing();
            }
            return standing;
        }

        @Override
        public void crash() {
            contestant.crash();
        }

        @Override
        public void freeze() {
            contestant.freeze();
        }

        @Override
        public void thaw() {
            contestant.thaw();
        }

        @Override
        public void close() {
            contestant.close();
        }
    }

    private interface Task {
        Object run() throws IOException;
    }

    private static void unchecked(Task task) {
        try {
            task.run();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
