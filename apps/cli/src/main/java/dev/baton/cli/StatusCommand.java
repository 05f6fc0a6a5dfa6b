package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.BatonException;
import dev.baton.spi.HolderDiagnostics;
import dev.baton.support.text.Names;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Model.CommandSpec;

/** {@code baton status}: who leads, and who is here. */
final class StatusCommand implements Subcommand {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = OptionReader.command(
                "status", "Shows who leads and who is here, of one election or of all that the store knows.");
        StoreOptions.addTo(spec);
        OptionReader.flag(spec, "--json", "One object a line.");
        OptionReader.election(spec, false);
        return spec;
    }

    @Override
    public int run(Invocation call) {
        Optional<String> named = OptionReader.parameter(call.given());
        named.ifPresent(name -> Names.check("election", name));
        String url = StoreOptions.url(call.given(), call.around().environment(), false);
        boolean json = OptionReader.has(call.given(), "--json");
        boolean somebodyLeads = true;
        boolean failed = false;
        try (Baton baton = Baton.connect(GroupUrls.asObserver(url))) {
            List<String> elections = named.isPresent() ? List.of(named.get()) : baton.elections();
            for (String election : elections) {
                try {
                    somebodyLeads &= show(baton, election, json, call.around());
                } catch (BatonException | CompletionException unreadable) {
                    if (named.isPresent()) {
                        throw unreadable;
                    }
                    failed = true;
                    call.around().complain(election + ": " + TextTable.plain(String.valueOf(unreadable.getMessage())));
                }
            }
            if (elections.isEmpty() && !json) {
                call.around().out().println("no elections in " + baton.backend().describe());
            }
        }
        if (failed) {
            return ExitCode.STORE;
        }
        return named.isPresent() && !somebodyLeads ? ExitCode.NO : ExitCode.DONE;
    }

    /** Whether somebody leads it. */
    private static boolean show(Baton baton, String election, boolean json, CommandContext around) {
        ElectionStatus status = ElectionStatus.of(baton.election(election));
        if (json) {
            around.out().println(status.json());
        } else {
            StatusTable.print(status, around);
            explain(baton, election, around);
        }
        return status.leader().isPresent();
    }

    /** What the store itself says of who holds it, where it can. */
    private static void explain(Baton baton, String election, CommandContext around) {
        if (baton.backend() instanceof HolderDiagnostics store) {
            store.explain(election)
                    .toCompletableFuture()
                    .orTimeout(5, TimeUnit.SECONDS)
                    .join()
                    .forEach(line -> around.out().println("  " + line));
        }
    }
}
