package dev.baton.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.EndReason;
import dev.baton.store.ObjectKey;
import dev.baton.store.WriteCondition;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Resources that the user's code fails for: they stop no others, but a leader for which all fail steps down. */
class PoisonResourcesTest extends ReplicaFixture {
    private static final List<String> GOOD = List.of("a", "z");
    private static final List<String> BAD = List.of("p1", "p2", "p3", "p4");
    private static final ReconcileSettings SETTINGS = ReconcileSettings.defaults()
            .withSweeps(Duration.ofMillis(50), Duration.ofMinutes(5))
            .withRetries(Duration.ofMillis(5), Duration.ofMillis(20))
            .withStepDownAfter(Duration.ofMillis(400));

    /** Creates records whose resources are ready. */
    private void create(List<String> ids) {
        for (String id : ids) {
            resources.create(id, "spec");
            driver.setSilently(id, ResourceCondition.READY, "up");
        }
    }

    /** Waits until the good ones are reconciled, and then for three times as long as a failing leader leads. */
    private void assertLeaderGoesOn(Reconciler<String, String> replica) {
        await(() -> GOOD.stream().allMatch(id -> phase(id) == ResourcePhase.READY));
        long sweeps = replica.statistics().sweeps();
        await(() -> replica.statistics().sweeps() > sweeps + 24);
        assertThat(endings).isEmpty();
    }

    @Test // LEASE-7
    void sessionCheckThatFailsForOneResourceStopsNoOther() {
        create(GOOD);
        create(List.of("p"));
        Reconciler<String, String> replica = replica("a", SETTINGS.withSessions(id -> {
            if (id.equals("p")) {
                throw new IllegalStateException("no such session");
            }
            return true;
        }));
        assertLeaderGoesOn(replica);
        assertThat(replica.statistics().failing().get("p")).contains("no such session");
        assertThat(replica.isReconciling()).isTrue();
    }

    @Test // LEASE-7
    void recordWhoseDecodingEndsInAnErrorStopsNoOther() {
        create(GOOD);
        ResourceCodec<String> recursive = new ResourceCodec<>(text -> text, text -> {
            if (text.equals("deep")) {
                throw new StackOverflowError();
            }
            return text;
        });
        resources = new Resources<>(store, "sandbox", recursive, ResourceCodec.plain());
        store.putIf(
                new ObjectKey("sandbox", "p"),
                "{\"phase\":\"ready\",\"epoch\":0,\"spec\":\"deep\"}",
                WriteCondition.mustCreate());
        Reconciler<String, String> replica = replica("a", SETTINGS);
        assertLeaderGoesOn(replica);
        assertThat(replica.strangers()).containsExactly("p");
        assertThat(replica.statistics().leftAlone().get("p")).contains("StackOverflowError");
    }

    @Test // LEASE-4, LEASE-7
    void severalPoisonResourcesDoNotCountWhileAnotherOneWorks() {
        create(GOOD);
        create(BAD);
        Set<String> bad = Set.copyOf(BAD);
        Reconciler<String, String> replica = replica("a", SETTINGS.withSessions(id -> {
            if (bad.contains(id)) {
                throw new IllegalStateException("no such session");
            }
            return true;
        }));
        assertLeaderGoesOn(replica);
        assertThat(replica.statistics().failing()).containsOnlyKeys(BAD);
        assertThat(replica.isReconciling()).isTrue();
    }

    @Test // LEASE-4
    void leaderWhoseOnlyResourceFailsForEverStepsDown() {
        create(List.of("p"));
        replica("a", SETTINGS.withSessions(id -> {
            throw new IllegalStateException("no such session");
        }));
        await(() -> endings.contains(EndReason.WORK_FAILED));
    }

    @Test // LEASE-4
    void leaderForWhichEveryResourceFailsStepsDown() {
        create(GOOD);
        create(BAD);
        AtomicBoolean down = new AtomicBoolean(true);
        Reconciler<String, String> replica = replica("a", SETTINGS.withSessions(id -> {
            if (down.get()) {
                throw new IllegalStateException("no sessions at all");
            }
            return true;
        }));
        await(() -> replica.health().state() == ReconcilerHealth.State.FAILING
                && replica.health().reason().contains("every resource fails"));
        assertThat(replica.health().reason()).contains("no sessions at all");
        assertThat(replica.isReconciling()).isFalse();
        await(() -> endings.contains(EndReason.WORK_FAILED));
        down.set(false);
        await(() -> GOOD.stream().allMatch(id -> phase(id) == ResourcePhase.READY) && replica.isReconciling());
    }
}
