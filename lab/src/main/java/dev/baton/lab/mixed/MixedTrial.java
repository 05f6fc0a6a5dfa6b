package dev.baton.lab.mixed;

import dev.baton.lab.mixed.engine.MixedEngine;
import dev.baton.lab.mixed.engine.MixedSite;
import dev.baton.lab.mixed.engine.Participant;
import dev.baton.lab.mixed.engine.ProgramProcess;
import dev.baton.lab.mixed.judge.LeadReading;
import dev.baton.lab.mixed.judge.MixedChecker;
import dev.baton.lab.mixed.judge.MixedVerdict;
import dev.baton.lab.mixed.judge.ReadingsFolder;
import dev.baton.lab.mixed.program.LeadReadings;
import dev.baton.lab.mixed.program.MixedCandidates;
import dev.baton.support.thread.NamedThreads;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** The participants of one trial, and the faults that hit them. */
final class MixedTrial {
    private static final List<String> ELECTIONS = List.of("e0", "e1", "e2", "e3");
    private static final String OURS = "baton-";
    private static final Duration BUSY_MACHINE = Duration.ofSeconds(90);
    private static final long POLL_MILLIS = 50;
    private static final int MOST_AT_ONCE = 3;
    private static final int LEADERS_PERCENT = 60;
    private static final int LEAVING_PERCENT = 40;
    private static final int LONGEST_PAUSE_MILLIS = 3_000;

    private final MixedArguments arguments;
    private final MixedEngine engine;
    private final PrintStream out;
    private final Path folder;
    private final Random random;
    private final List<LeadReading> theirs = Collections.synchronizedList(new ArrayList<>());
    private final List<Participant> ours = new ArrayList<>();
    private final List<Participant> foreign = new ArrayList<>();
    private final Set<Participant> hit = ConcurrentHashMap.newKeySet();
    private final List<String> violations = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, Integer> kinds = new TreeMap<>();

    MixedTrial(MixedArguments arguments, MixedEngine engine, Path folder, PrintStream out) {
        this.arguments = arguments;
        this.engine = engine;
        this.folder = folder;
        this.out = out;
        this.random = new Random(arguments.seed());
    }

    /** Returns the number of faults. */
    int faults() {
        return kinds.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Returns the number of faults of each kind, for the report. */
    String byKind() {
        List<String> words = new ArrayList<>();
        kinds.forEach((kind, count) -> words.add(kind + "=" + count));
        return String.join(" ", words);
    }

    /** Runs the trial and judges it. */
    MixedVerdict run() throws Exception {
        try (LeadReadings readings = new LeadReadings(theirs::add);
                HolderReadings holders = new HolderReadings(engine, ELECTIONS)) {
            MixedSite site = new MixedSite(ELECTIONS, folder, readings);
            for (int i = 1; i <= 2; i++) {
                ours.add(new ProgramProcess(OURS + i, MixedCandidates.class, engine.url(), MixedSite.OURS, site));
            }
            foreign.addAll(engine.foreign(site));
            Thread cleaner = NamedThreads.daemon("mixed-end", () -> all().forEach(Participant::kill));
            Runtime.getRuntime().addShutdownHook(cleaner);
            try {
                start();
                await(holders, "a leader", holder -> !holder.isEmpty(), BUSY_MACHINE);
                injectAll(holders);
                stop(holders);
            } finally {
                all().forEach(Participant::kill);
                Runtime.getRuntime().removeShutdownHook(cleaner);
            }
            List<LeadReading> recorded = new ArrayList<>(theirs);
            recorded.addAll(ReadingsFolder.read(folder, MixedSite.THEIRS));
            MixedVerdict verdict =
                    MixedChecker.check(ReadingsFolder.read(folder, MixedSite.OURS), recorded, holders.all());
            violations.addAll(verdict.violations());
            return new MixedVerdict(verdict.tenures(), verdict.foreignTenures(), verdict.foreignOverlaps(), violations);
        }
    }

    private List<Participant> all() {
        List<Participant> all = new ArrayList<>(ours);
        all.addAll(foreign);
        return all;
    }

    private void start() throws IOException {
        for (Participant participant : all()) {
            if (!hit.contains(participant)) {
                participant.start();
            }
        }
    }

    /** Waits until the store shows such a holder in every election. What is missing is a violation. */
    private void await(HolderReadings holders, String what, Predicate<String> expected, Duration limit)
            throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        for (String election : ELECTIONS) {
            while (!expected.test(holders.newest(election)) && System.nanoTime() - deadline < 0) {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            }
            if (!expected.test(holders.newest(election))) {
                violations.add(election + ": not " + what + " within " + limit.toSeconds() + " s, but \""
                        + holders.newest(election) + "\"");
            }
        }
    }

    private void injectAll(HolderReadings holders) throws Exception {
        long end = System.nanoTime() + arguments.duration().toNanos();
        long nextReport = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        List<Thread> running = new ArrayList<>();
        while (faults() < arguments.faults() && System.nanoTime() - end < 0) {
            start();
            if (random.nextInt(100) < LEAVING_PERCENT) {
                leave(holders, ELECTIONS.get(random.nextInt(ELECTIONS.size())));
            }
            running.removeIf(thread -> !thread.isAlive());
            if (hit.size() < MOST_AT_ONCE) {
                hit(target(holders)).ifPresent(running::add);
            }
            TimeUnit.MILLISECONDS.sleep(random.nextInt(LONGEST_PAUSE_MILLIS));
            if (System.nanoTime() - nextReport > 0) {
                nextReport += TimeUnit.MINUTES.toNanos(1);
                out.printf("%d faults: %s%n", faults(), byKind());
            }
        }
        for (Thread thread : running) {
            thread.join();
        }
    }

    /** All of the leader's kind leave the election, so that the other kind leads next. */
    private void leave(HolderReadings holders, String election) throws IOException {
        Optional<Participant> leader = leader(holders, election);
        if (leader.isPresent()) {
            for (Participant participant : ours.contains(leader.get()) ? ours : foreign) {
                if (!hit.contains(participant)) {
                    participant.leave(election);
                }
            }
        }
    }

    /** Returns the participant that leads by the store, unless it was started again since. */
    private Optional<Participant> leader(HolderReadings holders, String election) {
        String holder = holders.newest(election);
        return all().stream()
                .filter(one -> holder.startsWith(one.name() + "-") && !hit.contains(one))
                .findFirst();
    }

    private Participant target(HolderReadings holders) {
        Optional<Participant> leader = random.nextInt(100) < LEADERS_PERCENT
                ? leader(holders, ELECTIONS.get(random.nextInt(ELECTIONS.size())))
                : Optional.empty();
        List<Participant> any = random.nextBoolean() ? ours : foreign;
        return leader.orElseGet(() -> any.get(random.nextInt(any.size())));
    }

    private Optional<Thread> hit(Participant target) {
        if (!hit.add(target)) {
            return Optional.empty();
        }
        boolean own = ours.contains(target);
        MixedFault fault = MixedFault.random(random, own ? engine.validity() : engine.foreignValidity());
        String kind = (own ? "" : "native_") + (fault.kind() == MixedFault.Kind.KILL ? "kill" : "freeze");
        kinds.merge(kind, 1, Integer::sum);
        return Optional.of(NamedThreads.start("fault", () -> {
            try {
                fault.inject(target);
            } catch (Exception failed) {
                violations.add("the fault " + fault + " of " + target.name() + " failed: " + failed);
            } finally {
                hit.remove(target);
            }
        }));
    }

    /** Ends the other programs, then those of Baton, which lead until then and leave nothing. */
    private void stop(HolderReadings holders) throws Exception {
        for (Participant participant : foreign) {
            participant.end();
        }
        start();
        Duration limit = engine.foreignValidity().plus(engine.validity()).plus(BUSY_MACHINE);
        await(holders, "led by Baton", holder -> holder.startsWith(OURS), limit);
        for (Participant participant : ours) {
            participant.end();
        }
        await(
                holders,
                "free after the end of all",
                holder -> !holder.startsWith(OURS),
                engine.validity().multipliedBy(2).plus(BUSY_MACHINE));
    }
}
