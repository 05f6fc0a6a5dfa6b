package dev.baton.lab.nemesis.candidate;

import dev.baton.Baton;
import dev.baton.BatonException;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.Leadership;
import dev.baton.lab.LineProtocol;
import dev.baton.lab.nemesis.history.HistoryEvent;
import dev.baton.lab.nemesis.history.HistoryLog;
import dev.baton.support.thread.NamedThreads;
import dev.baton.testkit.CandidateCall;
import dev.baton.testkit.RestartableCandidate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A program with a candidate in each of several elections; {@link CandidatePlan} has its arguments. It ends in an orderly way
 * when its input ends. Its commands:
 *
 * <ul>
 *   <li>{@code storm SEED CALLS} makes random calls on several threads.
 *   <li>{@code spread RUN} transfers elections so that all processes lead about equally many, and the first election to
 *       the given {@code baton run}.
 * </ul>
 */
public final class NemesisCandidate {
    private static final Duration REACQUIRE_DELAY = Duration.ofMillis(100);
    /** The election in which commands run. */
    private static final String FIRST = "e00";

    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(60);

    private final CandidatePlan plan;
    private final HistoryLog log;
    private final ValidityReadings readings;
    private final WritingWork work;
    private final AtomicInteger numbers = new AtomicInteger();
    private final Map<String, RestartableCandidate> candidates = new LinkedHashMap<>();
    private final List<Thread> running = new ArrayList<>();

    private NemesisCandidate(CandidatePlan plan, HistoryLog log, ValidityReadings readings) {
        this.plan = plan;
        this.log = log;
        this.readings = readings;
        this.work = new WritingWork(plan, log, readings);
    }

    public static void main(String[] args) throws Exception {
        CandidatePlan plan = CandidatePlan.parse(args);
        try (HistoryLog log = new HistoryLog(plan.history());
                ValidityReadings readings = new ValidityReadings(log)) {
            try (Baton baton = connect(plan.url())) {
                new NemesisCandidate(plan, log, readings).run(baton);
            }
            log.add(new HistoryEvent.Closed(System.nanoTime()));
        }
        // Threads of a driver must not keep the process.
        System.exit(0);
    }

    /** The server may be down while a process starts. */
    static Baton connect(String url) throws InterruptedException {
        long deadline = System.nanoTime() + CONNECT_LIMIT.toNanos();
        while (true) {
            try {
                return Baton.connect(url);
            } catch (BatonException notYet) {
                if (System.nanoTime() - deadline > 0) {
                    throw notYet;
                }
                TimeUnit.MILLISECONDS.sleep(100);
            }
        }
    }

    private void run(Baton baton) throws Exception {
        for (String election : plan.elections()) {
            RestartableCandidate candidate = new RestartableCandidate(() -> candidate(baton, election));
            candidates.put(election, candidate);
            candidate.call(CandidateCall.Kind.START, "");
        }
        new LineProtocol().runCommands(command -> execute(command.split(" ", -1)));
        for (Thread thread : running) {
            thread.join();
        }
        List<Thread> closing = new ArrayList<>();
        candidates.values().forEach(one -> closing.add(NamedThreads.start("close", one::close)));
        for (Thread thread : closing) {
            thread.join();
        }
    }

    private Candidate candidate(Baton baton, String election) {
        CandidateSettingsBuilder settings =
                CandidateSettings.builder().instanceId(plan.process()).reacquireDelay(REACQUIRE_DELAY);
        plan.validity().ifPresent(settings::validity);
        Candidate candidate = baton.election(election).candidate(settings.build());
        int number = numbers.incrementAndGet();
        candidate.onAcquired(readings::add);
        // One listener for all events: each listener has its own queue, and only within one queue is the order certain.
        candidate.listen(event -> {
            record(election, number, event);
            return CompletableFuture.completedFuture(true);
        });
        candidate.whileLeading(work::run);
        return candidate;
    }

    private void record(String election, int number, CandidateEvent event) {
        HistoryEvents.of(election, number, event).ifPresent(log::add);
    }

    private void execute(String[] command) {
        Runnable task = switch (command[0]) {
            case "storm" ->
                () -> new CallStorm(candidates, plan.peers())
                        .run(Long.parseLong(command[1]), Integer.parseInt(command[2]));
            case "spread" -> () -> spread(command[1]);
            default -> throw new IllegalArgumentException("unknown command " + command[0]);
        };
        running.add(NamedThreads.start(command[0], task));
        running.removeIf(thread -> !thread.isAlive());
    }

    private void spread(String first) {
        int number = 0;
        for (Map.Entry<String, RestartableCandidate> entry : candidates.entrySet()) {
            boolean isFirst = entry.getKey().equals(FIRST);
            String target =
                    isFirst ? first : plan.peers().get(number++ % plan.peers().size());
            boolean leads =
                    entry.getValue().leadership().filter(Leadership::isValid).isPresent();
            if (leads && !target.equals(plan.process())) {
                entry.getValue().call(CandidateCall.Kind.TRANSFER, target);
            }
        }
    }
}
