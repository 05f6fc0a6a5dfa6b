package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.Election;
import dev.baton.InstanceStatus;
import dev.baton.TransferOutcome;
import dev.baton.support.text.Names;
import java.util.stream.Collectors;

/** {@code baton transfer ELECTION --to ID}: requests a transfer to the given instance. */
final class TransferCommand implements Subcommand {

    @Override
    public CommandSyntax syntax() {
        return StoreOptions.addTo(new CommandSyntax(
                        "baton transfer",
                        "Requests a transfer of leadership to the given instance. Prints 'sent'; use baton watch to see the"
                                + " outcome."))
                .option("--to", "ID", "The instance that should lead.")
                .required("ELECTION", "The name of the election.");
    }

    @Override
    public int run(Invocation call) {
        String name = call.election().orElseThrow();
        String target = call.text("--to")
                .orElseThrow(() -> new UsageException("baton transfer needs --to ID, the instance that should lead"));
        Names.check("--to", target);
        try (Baton baton = StoreOptions.connectAsObserver(call)) {
            Election election = baton.election(name);
            if (election.transferTo(target) == TransferOutcome.SENT) {
                call.out().println("sent");
                return ExitCode.DONE;
            }
            String live =
                    election.roster().stream().map(InstanceStatus::instanceId).collect(Collectors.joining(", "));
            return call.refuse(
                    name + " has no live instance " + target + "; live instances: " + (live.isEmpty() ? "none" : live));
        }
    }
}
