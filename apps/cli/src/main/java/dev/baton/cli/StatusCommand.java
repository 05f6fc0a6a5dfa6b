package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.BatonException;
import dev.baton.Election;
import dev.baton.spi.HolderDiagnostics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** {@code baton status}: the leaders and the live instances. */
final class StatusCommand {
    static final String HELP = """
            Shows one line for each election in the store, or the leader and the live instances of one election.
            """ + StoreOptions.HELP + ElectionTarget.KEYS_HELP + """
            -o,--output FORMAT  'wide' shows the instances of every election.
            --json      Print one JSON object per line.
            [ELECTION]  The name of the election.
            """;

    private StatusCommand() {}

    static int run(Invocation call) {
        boolean wide = isWide(call);
        ElectionTarget target = ElectionTarget.of(call);
        Optional<String> named = target.election();
        List<ElectionStatus> lines = new ArrayList<>();
        boolean failed = false;
        try (Baton baton = target.connectAsObserver()) {
            if (named.isPresent()) {
                return showDetails(call, baton, named.get()) ? ExitCode.DONE : ExitCode.NO;
            }
            List<String> elections = baton.elections();
            for (String name : elections) {
                try {
                    if (wide || call.has("--json")) {
                        showDetails(call, baton, name);
                    } else {
                        lines.add(read(baton.election(name)));
                    }
                } catch (BatonException | CompletionException unreadable) {
                    failed = true;
                    call.context().error(name + ": " + TextTable.plain(String.valueOf(unreadable.getMessage())));
                }
            }
            if (!lines.isEmpty()) {
                call.out().print(StatusTable.of(lines, call.context(), Instant.now()));
            } else if (elections.isEmpty() && !call.has("--json")) {
                call.out().println("no elections in " + StoreAbsence.describe(baton));
            }
        }
        return failed ? ExitCode.STORE : ExitCode.DONE;
    }

    private static boolean isWide(Invocation call) {
        Optional<String> format = call.text("--output");
        if (format.filter(name -> !name.equals("wide")).isPresent()) {
            throw new UsageException("--output " + format.get() + ": the only format is wide; for JSON use --json");
        }
        return format.isPresent();
    }

    private static ElectionStatus read(Election election) {
        return ElectionStatus.of(election, election.leader());
    }

    /** Prints the status and returns whether the election has a leader. */
    private static boolean showDetails(Invocation call, Baton baton, String name) {
        ElectionStatus status = read(baton.election(name));
        boolean known = isKnown(call, baton, status);
        if (call.has("--json")) {
            call.printJson(status.json());
            return status.leader().isPresent();
        }
        if (known) {
            String store = baton.backend().describe();
            call.out().print(status.details(call.context(), Instant.now(), store));
        }
        printDiagnostics(call, baton, name);
        return status.leader().isPresent();
    }

    /** Returns whether the store has a record of the election: a leader, a candidate or a past tenure. Reports if not. */
    static boolean isKnown(Invocation call, Baton baton, ElectionStatus status) {
        boolean known = status.isPresent()
                || baton.elections().contains(status.election())
                || !baton.election(status.election()).history().isEmpty();
        if (!known) {
            String why = StoreAbsence.of(baton)
                    .map(absence -> absence + ". Check the store")
                    .orElse("it has never had a leader or a candidate there. Check its name and the store");
            call.context()
                    .error("there is no election " + status.election() + " in "
                            + baton.backend().describe() + ": " + why);
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
}
