package dev.baton.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Properties that hold for every input in every state. */
class EveryTransitionTest {
    /** States in which no work of an ended tenure can be running. */
    private static final Set<CandidateState> WITHOUT_ENDING_WORK =
            EnumSet.of(CandidateState.ACQUIRING, CandidateState.LEADER);

    private record Pair(SampleCandidacies.Sample sample, SampleInputs.Sample input, Transition transition) {
        Candidacy before() {
            return sample.candidacy();
        }

        Candidacy after() {
            return transition.next();
        }

        <T extends Effect> List<T> effects(Class<T> kind) {
            return transition.effects().stream()
                    .filter(kind::isInstance)
                    .map(kind::cast)
                    .toList();
        }

        <T extends CandidateEvent> List<T> events(Class<T> kind) {
            return effects(Effect.Publish.class).stream()
                    .map(Effect.Publish::event)
                    .filter(kind::isInstance)
                    .map(kind::cast)
                    .toList();
        }
    }

    @Test // PG-2
    void onlyWorkStoppedWithoutEndingWorkIsImpossible() {
        for (CandidateState state : CandidateState.values()) {
            for (SampleCandidacies.Sample sample : SampleCandidacies.all(state)) {
                for (SampleInputs.Sample input : SampleInputs.all()) {
                    if (isImpossible(state, input)) {
                        assertThatThrownBy(() -> Machine.step(sample.settings(), sample.candidacy(), input.input()))
                                .isInstanceOf(IllegalStateException.class)
                                .hasMessageContaining("input is impossible in state " + state + ": WorkStopped");
                    } else {
                        Transition transition = Machine.step(sample.settings(), sample.candidacy(), input.input());
                        assertThat(transition.next()).isNotNull();
                    }
                }
            }
        }
    }

    @Test // PG-2
    void ignoredInputChangesNothingAndHasANote() {
        forEveryPair(pair -> {
            boolean nothing =
                    pair.transition.effects().isEmpty() && pair.after().equals(pair.before());
            if (!pair.transition.note().isEmpty()) {
                assertThat(nothing).isTrue();
            }
        });
    }

    @Test // API-3
    void claimIsReleasedOnlyAfterWorkStoppedOrDrainExpired() {
        Set<Class<?>> releasedOn = new HashSet<>();
        forEveryPair(pair -> {
            if (!pair.effects(Effect.Release.class).isEmpty()) {
                assertThat(pair.before().state()).isEqualTo(CandidateState.RELEASING);
                assertThat(pair.before().pendingEnd().orElseThrow().released()).isFalse();
                releasedOn.add(pair.input.input().getClass());
            }
        });
        assertThat(releasedOn).containsExactlyInAnyOrder(TenureInput.WorkStopped.class, TenureInput.DrainExpired.class);
    }

    @Test // API-3
    void claimOfOpenTenureIsNeverDiscarded() {
        forEveryPair(pair -> pair.effects(Effect.DiscardGrant.class)
                .forEach(discard ->
                        assertThat(discard.epoch()).isNotEqualTo(pair.before().epoch())));
    }

    @Test // API-3
    void leadershipEndsBeforeStateChangeIsPublished() {
        forEveryPair(pair -> {
            if (pair.before().state() == CandidateState.LEADER && pair.after().state() != CandidateState.LEADER) {
                assertThat(pair.transition.effects().get(0)).isInstanceOf(Effect.EndLeadership.class);
            } else {
                assertThat(pair.effects(Effect.EndLeadership.class)).isEmpty();
            }
        });
    }

    @Test // API-3
    void tenureAndAttemptBeginOnlyWithoutOldWork() {
        forEveryPair(pair -> {
            if (!pair.effects(Effect.BeginLeadership.class).isEmpty()
                    || !pair.effects(Effect.TryAcquire.class).isEmpty()
                    || !pair.effects(Effect.Reclaim.class).isEmpty()) {
                assertThat(pair.before().workRunning()).as("work before").isEqualTo(stopsNow(pair));
            }
        });
    }

    private static boolean stopsNow(Pair pair) {
        return pair.before().workRunning() && pair.input.input() instanceof TenureInput.WorkStopped;
    }

    @Test // API-8
    void unhealthyCandidateNeitherTriesNorLeads() {
        forEveryPair(pair -> {
            if (!pair.before().healthy()) {
                assertThat(pair.effects(Effect.TryAcquire.class)).isEmpty();
                assertThat(pair.effects(Effect.BeginLeadership.class)).isEmpty();
            }
        });
    }

    @Test // API-1
    void claimRequestsCarryEpochOfTenure() {
        forEveryPair(pair -> {
            pair.effects(Effect.Renew.class).forEach(renew -> isCurrent(pair, renew.epoch()));
            pair.effects(Effect.Reclaim.class).forEach(reclaim -> isCurrent(pair, reclaim.epoch()));
            pair.effects(Effect.Release.class).forEach(release -> isCurrent(pair, release.epoch()));
        });
    }

    private static void isCurrent(Pair pair, long epoch) {
        assertThat(epoch).isEqualTo(pair.before().epoch()).isPositive();
    }

    @Test // PG-11
    void tenureIsClosedExactlyWhenItsStatesAreLeft() {
        forEveryPair(pair -> {
            boolean closes = SampleCandidacies.TENURE_STATES.contains(
                            pair.before().state())
                    && !SampleCandidacies.TENURE_STATES.contains(pair.after().state());
            List<CandidateEvent> closings = new ArrayList<>(pair.events(CandidateEvent.Released.class));
            closings.addAll(pair.events(CandidateEvent.Lost.class));
            assertThat(closings).hasSize(closes ? 1 : 0);
            pair.events(CandidateEvent.Lost.class)
                    .forEach(lost ->
                            assertThat(lost.epoch()).isEqualTo(pair.before().epoch()));
            pair.events(CandidateEvent.Released.class)
                    .forEach(released ->
                            assertThat(released.epoch()).isEqualTo(pair.before().epoch()));
            assertThat(pair.after().epoch() > 0)
                    .isEqualTo(SampleCandidacies.TENURE_STATES.contains(
                            pair.after().state()));
        });
    }

    @Test // PG-6
    void everyStateChangeIsPublishedAndStoppedOncePerStop() {
        forEveryPair(pair -> {
            CandidateState at = pair.before().state();
            for (CandidateEvent.StateChanged change : pair.events(CandidateEvent.StateChanged.class)) {
                assertThat(change.from()).isEqualTo(at);
                at = change.to();
            }
            assertThat(at).isEqualTo(pair.after().state());
            boolean stops = pair.before().state() != CandidateState.STOPPED && at == CandidateState.STOPPED;
            assertThat(pair.events(CandidateEvent.Stopped.class)).hasSize(stops ? 1 : 0);
        });
    }

    @Test // API-6
    void stopWithdrawsWhateverALostReplyLeft() {
        forEveryPair(pair -> {
            if (!pair.events(CandidateEvent.Stopped.class).isEmpty()) {
                assertThat(pair.effects(Effect.Withdraw.class)).isNotEmpty();
            }
        });
    }

    private static boolean isImpossible(CandidateState state, SampleInputs.Sample input) {
        return input.input() instanceof TenureInput.WorkStopped && WITHOUT_ENDING_WORK.contains(state);
    }

    private static void forEveryPair(Consumer<Pair> check) {
        for (CandidateState state : CandidateState.values()) {
            for (SampleCandidacies.Sample sample : SampleCandidacies.all(state)) {
                for (SampleInputs.Sample input : SampleInputs.all()) {
                    if (!isImpossible(state, input)) {
                        Pair pair = new Pair(
                                sample, input, Machine.step(sample.settings(), sample.candidacy(), input.input()));
                        try {
                            check.accept(pair);
                        } catch (AssertionError broken) {
                            throw new AssertionError(
                                    state + " (" + sample.name() + ") on " + input.input() + " gave "
                                            + pair.transition.effects(),
                                    broken);
                        }
                    }
                }
            }
        }
    }
}
