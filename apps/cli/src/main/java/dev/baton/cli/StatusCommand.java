package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.BatonException;
import dev.baton.Election;
import dev.baton.spi.HolderDiagnostics;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** {@code baton status}: the leaders and the live instances. */
final class StatusCommand implements Subcommand {

    @Override
    public CommandSyntax syntax() {
        return StoreOptions.addTo(new CommandSyntax(
                        "baton status",
                        "Shows the leader and the live instances of one election, or of all elections in the store."))
                .flag("--json", "Print one JSON object per line.")
                .optional("ELECTION", "The name of the election.");
    }

    @Override
    public int run(Invocation call) {
        Optional<String> named = call.election();
        boolean allLed = true;
        boolean failed = false;
        try (Baton baton = StoreOptions.connectAsObserver(call)) {
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
        StatusTable.print(status, call);
        if (!call.has("--json")) {
            printDiagnostics(call, baton, name);
        }
        return status.leader().isPresent();
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
