package dev.baton.lab.mixed.program;

import dev.baton.Baton;
import dev.baton.BatonException;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.lab.LineProtocol;
import dev.baton.support.thread.NamedThreads;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A program with a candidate of Baton in each of several elections; {@link ProgramPlan} has its arguments. The command
 * {@code leave ELECTION} stops a candidate, which is started again a moment later. It ends in an orderly way when its input ends.
 */
public final class MixedCandidates {
    private static final Duration REACQUIRE_DELAY = Duration.ofMillis(300);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);
    private static final int RETURN_MILLIS = 2_000;
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(60);

    private MixedCandidates() {}

    public static void main(String[] args) throws Exception {
        ProgramPlan plan = ProgramPlan.parse(args);
        try (ReadingsFile file = new ReadingsFile(plan.readings());
                LeadReadings readings = new LeadReadings(file::add)) {
            try (Baton baton = connect(plan.servers())) {
                run(plan, baton, readings);
            }
        }
        System.exit(0);
    }

    private static Baton connect(String url) throws InterruptedException {
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

    private static void run(ProgramPlan plan, Baton baton, LeadReadings readings) throws Exception {
        ScheduledExecutorService returns = NamedThreads.scheduler("returns");
        Map<String, Candidate> candidates = new LinkedHashMap<>();
        for (String election : plan.elections()) {
            Candidate candidate = baton.election(election)
                    .candidate(CandidateSettings.builder()
                            .instanceId(plan.holder())
                            .reacquireDelay(REACQUIRE_DELAY)
                            .build());
            candidate.onAcquired(
                    leadership -> readings.add(election, plan.holder(), leadership.epoch(), leadership::isValid));
            candidates.put(election, candidate);
            candidate.start();
        }
        new LineProtocol().runCommands(command -> {
            Candidate candidate = candidates.get(command.split(" ", 2)[1]);
            if (candidate != null) {
                candidate.stop(STOP_LIMIT);
                returns.schedule(candidate::start, RETURN_MILLIS, TimeUnit.MILLISECONDS);
            }
        });
        returns.shutdownNow();
    }
}
