package dev.baton.lab.peers;

import dev.baton.lab.SampleSet;
import dev.baton.lab.nemesis.fault.FakeClock;
import dev.baton.lab.nemesis.history.HistoryChecker;
import dev.baton.lab.nemesis.history.HistoryFolder;
import dev.baton.lab.nemesis.history.OverlappingTenures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The rounds of one system: it is idle, then every fault hits it in turn. */
final class PeerTrial {
    static final List<PeerFault> TAKEOVERS =
            List.of(PeerFault.KILL, PeerFault.FREEZE, PeerFault.CUT, PeerFault.RELEASE);

    private static final long AFTER_TAKEOVER_SECONDS = 2;
    private static final long OBSERVED_SECONDS = 5;
    private static final long CLOCK_SECONDS = 30;

    private final PeerSystem system;
    private final PeerGround ground;
    private final TrialMembers processes;
    private final Path folder;
    private final PeerPlan plan;
    private final Map<PeerFault, SampleSet> millis = new EnumMap<>(PeerFault.class);
    private final Map<PeerFault, Integer> without = new EnumMap<>(PeerFault.class);
    private final List<FaultWindow> windows = new ArrayList<>();

    PeerTrial(PeerSystem system, PeerGround ground, TrialMembers processes, Path folder, PeerPlan plan) {
        this.system = system;
        this.ground = ground;
        this.processes = processes;
        this.folder = folder;
        this.plan = plan;
        TAKEOVERS.forEach(fault -> {
            millis.put(fault, new SampleSet());
            without.put(fault, 0);
        });
    }

    PeerResult run() throws Exception {
        processes.startAll();
        String server = ground.server();
        processes.settledLeader();
        TimeUnit.MILLISECONDS.sleep(plan.settling().toMillis());
        PeerCost cost = processes.cost(plan.meter());
        for (int round = 0; round < plan.rounds(); round++) {
            for (PeerFault fault : TAKEOVERS) {
                if (ground.refusal(fault).isEmpty()) {
                    takeover(fault);
                }
            }
        }
        Optional<FakeClock> clock = FakeClock.in(folder);
        if (clock.isPresent() && ground.refusal(PeerFault.CLOCK).isEmpty()) {
            stepClock(clock.get());
        }
        processes.close();
        return result(server, cost, clock.isPresent());
    }

    private void takeover(PeerFault fault) throws Exception {
        String leader = processes.settledLeader();
        long begin = System.nanoTime();
        long from = inject(fault, leader);
        Optional<LeaderWatch.Tenure> next = processes.next(from, leader, plan.limit());
        if (next.isPresent()) {
            samples(fault).add((next.get().announced() - from) / 1e6);
        } else {
            without.merge(fault, 1, Integer::sum);
        }
        TimeUnit.SECONDS.sleep(AFTER_TAKEOVER_SECONDS);
        long healed = heal(fault, leader);
        windows.add(new FaultWindow(fault, begin, healed, System.nanoTime()));
        processes.replace(leader, Optional.empty());
    }

    private SampleSet samples(PeerFault fault) {
        return millis.computeIfAbsent(fault, first -> new SampleSet());
    }

    /** Returns the time from which the takeover counts. */
    private long inject(PeerFault fault, String leader) throws Exception {
        long from = System.nanoTime();
        switch (fault) {
            case KILL -> processes.member(leader).kill();
            case FREEZE -> processes.signal(leader, "STOP");
            case CUT -> {
                ground.cut(leader);
                // A cut takes some commands.
                from = System.nanoTime();
            }
            default -> from = processes.member(leader).release();
        }
        return from;
    }

    /** Ends the fault, watches for some time, and returns the time from which an overlap counts. */
    private long heal(PeerFault fault, String leader) throws Exception {
        long from = Long.MIN_VALUE;
        switch (fault) {
            case FREEZE -> {
                from = System.nanoTime();
                processes.signal(leader, "CONT");
                TimeUnit.SECONDS.sleep(OBSERVED_SECONDS);
            }
            case CUT -> {
                ground.heal(leader);
                TimeUnit.SECONDS.sleep(OBSERVED_SECONDS);
            }
            default -> {
                // The process has ended, or no longer takes part.
            }
        }
        return from;
    }

    private void stepClock(FakeClock clock) throws Exception {
        String leader = processes.settledLeader();
        String standby = ground.names().stream()
                .filter(name -> !name.equals(leader))
                .findFirst()
                .orElseThrow();
        processes.replace(standby, Optional.of(clock));
        processes.settledLeader();
        long begin = System.nanoTime();
        clock.step("+1h");
        TimeUnit.SECONDS.sleep(CLOCK_SECONDS);
        clock.step("+0");
        TimeUnit.SECONDS.sleep(OBSERVED_SECONDS);
        windows.add(new FaultWindow(PeerFault.CLOCK, begin, Long.MIN_VALUE, System.nanoTime()));
    }

    private PeerResult result(String server, PeerCost cost, boolean clock) throws Exception {
        List<OverlappingTenures> overlaps = HistoryChecker.overlaps(new HistoryFolder(folder).read());
        Map<PeerFault, PeerFigure> takeovers = new EnumMap<>(PeerFault.class);
        Map<PeerFault, PeerFigure> seen = new EnumMap<>(PeerFault.class);
        for (PeerFault fault : PeerFault.values()) {
            Optional<PeerFigure> refused = ground.refusal(fault).map(PeerFigure.Missing::new);
            if (fault == PeerFault.CLOCK && !clock) {
                refused = Optional.of(new PeerFigure.Missing("libfaketime is not installed"));
            }
            seen.put(fault, refused.orElseGet(() -> FaultWindow.judge(windows, fault, overlaps)));
            takeovers.put(
                    fault,
                    refused.orElseGet(() ->
                            new PeerFigure.Takeovers(samples(fault), without.getOrDefault(fault, 0), plan.limit())));
        }
        return new PeerResult(system, server, takeovers, seen, cost);
    }
}
