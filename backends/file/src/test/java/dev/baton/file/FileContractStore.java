package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.posix.NativeFile;
import dev.baton.file.record.EpochSlots;
import dev.baton.file.record.EpochState;
import dev.baton.file.record.LockRecord;
import dev.baton.spi.Backend;
import dev.baton.support.json.Json;
import dev.baton.testkit.ContractStore;
import dev.baton.testkit.DirtyPages;
import dev.baton.testkit.ProcessIsolation;
import dev.baton.testkit.StoreFeature;
import dev.baton.testkit.StoreHolder;
import dev.baton.testkit.TestCandidate;
import dev.baton.testkit.TestCandidateProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A directory as the store of the contract tests. To break it down, it is moved away and replaced with a file. */
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
    public Map<StoreFeature, String> optOuts() {
        return Map.of(
                StoreFeature.TRAFFIC, "there is no network",
                StoreFeature.OTHER_USER, "a directory belongs to one user");
    }

    @Override
    public Backend open(BatonClock clock) {
        return FileBackend.openIsolated(
                new FileUrl(directory, false), clock, new ProcessScope(new DirectoryLayout(directory)));
    }

    @Override
    public TestCandidate testCandidate(String election, String instanceId, Duration validity) {
        return TestCandidateProcess.start("file:" + directory, election, instanceId, validity);
    }

    @Override
    public Optional<StoreHolder> holderInStore(String election) {
        Path lock = new DirectoryLayout(directory).lock(election);
        try {
            for (int i = 0; i < 100; i++) {
                byte[] bytes = Files.exists(lock) ? Files.readAllBytes(lock) : new byte[0];
                Optional<LockRecord> record = LockRecord.read(bytes);
                if (bytes.length == 0 || record.isPresent()) {
                    return record.map(found -> new StoreHolder(found.owner().instanceId(), found.epoch()));
                }
                // Read while it was being written.
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        throw new IllegalStateException(lock + " is not a record");
    }

    /** A directory belongs to one user. */
    @Override
    public Optional<TestCandidate> isolatedCandidate(
            String election, String instanceId, Duration validity, ProcessIsolation isolation) {
        return isolation == ProcessIsolation.OTHER_USER
                ? Optional.empty()
                : Optional.of(
                        TestCandidateProcess.start("file:" + directory, election, instanceId, validity, isolation));
    }

    @Override
    public Optional<String> stateInStore(String election) {
        DirectoryLayout layout = new DirectoryLayout(directory);
        try {
            return Optional.of(state(layout.lock(election)) + " " + state(layout.epoch(election)));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static String state(Path file) throws IOException {
        Optional<NativeFile> found = NativeFile.open(file);
        if (found.isEmpty()) {
            return "absent";
        }
        try (NativeFile open = found.get()) {
            return open.tryLock() ? new String(open.read(), StandardCharsets.UTF_8) : "locked";
        }
    }

    @Override
    public boolean onTraffic(Runnable hook) {
        return false;
    }

    @Override
    public long unsyncedPages(String election) {
        return DirtyPages.of(new DirectoryLayout(directory).epoch(election));
    }

    @Override
    public boolean rewriteEpoch(String election, long epoch) {
        DirectoryLayout layout = new DirectoryLayout(directory);
        try {
            Optional<LockRecord> record = LockRecord.read(Files.readAllBytes(layout.lock(election)));
            if (record.isPresent()) {
                Map<String, @Nullable Object> all =
                        new LinkedHashMap<>(record.get().all());
                all.put("epoch", epoch);
                Files.writeString(layout.lock(election), Json.write(all) + "\n");
            }
            EpochState state = EpochSlots.newest(Files.readAllBytes(layout.epoch(election)), layout.epoch(election))
                    .orElseThrow();
            Files.write(
                    layout.epoch(election),
                    EpochSlots.encode(new EpochState(
                            epoch,
                            state.seq() + 1,
                            state.holder(),
                            state.released(),
                            state.reservation(),
                            state.command(),
                            state.others())));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return true;
    }

    @Override
    public void crash() {
        // A directory has no server to crash.
    }

    @Override
    public void deleteLock(String election) {
        unchecked(() -> Files.deleteIfExists(new DirectoryLayout(directory).lock(election)));
    }

    @Override
    public void corruptLock(String election) {
        unchecked(() -> Files.writeString(new DirectoryLayout(directory).lock(election), "\u0000garbage{"));
    }

    @Override
    public void breakDown() {
        unchecked(() -> Files.move(directory, away));
        unchecked(this::blockDirectory);
    }

    private Path blockDirectory() throws IOException {
        while (true) {
            try {
                return Files.createFile(directory);
            } catch (FileAlreadyExistsException publishedMeanwhile) {
                // A roster was published between the two steps, which creates the directory again.
                TempDirectories.delete(directory);
            }
        }
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
        // A directory has no server to restart.
    }

    @Override
    public void close() {
        TempDirectories.delete(above);
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
