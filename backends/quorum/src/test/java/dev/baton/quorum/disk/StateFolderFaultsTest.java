package dev.baton.quorum.disk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.quorum.step.LeasePromise;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.QuorumTiming;
import dev.baton.quorum.step.Vote;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random damage to a folder: a member votes with all its votes, or not at all; it knows its promises, or it abstains. */
@Tag("proof")
class StateFolderFaultsTest {
    private static final int ROUNDS = 400;
    private static final List<String> FILES = List.of("group", "votes", "promises");
    private static final Membership FOUNDING = Membership.founding(List.of("a", "b", "c"));
    private static final QuorumTiming TIMING = QuorumTiming.seed();
    private static final long LONGEST = TIMING.longestLease().toNanos();
    private static final long NOW = 5_000_000_000L;

    @TempDir
    Path temporary;

    private final Map<String, Vote> votes = new HashMap<>();
    private final Map<String, LeasePromise> promises = new HashMap<>();
    private final List<Map<String, byte[]>> snapshots = new ArrayList<>();
    private Random random = new Random(0);
    private Path folder = Path.of("");

    private enum Fault {
        NONE,
        FLIPPED,
        ZEROED,
        TRUNCATED,
        ROLLED_BACK,
        DELETED,
        MOVED
    }

    @Test // QUORUM-7
    void damagedFolderForgetsNothingSilently() throws IOException {
        long first = System.nanoTime();
        System.out.println("seed " + first);
        Map<String, Integer> outcomes = new TreeMap<>();
        for (long seed = first; seed < first + ROUNDS; seed++) {
            random = new Random(seed);
            run();
            Fault fault = Fault.values()[random.nextInt(Fault.values().length)];
            String file = damage(fault);
            String outcome = reopen(fault, "seed " + seed + ": " + file + " " + fault);
            outcomes.merge(fault + " " + outcome, 1, Integer::sum);
        }
        assertThat(outcomes).containsKeys("NONE kept", "FLIPPED kept", "FLIPPED abstains", "MOVED abstains");
        assertThat(outcomes).containsKeys("DELETED refused", "ZEROED refused", "TRUNCATED refused");
        assertThat(outcomes).doesNotContainKeys("NONE abstains", "NONE refused", "MOVED kept", "MOVED refused");
    }

    /** Runs a member with random votes and promises, and keeps a copy of the folder after each step. */
    private void run() throws IOException {
        folder = Files.createTempDirectory(temporary, "a");
        votes.clear();
        promises.clear();
        snapshots.clear();
        for (int start = 0; start < 2; start++) {
            try (StateFolder state = open("boot-1").folder()) {
                for (int step = 3 + random.nextInt(6); step > 0; step--) {
                    step(state);
                    snapshots.add(files());
                }
            }
        }
    }

    private void step(StateFolder state) throws IOException {
        String election = "e" + random.nextInt(3);
        if (random.nextBoolean()) {
            long term = votes.getOrDefault(election, Vote.NONE).term() + 1;
            Vote vote = new Vote(term, random.nextBoolean() ? "b" : "c");
            state.persist(Map.of(election, vote));
            votes.put(election, vote);
        } else {
            LeasePromise promise = new LeasePromise("b", 1, 7, NOW + 1 + random.nextInt(1_000_000_000));
            state.remember(election, promise);
            promises.put(election, promise);
        }
    }

    private String damage(Fault fault) throws IOException {
        String file = FILES.get(random.nextInt(FILES.size()));
        byte[] bytes = Files.readAllBytes(folder.resolve(file));
        if (bytes.length == 0) {
            file = "promises"; // There were no votes.
            bytes = Files.readAllBytes(folder.resolve(file));
        }
        int slot = file.equals("group") ? SlotRecords.GROUP_SLOT : SlotRecords.SLOT;
        int slots = 1 + random.nextInt(file.equals("group") ? 2 : 6);
        switch (fault) {
            case NONE, MOVED -> {}
            case FLIPPED -> bytes[(slots - 1) * slot + random.nextInt(60)] ^= (byte) (1 << random.nextInt(8));
            case ZEROED -> Arrays.fill(bytes, 0, slots * slot, (byte) 0);
            case TRUNCATED -> bytes = Arrays.copyOf(bytes, random.nextInt(slots * slot));
            case ROLLED_BACK -> {
                // An older file of the same start that replaces the promises alone is not recognised.
                file = random.nextBoolean() ? "votes" : "group";
                bytes = snapshots.get(random.nextInt(snapshots.size())).get(file);
            }
            case DELETED -> {
                Files.delete(folder.resolve(file));
                return file;
            }
        }
        Files.write(folder.resolve(file), bytes);
        return file;
    }

    private String reopen(Fault fault, String what) throws IOException {
        try {
            StateFolder.Opened opened = open(fault == Fault.MOVED ? "boot-2" : "boot-1");
            opened.folder().close();
            boolean isNew = opened.folder().previousIncarnation() == 0;
            if (isNew) {
                return "new disk"; // The peers that have recorded the old one refuse it.
            }
            assertThat(opened.saved().votes()).as(what).isEqualTo(votes);
            boolean abstains = opened.start().abstainUntil() == NOW + LONGEST;
            if (!abstains) {
                assertThat(opened.start().abstainUntil()).as(what).isEqualTo(NOW);
                assertThat(opened.saved().promises()).as(what).isEqualTo(promises);
            }
            return abstains ? "abstains" : "kept";
        } catch (StateFolderException refused) {
            return "refused";
        }
    }

    private StateFolder.Opened open(String boot) throws IOException {
        return StateFolder.open(folder, "a", FOUNDING, TIMING, new BootInfo(boot), NOW);
    }

    private Map<String, byte[]> files() throws IOException {
        Map<String, byte[]> files = new HashMap<>();
        for (String file : FILES) {
            files.put(file, Files.readAllBytes(folder.resolve(file)));
        }
        return files;
    }
}
