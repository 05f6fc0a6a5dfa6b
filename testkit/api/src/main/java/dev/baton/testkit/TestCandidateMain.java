package dev.baton.testkit;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.Leadership;
import dev.baton.spi.CommandRecords;
import dev.baton.spi.RunningCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A program with one candidate. Arguments: {@code URL ELECTION ID VALIDITY_MS [RENEW_MS [STOP_GRACE_MS]]}. It prints
 * {@code acquired EPOCH NANOS} and {@code ended EPOCH NANOS} when they happen. Its commands:
 *
 * <ul>
 *   <li>{@code ?} prints {@code status LEADER EPOCH}.
 *   <li>{@code call THREAD KIND [TARGET]} makes a call on the thread of that number.
 *   <li>{@code record COMMAND} records a running command and prints {@code recorded DONE}.
 *   <li>{@code finish} waits for all calls, closes the candidate and prints {@code finished}.
 *   <li>An empty line or the end of the input stops it.
 * </ul>
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
        if (args.length > 5) {
            settings.stopGrace(Duration.ofMillis(Long.parseLong(args[5])));
        }
        AtomicLong lastEpoch = new AtomicLong();
        try (Baton baton = Baton.connect(args[0]);
                RestartableCandidate candidate =
                        new RestartableCandidate(() -> candidate(baton, args[1], settings.build(), lastEpoch));
                BufferedReader commands =
                        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            candidate.call(CandidateCall.Kind.START, "");
            print("ready");
            CallThreads threads = new CallThreads();
            for (String line = commands.readLine(); line != null && !line.isEmpty(); line = commands.readLine()) {
                if (line.startsWith("record ")) {
                    print("recorded " + record(baton, args[1], lastEpoch.get(), line.substring("record ".length())));
                } else {
                    run(line.split(" ", -1), candidate, threads, lastEpoch);
                }
            }
        }
    }

    private static Candidate candidate(Baton baton, String election, CandidateSettings settings, AtomicLong lastEpoch) {
        Candidate candidate = baton.election(election).candidate(settings);
        candidate.onAcquired(leadership -> {
            lastEpoch.set(leadership.epoch());
            print("acquired " + leadership.epoch() + " " + System.nanoTime());
        });
        candidate.onReleased(released -> print("ended " + released.epoch() + " " + System.nanoTime()));
        candidate.onLost(lost -> print("ended " + lost.epoch() + " " + System.nanoTime()));
        return candidate;
    }

    private static boolean record(Baton baton, String election, long epoch, String command) {
        return baton.backend() instanceof CommandRecords records
                && records.record(election, epoch, RunningCommand.parse(command).orElseThrow())
                        .toCompletableFuture()
                        .join();
    }

    private static void run(String[] words, RestartableCandidate candidate, CallThreads threads, AtomicLong lastEpoch) {
        switch (words[0]) {
            case "?" -> {
                Optional<Leadership> leadership = candidate.leadership();
                leadership.map(Leadership::epoch).ifPresent(lastEpoch::set);
                print("status " + leadership.isPresent() + " "
                        + leadership.map(Leadership::epoch).orElseGet(lastEpoch::get));
            }
            case "call" ->
                threads.submit(
                        Integer.parseInt(words[1]),
                        () -> candidate.call(CandidateCall.Kind.valueOf(words[2]), words[3]));
            case "finish" -> {
                threads.finish();
                candidate.close();
                print("finished");
            }
            default -> throw new IllegalArgumentException("unknown command " + words[0]);
        }
    }

    private static synchronized void print(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
