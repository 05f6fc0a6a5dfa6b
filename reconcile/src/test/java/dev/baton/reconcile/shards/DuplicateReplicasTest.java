package dev.baton.reconcile.shards;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.CandidateState;
import dev.baton.InstanceStatus;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Two replicas with one id on a roster that shows only the latest status of an id. */
class DuplicateReplicasTest {
    private static final int PUBLISH_INTERVAL = 5_000;
    private static final int READ_INTERVAL = 1_000;
    private static final int STEP = 100;
    private static final int LIMIT = 15_000;

    private InstanceStatus latest = status(new ReplicaRun(0, "former-pid1", "00000000"), 0, 0);

    /** A replica that publishes and reads at its own times. */
    private final class Replica {
        private final ReplicaRun run;
        private final DuplicateReplicas duplicates;
        private final int publishAt;
        private final int readAt;
        private boolean foundOther;
        private int answered;

        Replica(String nonce, int publishAt, int readAt) {
            this.run = new ReplicaRun(1, "web-pid" + nonce.charAt(0), nonce);
            this.duplicates = new DuplicateReplicas(run);
            this.publishAt = publishAt;
            this.readAt = readAt;
        }

        void at(int millis) {
            if (millis % READ_INTERVAL == readAt) {
                foundOther |= duplicates.update("same", List.of(latest)).isPresent();
            }
            if (millis % PUBLISH_INTERVAL == publishAt || duplicates.answers() != answered) {
                answered = duplicates.answers();
                latest = status(run, answered, millis);
            }
        }
    }

    @Test // LEASE-11
    void eachFindsTheOtherWheneverTheyPublishAndRead() {
        for (int publish = 0; publish < PUBLISH_INTERVAL; publish += STEP) {
            for (int read = 0; read < READ_INTERVAL; read += STEP) {
                for (int otherRead = 0; otherRead < READ_INTERVAL; otherRead += STEP) {
                    Replica one = new Replica("1a2b3c4d", 0, read);
                    Replica two = new Replica("2a2b3c4d", publish, otherRead);
                    for (int now = 0; now < LIMIT; now += STEP) {
                        one.at(now);
                        two.at(now);
                    }
                    assertThat(List.of(one.foundOther, two.foundOther))
                            .as("publishes %s ms after the other, reads at %s and %s", publish, read, otherRead)
                            .containsOnly(true);
                }
            }
        }
    }

    @Test // LEASE-11
    void statusOfAFormerRunIsAnsweredOnceAndIsNoLiveReplica() {
        Replica next = new Replica("1a2b3c4d", 0, 0);
        for (int now = 0; now < LIMIT; now += STEP) {
            next.at(now);
        }
        assertThat(next.duplicates.answers()).isEqualTo(1);
        assertThat(next.foundOther).isFalse();
    }

    private static InstanceStatus status(ReplicaRun run, int answers, int millis) {
        String note = new ShardStatusNote(4, 1, new BitSet(), Optional.of(run), answers).text();
        return new InstanceStatus(
                "orders", "same", false, CandidateState.FOLLOWER, 0, 0, true, Instant.ofEpochMilli(millis), note);
    }
}
