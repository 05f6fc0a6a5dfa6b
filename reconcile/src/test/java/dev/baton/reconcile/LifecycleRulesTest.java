package dev.baton.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Every phase with everything that can be seen. */
class LifecycleRulesTest {

    @Test // LEASE-7
    void onlyTheTransitionsOfTheTableHappen() {
        for (ResourcePhase from : ResourcePhase.values()) {
            for (ResourceCondition condition : ResourceCondition.values()) {
                for (boolean session : new boolean[] {true, false}) {
                    assertThat(LifecycleRules.seen(in(from), new ResourceSighting<>(condition, "s"), session)
                                    .phase())
                            .as("%s seen %s with session %s", from, condition, session)
                            .isEqualTo(expected(from, condition, session));
                }
            }
            assertThat(LifecycleRules.gone(in(from)).phase()).isEqualTo(ResourcePhase.DELETED);
        }
    }

    private static ResourcePhase expected(ResourcePhase from, ResourceCondition condition, boolean session) {
        if (from != ResourcePhase.DELETED && condition == ResourceCondition.DELETING) {
            return ResourcePhase.DELETING;
        }
        if (from == ResourcePhase.PROVISIONING && condition == ResourceCondition.READY && session) {
            return ResourcePhase.READY;
        }
        return from == ResourcePhase.PROVISIONING && condition == ResourceCondition.FAILED ? ResourcePhase.ERROR : from;
    }

    @Test // LEASE-7
    void statusIsStoredInAnyPhaseAndAnEqualRecordStaysUnchanged() {
        Resource<String, String> ready = in(ResourcePhase.READY);
        assertThat(LifecycleRules.seen(ready, new ResourceSighting<>(ResourceCondition.FAILED, "crashed"), true))
                .isEqualTo(new Resource<>("spec", ResourcePhase.READY, Optional.of("crashed"), 7));
        assertThat(LifecycleRules.seen(ready, new ResourceSighting<>(ResourceCondition.READY, "s"), true))
                .isSameAs(ready);
    }

    private static Resource<String, String> in(ResourcePhase phase) {
        return new Resource<>("spec", phase, Optional.of("s"), 7);
    }
}
