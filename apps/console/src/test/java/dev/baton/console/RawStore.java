package dev.baton.console;

import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import dev.baton.spi.StatusJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;

/** Writes the files of a {@code file:} store directly, so that a test controls what the console reads. */
public final class RawStore {
    private final Path directory;

    RawStore(Path directory) {
        this.directory = directory;
    }

    /** Creates elections. */
    public void elections(String... names) {
        for (String name : names) {
            write(directory.resolve("locks").resolve(name + ".lock"), "");
        }
    }

    /** Removes an election. */
    public void removeElection(String name) {
        try {
            Files.deleteIfExists(directory.resolve("locks").resolve(name + ".lock"));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Replaces the content of the lock file of an election. */
    public void lock(String election, String text) {
        write(directory.resolve("locks").resolve(election + ".lock"), text);
    }

    /** Lets the store name an instance of this process as the leader of an election, for some minutes. */
    public void leads(String election, String id) {
        String time = StatusJson.time(Instant.now().plusSeconds(300));
        lock(
                election,
                "{\"instance_id\":\"" + id + "\",\"epoch\":1,\"pid\":"
                        + ProcessHandle.current().pid() + ",\"claimed_at\":\"" + time + "\"}");
    }

    /** Replaces the statuses of a process. */
    public void roster(String process, List<String> lines) {
        write(directory.resolve("roster").resolve(process + ".jsonl"), String.join("\n", lines) + "\n");
    }

    /** Lets every reading of the store fail, or ends that. */
    public void breakStore(boolean broken) {
        try {
            Path locks = directory.resolve("locks");
            Path moved = directory.resolve("moved");
            if (broken) {
                Files.move(locks, moved);
                Files.writeString(locks, "no directory");
            } else {
                Files.delete(locks);
                Files.move(moved, locks);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Removes the statuses of a process. */
    public void removeRoster(String process) {
        try {
            Files.deleteIfExists(directory.resolve("roster").resolve(process + ".jsonl"));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Replaces the history of an election. */
    public void history(String election, List<String> lines) {
        write(directory.resolve("history").resolve(election), String.join("\n", lines) + "\n");
    }

    public static String leader(String election, String id, long epoch, long ageMillis) {
        return status(election, id, true, CandidateState.LEADER, epoch, ageMillis);
    }

    public static String standby(String election, String id, long ageMillis) {
        return status(election, id, false, CandidateState.FOLLOWER, 0, ageMillis);
    }

    public static String unhealthy(String election, String id) {
        return StatusJson.write(
                new InstanceStatus(election, id, false, CandidateState.FOLLOWER, 0, 0, false, Instant.now()));
    }

    private static String status(
            String election, String id, boolean isLeader, CandidateState state, long epoch, long ageMillis) {
        Instant time = Instant.now().minusMillis(ageMillis);
        return StatusJson.write(new InstanceStatus(election, id, isLeader, state, epoch, 0, true, time));
    }

    private static void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Path draft = file.resolveSibling("." + file.getFileName() + ".draft");
            Files.writeString(draft, text);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
