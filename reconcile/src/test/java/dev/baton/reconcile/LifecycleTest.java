package dev.baton.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Every phase with everything that can be seen. */
class LifecycleTest {

    @Test // LEASE-7
    void onlyTheTransitionsOfTheTableHappen() {
        for (Phase from : Phase.values()) {
            for (Condition condition : Condition.values()) {
                for (boolean session : new boolean[] {true, false}) {
                    assertThat(Lifecycle.seen(in(from), new Sighting<>(condition, "s"), session)
                                    .phase())
                            .as("%s seen %s with session %s", from, condition, session)
                            .isEqualTo(expected(from, condition, session));
                }
            }
            assertThat(Lifecycle.gone(in(from)).phase()).isEqualTo(Phase.DELETED);
        }
    }

    private static Phase expected(Phase from, Condition condition, boolean session) {
        if (from != Phase.DELETED && condition == Condition.DELETING) {
            return Phase.DELETING;
        }
        if (from == Phase.PROVISIONING && condition == Condition.READY && session) {
            return Phase.READY;
        }
        return from == Phase.PROVISIONING && condition == Condition.FAILED ? Phase.ERROR : from;
    }

    @Test // LEASE-7
    void aStatusIsTakenOverInAnyPhaseAndWhatIsTheSameIsTheSameRecord() {
        Resource<String, String> ready = in(Phase.READY);
        assertThat(Lifecycle.seen(ready, new Sighting<>(Condition.FAILED, "crashed"), true))
                .isEqualTo(new Resource<>("spec", Phase.READY, Optional.of("crashed"), 7));
        assertThat(Lifecycle.seen(ready, new Sighting<>(Condition.READY, "s"), true))
                .isSameAs(ready);
    }

    private static Resource<String, String> in(Phase phase) {
        return new Resource<>("spec", phase, Optional.of("s"), 7);
    }
}
