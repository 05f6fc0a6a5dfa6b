package dev.baton.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Checks the guarantees of the machine over many random sequences of inputs. */
class RandomWalkTest {
    private static final int WALKS = 20_000;
    private static final int STEPS = 60;
    private static final List<MachineSettings> SETTINGS = List.of(
            SampleCandidacies.DEFAULT,
            SampleCandidacies.GRACE,
            SampleCandidacies.ONCE,
            SampleCandidacies.ONCE_WITH_GRACE);

    private final Set<CandidateState> visited = EnumSet.noneOf(CandidateState.class);
    private long tenures;
    private long lateAnswers;

    @Test // PG-2, PG-11, API-3, API-8
    void randomInputsNeverBreakAGuarantee() {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("seed=" + seed);
        for (int walk = 0; walk < WALKS; walk++) {
            Walk current = new Walk(SETTINGS.get(walk % SETTINGS.size()), new Random(seed + walk));
            try {
                current.run();
            } catch (AssertionError | RuntimeException broken) {
                throw new AssertionError("seed=" + seed + " walk=" + walk + "\n" + current.trace(), broken);
            }
        }
        assertThat(visited).containsExactlyInAnyOrder(CandidateState.values());
        assertThat(tenures).as("tenures in all walks").isGreaterThan(WALKS);
        assertThat(lateAnswers).as("late answers in all walks").isGreaterThan(WALKS);
    }

    /** One walk, with the checks after each step. */
    private final class Walk {
        private final List<Object> steps = new ArrayList<>();
        private final MachineSettings settings;
        private final RandomEnvironment world;
        private Candidacy candidacy = Candidacy.initial(true);
        private long open;
        private long lastEpoch;

        Walk(MachineSettings settings, Random random) {
            this.settings = settings;
            this.world = new RandomEnvironment(random);
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                Input input = world.next(candidacy);
                steps.add(candidacy.state());
                steps.add(input);
                boolean mayChange = world.mayChange(candidacy, input);
                Transition transition = Machine.step(settings, candidacy, input);
                steps.add(transition.effects());
                if (!mayChange) {
                    assertThat(transition.next()).as("after a late answer").isEqualTo(candidacy);
                    lateAnswers++;
                }
                Candidacy before = candidacy;
                candidacy = transition.next();
                visited.add(candidacy.state());
                boolean leaderBefore = before.state() == CandidateState.LEADER;
                for (Effect effect : transition.effects()) {
                    check(before, effect, leaderBefore && !world.workInterrupted);
                    effect.handleBy(world);
                }
                assertThat(open > 0).isEqualTo(SampleCandidacies.TENURE_STATES.contains(candidacy.state()));
                assertThat(candidacy.workRunning()).as("work running").isEqualTo(world.workRuns);
            }
        }

        String trace() {
            return steps.stream().map(Object::toString).collect(Collectors.joining("\n"));
        }

        private void check(Candidacy before, Effect effect, boolean stillLeads) {
            if (effect instanceof Effect.TryAcquire) {
                assertThat(world.healthy).as("healthy at an attempt").isTrue();
                assertThat(world.workRuns).as("work running at an attempt").isFalse();
            } else if (effect instanceof Effect.BeginLeadership) {
                assertThat(world.workRuns)
                        .as("work running at the start of a tenure")
                        .isFalse();
            } else if (effect instanceof Effect.Release release) {
                assertThat(before.state()).isEqualTo(CandidateState.RELEASING);
                assertThat(world.workRuns && !world.drainExpired)
                        .as("released while its work was running")
                        .isFalse();
                assertThat(release.epoch()).isEqualTo(open);
            } else if (effect instanceof Effect.Renew renew) {
                assertThat(renew.epoch()).isEqualTo(open);
            } else if (effect instanceof Effect.Reclaim reclaim) {
                assertThat(reclaim.epoch()).isEqualTo(open);
                assertThat(world.workRuns).as("work running at a reclaim").isFalse();
            } else if (effect instanceof Effect.DiscardGrant discard) {
                assertThat(discard.epoch()).as("epoch of a discarded grant").isNotEqualTo(open);
            } else if (effect instanceof Effect.Publish publish) {
                check(publish.event(), stillLeads);
            }
        }

        private void check(CandidateEvent event, boolean stillLeads) {
            if (event instanceof CandidateEvent.StateChanged change && change.from() == CandidateState.LEADER) {
                assertThat(stillLeads).as("leading when the state is left").isFalse();
            } else if (event instanceof CandidateEvent.Acquired acquired) {
                assertThat(open).as("open tenure at an acquisition").isZero();
                assertThat(acquired.epoch()).isGreaterThan(lastEpoch);
                open = acquired.epoch();
                lastEpoch = open;
                tenures++;
            } else if (event instanceof CandidateEvent.Lost lost) {
                close(lost.epoch());
            } else if (event instanceof CandidateEvent.Released released) {
                close(released.epoch());
            } else if (event instanceof CandidateEvent.Stopped) {
                assertThat(open).as("open tenure at a stop").isZero();
                assertThat(candidacy.state()).isEqualTo(CandidateState.STOPPED);
            }
        }

        private void close(long epoch) {
            assertThat(epoch).isEqualTo(open).isPositive();
            open = 0;
        }
    }
}
