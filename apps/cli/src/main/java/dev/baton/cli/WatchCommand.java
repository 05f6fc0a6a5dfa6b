package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.BatonException;
import dev.baton.Election;
import dev.baton.file.posix.OutputPipe;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;

/** {@code baton watch}: one line for each change, until interrupted. */
final class WatchCommand {
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    static final String HELP = """
            Prints a line with the time for every change of one election, or of all, until interrupted.
            """ + StoreOptions.HELP + ElectionTarget.KEYS_HELP + """
            --screen    Show a table that follows the changes; needs a terminal.
            --json      Print the status as a JSON object on every change.
            [ELECTION]  The name of the election.
            """;

    private WatchCommand() {}

    static int run(Invocation call) throws InterruptedException {
        if (call.has("--screen") && (call.has("--json") || !call.context().terminal())) {
            throw new UsageException("--screen needs a terminal, and no --json");
        }
        ElectionTarget target = ElectionTarget.of(call);
        try (Baton baton = target.connectAsObserver()) {
            if (target.election().isEmpty() && StoreAbsence.of(baton).isPresent()) {
                call.context().error("no elections yet in " + StoreAbsence.describe(baton));
            }
            if (!call.has("--screen")) {
                watch(call, baton, target.election(), Optional.empty());
                return ExitCode.DONE;
            }
            try (LiveScreen screen = LiveScreen.open(call.context())) {
                watch(call, baton, target.election(), Optional.of(screen));
            }
        }
        return ExitCode.DONE;
    }

    private static void watch(Invocation call, Baton baton, Optional<String> named, Optional<LiveScreen> screen)
            throws InterruptedException {
        WatchOutput output = new WatchOutput(call, baton.backend().describe(), screen);
        Set<String> watched = new HashSet<>();
        read(call, baton, named, watched, output); // fails now if the store cannot be read
        output.redraw();
        // The reader of stdout may have closed it, as head does. A signal ends the process: nothing is held.
        while (!OutputPipe.awaitClosed(INTERVAL) && !call.out().checkError()) {
            Moment begin = Moment.now();
            try {
                read(call, baton, named, watched, output);
                output.readable();
            } catch (BatonException | CompletionException | UncheckedIOException failure) {
                output.unreadable(begin, failure);
            }
            output.redraw();
        }
    }

    private static void read(
            Invocation call, Baton baton, Optional<String> named, Set<String> watched, WatchOutput output) {
        for (String name : named.isPresent() ? List.of(named.get()) : baton.elections()) {
            Election election = baton.election(name);
            if (watched.contains(name)) {
                output.checkRoster(election);
                continue;
            }
            if (watched.isEmpty()) {
                ElectionStatus first = ElectionStatus.of(election, election.leader());
                if (!StatusCommand.isKnown(call, baton, first) && !call.has("--json")) {
                    output.expect(name);
                }
            }
            // The store pushes every change of the leader; the roster is polled.
            election.observe(leader -> {
                output.leaderChanged(election, leader);
                output.redraw();
            });
            watched.add(name);
        }
    }
}
