package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.Election;
import dev.baton.LeaderInfo;
import dev.baton.support.text.Names;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Model.CommandSpec;

/** {@code baton watch}: the status at every change, until interrupted. */
final class WatchCommand implements Subcommand {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = OptionReader.command(
                "watch", "Shows the status now and at every change, until interrupted; of one election or of all.");
        StoreOptions.addTo(spec);
        OptionReader.flag(spec, "--json", "One object a line.");
        OptionReader.election(spec, false);
        return spec;
    }

    @Override
    public int run(Invocation call) throws InterruptedException {
        Optional<String> named = OptionReader.parameter(call.given());
        named.ifPresent(name -> Names.check("election", name));
        String url = StoreOptions.url(call.given(), call.around().environment(), false);
        CountDownLatch interrupted = new CountDownLatch(1);
        StopSignals.tell(name -> interrupted.countDown());
        try (Baton baton = Baton.connect(GroupUrls.asObserver(url))) {
            Changes changes = new Changes(call.around(), OptionReader.has(call.given(), "--json"));
            Set<String> watched = new HashSet<>();
            do {
                for (String name : named.isPresent() ? List.of(named.get()) : baton.elections()) {
                    Election election = baton.election(name);
                    if (watched.isEmpty()) {
                        election.leader(); // a store that cannot be read is told at once
                    }
                    if (watched.add(name)) {
                        // Leaders come by push, every one of them; who else is here is looked up.
                        election.observe(leader -> changes.show(ElectionStatus.of(election, leader), true));
                    } else {
                        changes.showRoster(election);
                    }
                }
            } while (!interrupted.await(1, TimeUnit.SECONDS) && !changes.unheard());
        }
        return ExitCode.DONE;
    }

    /** Shows a status unless it is what was shown last. */
    private static final class Changes {
        private final CommandContext around;
        private final boolean json;
        private final Map<String, String> shown = new HashMap<>();
        private final Map<String, Optional<LeaderInfo>> leaders = new HashMap<>();

        Changes(CommandContext around, boolean json) {
            this.around = around;
            this.json = json;
        }

        synchronized void show(ElectionStatus status, boolean leaderKnown) {
            if (leaderKnown) {
                leaders.put(status.election(), status.leader());
            }
            String essence = status.essence();
            if (essence.equals(shown.put(status.election(), essence))) {
                return;
            }
            if (json) {
                around.out().println(status.json());
            } else {
                StatusTable.print(status, around);
            }
        }

        /** Whether whoever read this has gone, as {@code head} does. */
        boolean unheard() {
            return around.out().checkError();
        }

        synchronized void showRoster(Election election) {
            Optional<LeaderInfo> leader = leaders.get(election.name());
            if (leader != null) {
                show(ElectionStatus.of(election, leader), false);
            }
        }
    }
}
