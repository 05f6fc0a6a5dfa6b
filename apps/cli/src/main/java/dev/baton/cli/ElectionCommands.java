package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.BatonException;
import dev.baton.Election;
import dev.baton.InstanceStatus;
import dev.baton.LeaderInfo;
import dev.baton.TransferOutcome;
import dev.baton.console.watch.ElectionRowJson;
import dev.baton.spi.AdvisoryKeys;
import dev.baton.spi.HolderDiagnostics;
import dev.baton.support.json.JsonObject;
import dev.baton.support.text.Names;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The commands about elections that need no candidate: status, watch, history, transfer and keys. */
final class ElectionCommands {
    private static final String SHOW_HELP = StoreOptions.HELP + ElectionTarget.KEYS_HELP + """
            --json      Print one JSON object per line.
            [ELECTION]  The name of the election.
            """;

    static final String STATUS_HELP = """
            Shows the leader and the live instances of one election, or of all elections in the store.
            """ + SHOW_HELP;

    static final String WATCH_HELP = """
            Shows the status of one election, or of all, now and on every change, until interrupted.
            """ + SHOW_HELP;

    static final String HISTORY_HELP = """
            Shows past leaderships and why they ended, oldest first, as far back as the store keeps them.
            """ + StoreOptions.HELP + ElectionTarget.KEYS_HELP + """
            --json      Print one JSON object per line.
            [ELECTION]  The name of the election.
            """;

    static final String TRANSFER_HELP = """
            Requests a transfer of leadership to the given instance. Prints 'sent'; use baton watch to see the outcome.
            """ + StoreOptions.HELP + ElectionTarget.KEYS_HELP + """
            --to ID     The instance that should lead.
            [ELECTION]  The name of the election.
            """;

    static final String KEYS_HELP = """
            Prints the two PostgreSQL advisory lock keys of an election.
            NAME  The name of the election.
            """;

    private ElectionCommands() {}

    /** {@code baton status}: the leaders and the live instances. */
    static int status(Invocation call) {
        ElectionTarget target = ElectionTarget.of(call);
        Optional<String> named = target.election();
        boolean allLed = true;
        boolean failed = false;
        try (Baton baton = target.connectAsObserver()) {
            List<String> elections = named.isPresent() ? List.of(named.get()) : baton.elections();
            for (String election : elections) {
                try {
                    allLed &= show(call, baton, election);
                } catch (BatonException | CompletionException unreadable) {
                    if (named.isPresent()) {
                        throw unreadable;
                    }
                    failed = true;
                    call.context().error(election + ": " + TextTable.plain(String.valueOf(unreadable.getMessage())));
                }
            }
            if (elections.isEmpty() && !call.has("--json")) {
                call.out().println("no elections in " + baton.backend().describe());
            }
        }
        if (failed) {
            return ExitCode.STORE;
        }
        return named.isPresent() && !allLed ? ExitCode.NO : ExitCode.DONE;
    }

    /** Prints the status and returns whether the election has a leader. */
    private static boolean show(Invocation call, Baton baton, String name) {
        Election election = baton.election(name);
        ElectionStatus status = ElectionStatus.of(election, election.leader());
        boolean known = isKnown(call, baton, status);
        if (known || call.has("--json")) {
            status.print(call);
        }
        if (!call.has("--json")) {
            printDiagnostics(call, baton, name);
        }
        return status.leader().isPresent();
    }

    /** Returns whether the store has a record of the election: a leader, a candidate or a past tenure. Reports if not. */
    private static boolean isKnown(Invocation call, Baton baton, ElectionStatus status) {
        boolean known = status.isPresent()
                || baton.elections().contains(status.election())
                || !baton.election(status.election()).history().isEmpty();
        if (!known) {
            call.context()
                    .error("there is no election " + status.election() + " in "
                            + baton.backend().describe()
                            + ": it has never had a leader or a candidate there. Check its name and the store");
        }
        return known;
    }

    private static void printDiagnostics(Invocation call, Baton baton, String election) {
        if (baton.backend() instanceof HolderDiagnostics store) {
            store.explain(election)
                    .toCompletableFuture()
                    .orTimeout(5, TimeUnit.SECONDS)
                    .join()
                    .forEach(line -> call.out().println("  " + line));
        }
    }

    /** {@code baton watch}: prints the status on every change, until interrupted. */
    static int watch(Invocation call) throws InterruptedException {
        ElectionTarget target = ElectionTarget.of(call);
        Optional<String> named = target.election();
        try (Baton baton = target.connectAsObserver()) {
            Changes changes = new Changes(call, new HashSet<>(), new HashMap<>(), new HashMap<>());
            Set<String> watched = new HashSet<>();
            do {
                for (String name : named.isPresent() ? List.of(named.get()) : baton.elections()) {
                    Election election = baton.election(name);
                    if (watched.isEmpty()) {
                        // Fails now if the store cannot be read.
                        ElectionStatus first = ElectionStatus.of(election, election.leader());
                        if (!isKnown(call, baton, first) && !call.has("--json")) {
                            changes.expected().add(name);
                        }
                    }
                    if (watched.add(name)) {
                        // The store pushes every change of the leader; the roster is polled.
                        election.observe(leader -> changes.leaderChanged(election, leader));
                    } else {
                        changes.checkRoster(election);
                    }
                }
                TimeUnit.SECONDS.sleep(1);
                // The reader of stdout may have closed it, as head does. A signal ends the process: nothing is held.
            } while (!call.out().checkError());
        }
        return ExitCode.DONE;
    }

    /** {@code baton history ELECTION}: the past tenures, as far back as the store keeps them. */
    static int history(Invocation call) {
        ElectionTarget target = ElectionTarget.of(call);
        String election = target.name(call);
        try (Baton baton = target.connectAsObserver()) {
            List<JsonObject> tenures = baton.election(election).history().stream()
                    .map(ElectionRowJson::tenure)
                    .toList();
            if (call.has("--json")) {
                tenures.forEach(call::printJson);
            } else if (tenures.isEmpty()) {
                call.out()
                        .println("no recorded leaderships of " + election + " in "
                                + baton.backend().describe());
            } else {
                TextTable table = new TextTable().row("EPOCH", "INSTANCE", "FROM", "TO", "REASON");
                tenures.forEach(tenure -> table.row(tenure.values().toArray()));
                call.out().print(table);
            }
        }
        return ExitCode.DONE;
    }

    /** {@code baton transfer ELECTION --to ID}: requests a transfer to the given instance. */
    static int transfer(Invocation call) {
        ElectionTarget target = ElectionTarget.of(call);
        String name = target.name(call);
        String successor = call.text("--to")
                .orElseThrow(() -> new UsageException("baton transfer needs --to ID, the instance that should lead"));
        Names.check("--to", successor);
        try (Baton baton = target.connectAsObserver()) {
            Election election = baton.election(name);
            if (election.transferTo(successor) == TransferOutcome.SENT) {
                call.out().println("sent");
                return ExitCode.DONE;
            }
            String live =
                    election.roster().stream().map(InstanceStatus::instanceId).collect(Collectors.joining(", "));
            return call.refuse(name + " has no live instance " + successor + "; live instances: "
                    + (live.isEmpty() ? "none" : live));
        }
    }

    /** {@code baton keys NAME}: the keys of the advisory lock that PostgreSQL stores use for an election. */
    static int keys(Invocation call) {
        AdvisoryKeys keys = AdvisoryKeys.of(call.election().orElseThrow());
        call.out().println(keys.key1() + " " + keys.key2());
        return ExitCode.DONE;
    }

    /**
     * Prints a status unless it equals the last one of its election.
     *
     * @param expected elections that the store does not know yet; they have no status
     */
    private record Changes(
            Invocation call,
            Set<String> expected,
            Map<String, String> printed,
            Map<String, Optional<LeaderInfo>> leaders) {

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
            if (expected.contains(election.name()) && !status.isPresent()) {
                return;
            }
            expected.remove(election.name());
            String fingerprint = status.fingerprint();
            if (!fingerprint.equals(printed.put(election.name(), fingerprint))) {
                status.print(call);
            }
        }
    }
}
