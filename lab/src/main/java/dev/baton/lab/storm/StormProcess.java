package dev.baton.lab.storm;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Election;
import dev.baton.LeaderInfo;
import dev.baton.Leadership;
import dev.baton.lab.LineProtocol;
import dev.baton.support.thread.NamedThreads;
import dev.baton.testkit.CallThreads;
import dev.baton.testkit.CandidateCall;
import dev.baton.testkit.RestartableCandidate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A program whose threads make random calls on one candidate: {@code URL ELECTION ID OTHER THREADS SEED}.
 *
 * <p>It sends {@code ready}. For every leadership it sends {@code valid EPOCH FROM TO}: a span in which it was certainly
 * valid, by its own readings. It sends {@code unconfirmed EPOCH HOLDER} if the store names another holder meanwhile. The
 * command {@code end} stops the calls and closes the candidate; the reply is {@code ended CALLS}.
 */
public final class StormProcess {
    private static final int CALLS_AT_ONCE = 50;
    private static final long SAMPLE_NANOS = 200_000;
    private static final Duration RETRY = Duration.ofMillis(20);

    /** The readings of one leadership. */
    private static final class Span {
        final long from;
        long to;

        Span(long from) {
            this.from = from;
            this.to = from;
        }
    }

    private final LineProtocol protocol = new LineProtocol();
    private final RestartableCandidate candidate;
    private final Election outside;
    private final String other;
    private final AtomicLong calls = new AtomicLong();
    private volatile boolean ended;

    private StormProcess(Baton baton, Baton observer, String[] args) {
        CandidateSettings settings = CandidateSettings.builder()
                .instanceId(args[2])
                .reacquireDelay(RETRY)
                .retry(attempt -> Optional.of(RETRY))
                .build();
        this.candidate = new RestartableCandidate(() -> baton.election(args[1]).candidate(settings));
        this.outside = observer.election(args[1]);
        this.other = args[3];
    }

    public static void main(String[] args) throws Exception {
        try (Baton baton = Baton.connect(args[0]);
                Baton observer = Baton.builder().url(args[0]).isolated().connect()) {
            new StormProcess(baton, observer, args).run(Integer.parseInt(args[4]), new Random(Long.parseLong(args[5])));
        }
    }

    private void run(int threads, Random random) throws Exception {
        List<Thread> all = new ArrayList<>();
        all.add(NamedThreads.start("storm-sampler", this::sample));
        all.add(NamedThreads.start("storm-calls", () -> makeCalls(threads, random)));
        protocol.send("ready");
        protocol.runCommandsUntil("end", command -> {});
        ended = true;
        for (Thread thread : all) {
            thread.join();
        }
        protocol.send("ended " + calls.get());
    }

    private void makeCalls(int threads, Random random) {
        while (!ended) {
            CallThreads running = new CallThreads();
            for (CandidateCall call : CandidateCall.random(random, CALLS_AT_ONCE, threads, 1)) {
                running.submit(call.thread(), () -> candidate.call(call.kind(), other));
                calls.incrementAndGet();
            }
            running.finish();
        }
        candidate.close();
    }

    private void sample() {
        Map<Leadership, Span> spans = new LinkedHashMap<>();
        while (!ended || candidate.leadership().isPresent()) {
            for (Candidate one : candidate.all()) {
                one.leadership().ifPresent(leadership -> sample(leadership, spans));
            }
            spans.entrySet().removeIf(entry -> {
                boolean over = !entry.getKey().isValid();
                if (over) {
                    report(entry.getKey(), entry.getValue());
                }
                return over;
            });
            // Without a pause the sampler would take a core from the calls.
            LockSupport.parkNanos(SAMPLE_NANOS);
        }
        spans.forEach(this::report);
    }

    private void sample(Leadership leadership, Map<Leadership, Span> spans) {
        long before = System.nanoTime();
        if (leadership.isValid()) {
            spans.computeIfAbsent(leadership, seen -> new Span(System.nanoTime())).to = before;
            confirm(leadership);
        }
    }

    /** A leadership that is valid before and after the store was read was valid during it, so the store must name it. */
    private void confirm(Leadership leadership) {
        Optional<LeaderInfo> holder;
        try {
            holder = outside.leader();
        } catch (RuntimeException unreadable) {
            return;
        }
        boolean named = holder.filter(found -> found.epoch() == leadership.epoch()
                        && found.instanceId().equals(leadership.instanceId()))
                .isPresent();
        if (!named && leadership.isValid()) {
            protocol.send("unconfirmed " + leadership.epoch() + " "
                    + holder.map(found -> found.instanceId() + "/" + found.epoch())
                            .orElse("nobody"));
        }
    }

    private void report(Leadership leadership, Span span) {
        protocol.send("valid " + leadership.epoch() + " " + span.from + " " + Math.max(span.from, span.to));
    }
}
