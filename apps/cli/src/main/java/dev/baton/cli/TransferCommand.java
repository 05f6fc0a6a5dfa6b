package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.Election;
import dev.baton.InstanceStatus;
import dev.baton.TransferOutcome;
import dev.baton.support.text.Names;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** {@code baton transfer ELECTION --to ID}: asks that a named instance lead. */
final class TransferCommand implements Subcommand {

    @Override
    public CommandSpec spec() {
        CommandSpec spec = OptionReader.command(
                "transfer",
                "Asks the leader to hand over to the named instance. Prints 'sent'; watch tells what came of it.");
        StoreOptions.addTo(spec);
        OptionReader.text(spec, "--to", "ID", "The instance that should lead.");
        OptionReader.election(spec, true);
        return spec;
    }

    @Override
    public int run(Invocation call) {
        String name =
                Names.check("election", OptionReader.parameter(call.given()).orElseThrow());
        String target = OptionReader.text(call.given(), "--to")
                .orElseThrow(() -> new UsageException("baton transfer needs --to ID, the instance that should lead"));
        Names.check("instance id", target);
        String url = StoreOptions.url(call.given(), call.around().environment(), false);
        try (Baton baton = Baton.connect(GroupUrls.asObserver(url))) {
            Election election = baton.election(name);
            if (election.transferTo(target) == TransferOutcome.SENT) {
                call.around().out().println("sent");
                return ExitCode.DONE;
            }
            call.around().complain("no live instance " + target + " takes part in " + name + "; " + known(election));
            return ExitCode.NO;
        }
    }

    private static String known(Election election) {
        List<InstanceStatus> roster = election.roster();
        return roster.isEmpty()
                ? "nobody does"
                : roster.stream().map(InstanceStatus::instanceId).collect(Collectors.joining(", ", "these do: ", ""));
    }
}
