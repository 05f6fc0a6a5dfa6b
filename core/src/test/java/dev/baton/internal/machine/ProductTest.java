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

/** What holds for every input in every state. */
class ProductTest {
    /** Work that has stopped can only be that of a reign; none has work that stops while these last. */
    private static final Set<CandidateState> CANNOT_HEAR_OF_STOPPED_WORK =
            EnumSet.of(CandidateState.ACQUIRING, CandidateState.LEADER);

    private record Pair(Samples.Sample sample, Stimuli.Stimulus stimulus, Transition transition) {
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

        <T extends CandidateEvent> List<T> told(Class<T> kind) {
            return effects(Effect.Tell.class).stream()
                    .map(Effect.Tell::event)
                    .filter(kind::isInstance)
                    .map(kind::cast)
                    .toList();
        }
    }

    @Test // PG-2
    void onlyStoppedWorkWithoutAReignIsImpossible() {
        for (CandidateState state : CandidateState.values()) {
            for (Samples.Sample sample : Samples.all(state)) {
                for (Stimuli.Stimulus stimulus : Stimuli.all()) {
                    if (isImpossible(state, stimulus)) {
                        assertThatThrownBy(() -> Machine.step(sample.settings(), sample.candidacy(), stimulus.input()))
                                .isInstanceOf(IllegalStateException.class)
                                .hasMessageContaining("cannot happen while " + state + ": WorkStopped");
                    } else {
                        Transition transition = Machine.step(sample.settings(), sample.candidacy(), stimulus.input());
                        assertThat(transition.next()).isNotNull();
                    }
                }
            }
        }
    }

    @Test // PG-2
    void whatIsIgnoredChangesNothingAndSaysWhy() {
        forEveryPair(pair -> {
            boolean nothing =
                    pair.transition.effects().isEmpty() && pair.after().equals(pair.before());
            if (!pair.transition.note().isEmpty()) {
                assertThat(nothing).isTrue();
            }
        });
    }

    @Test // API-3
    void aClaimIsReleasedOnlyWhileReleasingAndWhenTheWorkStoppedOrTheDrainIsOver() {
        Set<Class<?>> releasedOn = new HashSet<>();
        forEveryPair(pair -> {
            if (!pair.effects(Effect.Release.class).isEmpty()) {
                assertThat(pair.before().state()).isEqualTo(CandidateState.RELEASING);
                assertThat(pair.before().ending().orElseThrow().released()).isFalse();
                releasedOn.add(pair.stimulus.input().getClass());
            }
        });
        assertThat(releasedOn).containsExactlyInAnyOrder(Input.WorkStopped.class, Input.DrainExpired.class);
    }

    @Test // API-3
    void theClaimOfAReignThatIsNotClosedIsNeverGivenBackOnTheSide() {
        forEveryPair(pair -> pair.effects(Effect.GiveBack.class)
                .forEach(giveBack ->
                        assertThat(giveBack.epoch()).isNotEqualTo(pair.before().epoch())));
    }

    @Test // API-3
    void aLeadershipEndsBeforeAnybodyHearsThatItsStateDid() {
        forEveryPair(pair -> {
            if (pair.before().state() == CandidateState.LEADER && pair.after().state() != CandidateState.LEADER) {
                assertThat(pair.transition.effects().get(0)).isInstanceOf(Effect.EndLeadership.class);
            } else {
                assertThat(pair.effects(Effect.EndLeadership.class)).isEmpty();
            }
        });
    }

    @Test // API-3
    void aReignBeginsAndAnAttemptIsMadeOnlyWhenNoOldWorkRuns() {
        forEveryPair(pair -> {
            if (!pair.effects(Effect.BeginLeadership.class).isEmpty()
                    || !pair.effects(Effect.TryAcquire.class).isEmpty()
                    || !pair.effects(Effect.Reclaim.class).isEmpty()) {
                assertThat(pair.before().working()).as("work before").isEqualTo(stopsNow(pair));
            }
        });
    }

    private static boolean stopsNow(Pair pair) {
        return pair.before().working() && pair.stimulus.input() instanceof Input.WorkStopped;
    }

    @Test // API-8
    void anUnhealthyCandidateNeitherStandsNorLeads() {
        forEveryPair(pair -> {
            if (!pair.before().healthy()) {
                assertThat(pair.effects(Effect.TryAcquire.class)).isEmpty();
                assertThat(pair.effects(Effect.BeginLeadership.class)).isEmpty();
            }
        });
    }

    @Test // API-1
    void requestsAboutAClaimCarryTheEpochOfTheReign() {
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
    void aReignIsClosedExactlyWhenItsStatesAreLeft() {
        forEveryPair(pair -> {
            boolean closes = StateHandler.TENURE_STATES.contains(pair.before().state())
                    && !StateHandler.TENURE_STATES.contains(pair.after().state());
            List<CandidateEvent> closings = new ArrayList<>(pair.told(CandidateEvent.Released.class));
            closings.addAll(pair.told(CandidateEvent.Lost.class));
            assertThat(closings).hasSize(closes ? 1 : 0);
            pair.told(CandidateEvent.Lost.class)
                    .forEach(lost ->
                            assertThat(lost.epoch()).isEqualTo(pair.before().epoch()));
            pair.told(CandidateEvent.Released.class)
                    .forEach(released ->
                            assertThat(released.epoch()).isEqualTo(pair.before().epoch()));
            assertThat(pair.after().epoch() > 0)
                    .isEqualTo(StateHandler.TENURE_STATES.contains(pair.after().state()));
        });
    }

    @Test // PG-6
    void everyChangeOfStateIsToldAndStoppedIsToldOncePerStop() {
        forEveryPair(pair -> {
            CandidateState at = pair.before().state();
            for (CandidateEvent.StateChanged change : pair.told(CandidateEvent.StateChanged.class)) {
                assertThat(change.from()).isEqualTo(at);
                at = change.to();
            }
            assertThat(at).isEqualTo(pair.after().state());
            boolean stops = pair.before().state() != CandidateState.STOPPED && at == CandidateState.STOPPED;
            assertThat(pair.told(CandidateEvent.Stopped.class)).hasSize(stops ? 1 : 0);
        });
    }

    @Test // API-6
    void whoStopsWithdrawsWhateverALostReplyLeft() {
        forEveryPair(pair -> {
            if (!pair.told(CandidateEvent.Stopped.class).isEmpty()) {
                assertThat(pair.effects(Effect.Withdraw.class)).isNotEmpty();
            }
        });
    }

    private static boolean isImpossible(CandidateState state, Stimuli.Stimulus stimulus) {
        return stimulus.input() instanceof Input.WorkStopped && CANNOT_HEAR_OF_STOPPED_WORK.contains(state);
    }

    private static void forEveryPair(Consumer<Pair> check) {
        for (CandidateState state : CandidateState.values()) {
            for (Samples.Sample sample : Samples.all(state)) {
                for (Stimuli.Stimulus stimulus : Stimuli.all()) {
                    if (!isImpossible(state, stimulus)) {
                        Pair pair = new Pair(
                                sample,
                                stimulus,
                                Machine.step(sample.settings(), sample.candidacy(), stimulus.input()));
                        try {
                            check.accept(pair);
                        } catch (AssertionError broken) {
                            throw new AssertionError(
                                    state + " (" + sample.name() + ") on " + stimulus.input() + " gave "
                                            + pair.transition.effects(),
                                    broken);
                        }
                    }
                }
            }
        }
    }
}
