package dev.baton.lab.nemesis.store;

import dev.baton.lab.nemesis.fault.ActiveFault;
import dev.baton.lab.nemesis.fault.TrialProcesses;
import dev.baton.testkit.FaultProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Cuts a group in two halves which share one member. The leader keeps its majority through that member, the other half needs
 * only that member for another one. So what happens to it then is what matters most.
 */
final class GroupHalves {
    private final TrialPlan plan;
    private final Duration validity;
    private final BiFunction<String, String, List<FaultProxy>> links;
    private Optional<Divided> divided = Optional.empty();

    /** @param since when the links were cut */
    private record Divided(String shared, long since) {}

    /** @param links the links between two members */
    GroupHalves(TrialPlan plan, Duration validity, BiFunction<String, String, List<FaultProxy>> links) {
        this.plan = plan;
        this.validity = validity;
        this.links = links;
    }

    /** Returns the fault; the leader's half has one other member. */
    ActiveFault around(String leader, int choice) {
        List<String> others = new ArrayList<>(plan.processes());
        others.remove(leader);
        List<String> candidates =
                others.stream().filter(plan.candidates()::contains).toList();
        String shared = candidates.get(choice % candidates.size());
        others.remove(shared);
        List<String> with = List.of(leader, others.remove(choice / 2 % others.size()));
        List<FaultProxy> cut = new ArrayList<>();
        with.forEach(one -> others.forEach(other -> cut.addAll(links.apply(one, other))));
        return ActiveFault.of(
                () -> {
                    cut.forEach(FaultProxy::blackhole);
                    set(Optional.of(new Divided(shared, System.nanoTime())));
                    // The other half is bound by its promises as long as one lasts.
                    TimeUnit.MILLISECONDS.sleep(
                            validity.multipliedBy(5).dividedBy(4).toMillis());
                },
                () -> {
                    set(Optional.empty());
                    cut.forEach(FaultProxy::heal);
                });
    }

    private synchronized void set(Optional<Divided> now) {
        divided = now;
    }

    private synchronized Optional<Divided> divided() {
        return divided;
    }

    /** Returns a fault of a member: of the shared one if the group is divided, otherwise of the one that a number chooses. */
    ActiveFault hitting(TrialProcesses processes, int choice, Function<String, ActiveFault> fault) {
        ActiveFault[] chosen = {fault.apply(processes.candidate(choice).name())};
        return ActiveFault.of(
                () -> {
                    Optional<Divided> now = divided();
                    if (now.isPresent()) {
                        chosen[0] = fault.apply(now.get().shared());
                        long free = now.get().since()
                                + validity.multipliedBy(9).dividedBy(8).toNanos();
                        TimeUnit.NANOSECONDS.sleep(Math.max(0, free - System.nanoTime()));
                    }
                    chosen[0].begin();
                },
                () -> chosen[0].end());
    }
}
