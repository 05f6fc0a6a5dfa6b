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

/** The promises of the machine over many random lives. */
class RandomWalkTest {
    private static final int WALKS = 20_000;
    private static final int STEPS = 60;
    private static final List<MachineSettings> SETTINGS =
            List.of(Samples.USUAL, Samples.GRACE, Samples.ONCE, Samples.ONCE_WITH_GRACE);

    private final Set<CandidateState> visited = EnumSet.noneOf(CandidateState.class);
    private long reigns;

    @Test // PG-2, PG-11, API-3, API-8
    void noLifeOfACandidateBreaksAPromise() {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("seed=" + seed);
        for (int walk = 0; walk < WALKS; walk++) {
            Life life = new Life(SETTINGS.get(walk % SETTINGS.size()), new Random(seed + walk));
            try {
                life.live();
            } catch (AssertionError | RuntimeException broken) {
                throw new AssertionError("seed=" + seed + " walk=" + walk + "\n" + life.told(), broken);
            }
        }
        assertThat(visited).containsExactlyInAnyOrder(CandidateState.values());
        assertThat(reigns).as("reigns in all walks").isGreaterThan(WALKS);
    }

    /** One walk, and what has to hold after each step of it. */
    private final class Life {
        private final List<Object> story = new ArrayList<>();
        private final MachineSettings settings;
        private final RoughWorld world;
        private Candidacy candidacy = Candidacy.initial();
        private long open;
        private long lastEpoch;

        Life(MachineSettings settings, Random random) {
            this.settings = settings;
            this.world = new RoughWorld(random);
        }

        void live() {
            for (int step = 0; step < STEPS; step++) {
                Input input = world.next(candidacy);
                story.add(candidacy.state());
                story.add(input);
                Transition transition = Machine.step(settings, candidacy, input);
                story.add(transition.effects());
                Candidacy before = candidacy;
                candidacy = transition.next();
                visited.add(candidacy.state());
                boolean leaderBefore = before.state() == CandidateState.LEADER;
                for (Effect effect : transition.effects()) {
                    check(before, effect, leaderBefore && !world.workToldToStop);
                    world.carryOut(effect);
                }
                assertThat(open > 0).isEqualTo(StateHandler.TENURE_STATES.contains(candidacy.state()));
                assertThat(candidacy.working()).as("knows whether work runs").isEqualTo(world.workRuns);
            }
        }

        String told() {
            return story.stream().map(Object::toString).collect(Collectors.joining("\n"));
        }

        private void check(Candidacy before, Effect effect, boolean stillLeads) {
            if (effect instanceof Effect.TryAcquire) {
                assertThat(world.healthy).as("healthy when it stands").isTrue();
                assertThat(world.workRuns).as("work runs when it stands").isFalse();
            } else if (effect instanceof Effect.BeginLeadership) {
                assertThat(world.workRuns).as("work runs when a reign begins").isFalse();
            } else if (effect instanceof Effect.Release release) {
                assertThat(before.state()).isEqualTo(CandidateState.RELEASING);
                assertThat(world.workRuns && !world.drainExpired)
                        .as("released while its work ran")
                        .isFalse();
                assertThat(release.epoch()).isEqualTo(open);
            } else if (effect instanceof Effect.Renew renew) {
                assertThat(renew.epoch()).isEqualTo(open);
            } else if (effect instanceof Effect.Reclaim reclaim) {
                assertThat(reclaim.epoch()).isEqualTo(open);
                assertThat(world.workRuns)
                        .as("work runs when a claim is asked for")
                        .isFalse();
            } else if (effect instanceof Effect.GiveBack giveBack) {
                assertThat(giveBack.epoch()).as("gives back its own reign").isNotEqualTo(open);
            } else if (effect instanceof Effect.Tell tell) {
                check(tell.event(), stillLeads);
            }
        }

        private void check(CandidateEvent event, boolean stillLeads) {
            if (event instanceof CandidateEvent.StateChanged change && change.from() == CandidateState.LEADER) {
                assertThat(stillLeads).as("still leads when the state is left").isFalse();
            } else if (event instanceof CandidateEvent.Acquired acquired) {
                assertThat(open).as("the reign before this one is closed").isZero();
                assertThat(acquired.epoch()).isGreaterThan(lastEpoch);
                open = acquired.epoch();
                lastEpoch = open;
                reigns++;
            } else if (event instanceof CandidateEvent.Lost lost) {
                close(lost.epoch());
            } else if (event instanceof CandidateEvent.Released released) {
                close(released.epoch());
            } else if (event instanceof CandidateEvent.Stopped) {
                assertThat(open).as("stopped in a reign").isZero();
                assertThat(candidacy.state()).isEqualTo(CandidateState.STOPPED);
            }
        }

        private void close(long epoch) {
            assertThat(epoch).isEqualTo(open).isPositive();
            open = 0;
        }
    }
}
