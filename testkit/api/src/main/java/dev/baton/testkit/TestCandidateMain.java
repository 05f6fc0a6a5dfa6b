package dev.baton.testkit;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.Leadership;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A program with one candidate. Arguments: {@code URL ELECTION ID VALIDITY_MS [RENEW_MS]}. It prints
 * {@code acquired EPOCH NANOS} and {@code ended EPOCH NANOS} when they happen, and answers {@code ?} with
 * {@code status LEADER EPOCH}. An empty line or the end of its input stops it.
 */
public final class TestCandidateMain {

    private TestCandidateMain() {}

    public static void main(String[] args) throws IOException {
        CandidateSettingsBuilder settings = CandidateSettings.builder().instanceId(args[2]);
        long validity = Long.parseLong(args[3]);
        if (validity > 0) {
            settings.validity(Duration.ofMillis(validity));
        }
        if (args.length > 4) {
            settings.renewInterval(Duration.ofMillis(Long.parseLong(args[4])));
        }
        AtomicLong lastEpoch = new AtomicLong();
        try (Baton baton = Baton.connect(args[0]);
                Candidate candidate = baton.election(args[1]).candidate(settings.build());
                BufferedReader commands =
                        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            candidate.onAcquired(leadership -> {
                lastEpoch.set(leadership.epoch());
                print("acquired " + leadership.epoch() + " " + System.nanoTime());
            });
            candidate.onReleased(released -> print("ended " + released.epoch() + " " + System.nanoTime()));
            candidate.onLost(lost -> print("ended " + lost.epoch() + " " + System.nanoTime()));
            candidate.start();
            print("ready");
            while ("?".equals(commands.readLine())) {
                candidate.leadership().map(Leadership::epoch).ifPresent(lastEpoch::set);
                print("status " + candidate.isLeader() + " " + lastEpoch.get());
            }
        }
    }

    private static synchronized void print(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
