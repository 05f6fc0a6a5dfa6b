package dev.baton.testkit.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.quorum.disk.BootInfo;
import dev.baton.quorum.disk.StateFolder;
import dev.baton.quorum.step.Membership;
import dev.baton.quorum.step.QuorumTiming;
import dev.baton.quorum.step.Vote;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The real state directory on a simulated disk that loses power at every write, again and again. */
class PowerLossTest {
    private static final long FIRST = Long.getLong("quorum.seed", 1);
    private static final int DISKS = 2_000;
    private static final int STARTS = 6;
    private static final int WRITES = 6;
    private static final List<WriteFate> FATES = List.of(WriteFate.values());
    private static final List<String> ELECTIONS = List.of("e0", "e1", "e2");

    private final Map<String, Vote> confirmed = new HashMap<>();
    /** Votes that were interrupted. They were never sent, and may be on the disk or not. */
    private final Set<Vote> attempted = new HashSet<>();

    @Test // QUORUM-7
    void confirmedVoteSurvivesEveryLossOfPower() throws IOException {
        for (long seed = FIRST; seed < FIRST + DISKS; seed++) {
            confirmed.clear();
            attempted.clear();
            useDisk(new SeededRandom(seed), seed);
        }
    }

    private void useDisk(SeededRandom random, long seed) throws IOException {
        SimDisk disk = new SimDisk("n1", random);
        boolean[] powered = {true};
        for (int start = 0; start < STARTS; start++) {
            StateFolder.Opened state = open(disk, random, start);
            for (String election : ELECTIONS) {
                Vote vote = state.saved().votes().getOrDefault(election, Vote.NONE);
                Vote kept = confirmed.getOrDefault(election, Vote.NONE);
                assertThat(vote.equals(kept) || (vote.term() > kept.term() && attempted.contains(vote)))
                        .as("%s instead of %s after loss of power %d, seed %d", vote, kept, start, seed)
                        .isTrue();
            }
            state.saved().votes().forEach(confirmed::put);
            powered[0] = true;
            WriteFate fate = FATES.get(random.below(FATES.size()));
            disk.crashSoon(fate, () -> {
                powered[0] = false;
                losePower(disk);
            });
            for (int write = 0; write < WRITES && powered[0]; write++) {
                Map<String, Vote> votes = votes(random);
                attempted.addAll(votes.values());
                state.folder().persist(votes);
                if (powered[0]) {
                    confirmed.putAll(votes);
                }
            }
            if (powered[0]) {
                losePower(disk);
            }
        }
    }

    @Test // QUORUM-7
    void voteThatIsReadAfterFailedSyncSurvivesLossOfPowerDuringNextWrite() throws IOException {
        for (long seed = FIRST; seed < FIRST + DISKS; seed++) {
            SeededRandom random = new SeededRandom(seed);
            SimDisk disk = new SimDisk("n1", random);
            StateFolder first = open(disk, random, 0).folder();
            first.persist(Map.of("e0", new Vote(1, "n1")));
            first.persist(Map.of("e0", new Vote(2, "n1")));
            disk.failingSync = 1;
            assertThatThrownBy(() -> first.persist(Map.of("e0", new Vote(3, "n1"))))
                    .isInstanceOf(IOException.class);
            disk.failingSync = 0;
            disk.processEnded();

            StateFolder.Opened again = open(disk, random, 0);
            long read = term(again);
            disk.crashSoon(WriteFate.TORN, () -> losePower(disk));
            again.folder().persist(Map.of("e0", new Vote(read + 1, "n1")));
            losePower(disk);

            assertThat(term(open(disk, random, 1))).as("seed %d", seed).isGreaterThanOrEqualTo(read);
        }
    }

    private static long term(StateFolder.Opened state) {
        return state.saved().votes().getOrDefault("e0", Vote.NONE).term();
    }

    private static void losePower(SimDisk disk) {
        disk.processEnded();
        disk.losePower();
    }

    private static StateFolder.Opened open(SimDisk disk, SeededRandom random, int start) throws IOException {
        return StateFolder.open(
                disk,
                "n1",
                Membership.founding(List.of("n1", "n2", "n3")),
                QuorumTiming.standard(),
                new BootInfo("boot-" + start),
                1_000_000_000,
                random::next);
    }

    /** Returns higher votes in some elections. */
    private Map<String, Vote> votes(SeededRandom random) {
        Map<String, Vote> votes = new HashMap<>();
        for (String election : ELECTIONS) {
            if (votes.isEmpty() || random.oneIn(2)) {
                long term = confirmed.getOrDefault(election, Vote.NONE).term() + 1;
                votes.put(election, new Vote(term, "n" + (1 + random.below(3))));
            }
        }
        return votes;
    }
}
