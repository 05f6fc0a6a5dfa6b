package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.Election;
import dev.baton.InstanceStatus;
import dev.baton.TransferOutcome;
import dev.baton.spi.AdvisoryKeys;
import dev.baton.support.text.Names;
import java.util.stream.Collectors;

/** The commands transfer and keys. */
final class ElectionCommands {
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
}
