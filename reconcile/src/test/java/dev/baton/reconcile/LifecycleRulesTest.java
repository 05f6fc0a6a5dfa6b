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
                    for (boolean requested : new boolean[] {true, false}) {
                        assertThat(LifecycleRules.seen(
                                                in(from, requested), new ResourceSighting<>(condition, "s"), session)
                                        .phase())
                                .as("%s seen %s, session %s, requested %s", from, condition, session, requested)
                                .isEqualTo(expected(from, condition, session, requested));
                    }
                }
            }
            assertThat(LifecycleRules.gone(in(from, false)).phase())
                    .isEqualTo(from == ResourcePhase.UNKNOWN ? from : ResourcePhase.DELETED);
        }
    }

    private static ResourcePhase expected(
            ResourcePhase from, ResourceCondition condition, boolean session, boolean requested) {
        if (from == ResourcePhase.UNKNOWN) {
            return from;
        }
        if (requested || condition == ResourceCondition.DELETING) {
            return ResourcePhase.DELETING;
        }
        if (from == ResourcePhase.READY || from == ResourcePhase.ERROR) {
            return from;
        }
        // The end of a resource is taken back, as if it had just been requested.
        return switch (condition) {
            case READY -> session ? ResourcePhase.READY : ResourcePhase.PROVISIONING;
            case FAILED -> ResourcePhase.ERROR;
            default -> ResourcePhase.PROVISIONING;
        };
    }

    @Test // LEASE-7
    void reportAboutAPredecessorChangesNothingAndASuccessorStartsAnew() {
        Resource<String, String> ready = seen(in(ResourcePhase.PROVISIONING, false), ResourceCondition.READY, 5);
        assertThat(ready.generation()).isEqualTo(5);
        assertThat(seen(ready, ResourceCondition.DELETING, 4)).isSameAs(ready);
        assertThat(seen(ready, ResourceCondition.PENDING, 6).phase()).isEqualTo(ResourcePhase.PROVISIONING);
        Resource<String, String> again = LifecycleRules.gone(ready).again("next");
        assertThat(seen(again, ResourceCondition.READY, 5))
                .as("of the deleted one")
                .isSameAs(again);
        assertThat(seen(again, ResourceCondition.READY, 6).phase()).isEqualTo(ResourcePhase.READY);
        assertThat(seen(again, ResourceCondition.READY, 0).phase())
                .as("a driver without generations")
                .isEqualTo(ResourcePhase.READY);
    }

    private static Resource<String, String> seen(
            Resource<String, String> record, ResourceCondition condition, long generation) {
        return LifecycleRules.seen(record, new ResourceSighting<>(condition, "s", generation), true);
    }

    @Test // LEASE-7
    void statusIsStoredInAnyPhaseAndAnEqualRecordStaysUnchanged() {
        Resource<String, String> ready = in(ResourcePhase.READY, false);
        assertThat(LifecycleRules.seen(ready, new ResourceSighting<>(ResourceCondition.FAILED, "crashed"), true))
                .isEqualTo(new Resource<>("spec", ResourcePhase.READY, Optional.of("crashed"), 7));
        assertThat(LifecycleRules.seen(ready, new ResourceSighting<>(ResourceCondition.READY, "s"), true))
                .isSameAs(ready);
    }

    private static Resource<String, String> in(ResourcePhase phase, boolean requested) {
        return new Resource<>("spec", phase, Optional.of("s"), 7, requested, 0);
    }
}
