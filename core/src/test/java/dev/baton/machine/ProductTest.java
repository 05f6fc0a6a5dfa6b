package dev.baton.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    private static final Set<State> CANNOT_HEAR_OF_STOPPED_WORK = EnumSet.of(State.ACQUIRING, State.LEADER);

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

        <T extends Event> List<T> told(Class<T> kind) {
            return effects(Effect.Tell.class).stream()
                    .map(Effect.Tell::event)
                    .filter(kind::isInstance)
                    .map(kind::cast)
                    .toList();
        }
    }

    @Test // PG-2
    void onlyStoppedWorkWithoutAReignIsImpossible() {
        for (State state : State.values()) {
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
                assertThat(pair.before().state()).isEqualTo(State.RELEASING);
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
            if (pair.before().state() == State.LEADER && pair.after().state() != State.LEADER) {
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
            boolean closes = State.REIGNING.contains(pair.before().state())
                    && !State.REIGNING.contains(pair.after().state());
            List<Event> closings = new ArrayList<>(pair.told(Event.Released.class));
            closings.addAll(pair.told(Event.Lost.class));
            assertThat(closings).hasSize(closes ? 1 : 0);
            pair.told(Event.Lost.class)
                    .forEach(lost ->
                            assertThat(lost.epoch()).isEqualTo(pair.before().epoch()));
            pair.told(Event.Released.class)
                    .forEach(released ->
                            assertThat(released.epoch()).isEqualTo(pair.before().epoch()));
            assertThat(pair.after().epoch() > 0)
                    .isEqualTo(State.REIGNING.contains(pair.after().state()));
        });
    }

    @Test // PG-6
    void everyChangeOfStateIsToldAndStoppedIsToldOncePerStop() {
        forEveryPair(pair -> {
            State at = pair.before().state();
            for (Event.StateChanged change : pair.told(Event.StateChanged.class)) {
                assertThat(change.from()).isEqualTo(at);
                at = change.to();
            }
            assertThat(at).isEqualTo(pair.after().state());
            boolean stops = pair.before().state() != State.STOPPED && at == State.STOPPED;
            assertThat(pair.told(Event.Stopped.class)).hasSize(stops ? 1 : 0);
        });
    }

    @Test // API-6
    void whoStopsWithdrawsWhateverALostReplyLeft() {
        forEveryPair(pair -> {
            if (!pair.told(Event.Stopped.class).isEmpty()) {
                assertThat(pair.effects(Effect.Withdraw.class)).isNotEmpty();
            }
        });
    }

    private static boolean isImpossible(State state, Stimuli.Stimulus stimulus) {
        return stimulus.input() instanceof Input.WorkStopped && CANNOT_HEAR_OF_STOPPED_WORK.contains(state);
    }

    private static void forEveryPair(Consumer<Pair> check) {
        for (State state : State.values()) {
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
