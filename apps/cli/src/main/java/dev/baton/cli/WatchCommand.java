package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.Election;
import dev.baton.LeaderInfo;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** {@code baton watch}: prints the status on every change, until interrupted. */
final class WatchCommand implements Subcommand {

    @Override
    public CommandSyntax syntax() {
        return StoreOptions.addTo(new CommandSyntax(
                        "baton watch",
                        "Shows the status of one election, or of all, now and on every change, until interrupted."))
                .flag("--json", "Print one JSON object per line.")
                .optional("ELECTION", "The name of the election.");
    }

    @Override
    public int run(Invocation call) throws InterruptedException {
        Optional<String> named = call.election();
        CountDownLatch stopped = new CountDownLatch(1);
        StopSignals.handle(name -> stopped.countDown());
        try (Baton baton = StoreOptions.connectAsObserver(call)) {
            Changes changes = new Changes(call);
            Set<String> watched = new HashSet<>();
            do {
                for (String name : named.isPresent() ? List.of(named.get()) : baton.elections()) {
                    Election election = baton.election(name);
                    if (watched.isEmpty()) {
                        election.leader(); // fails now if the store cannot be read
                    }
                    if (watched.add(name)) {
                        // The store pushes every change of the leader; the roster is polled.
                        election.observe(leader -> changes.leaderChanged(election, leader));
                    } else {
                        changes.checkRoster(election);
                    }
                }
            } while (!stopped.await(1, TimeUnit.SECONDS) && !changes.readerIsGone());
        }
        return ExitCode.DONE;
    }

    /** Prints a status unless it equals the last one of its election. */
    private static final class Changes {
        private final Invocation call;
        private final Map<String, String> printed = new HashMap<>();
        private final Map<String, Optional<LeaderInfo>> leaders = new HashMap<>();

        Changes(Invocation call) {
            this.call = call;
        }

        synchronized void leaderChanged(Election election, Optional<LeaderInfo> leader) {
            leaders.put(election.name(), leader);
            checkRoster(election);
        }

        synchronized void checkRoster(Election election) {
            Optional<LeaderInfo> leader = leaders.get(election.name());
            if (leader == null) {
                return;
            }
            ElectionStatus status = ElectionStatus.of(election, leader);
            String fingerprint = status.fingerprint();
            if (!fingerprint.equals(printed.put(election.name(), fingerprint))) {
                StatusTable.print(status, call);
            }
        }

        /** Returns whether the reader of stdout has closed it, as {@code head} does. */
        boolean readerIsGone() {
            return call.out().checkError();
        }
    }
}
