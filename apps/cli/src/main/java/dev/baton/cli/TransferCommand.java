package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.Election;
import dev.baton.InstanceStatus;
import dev.baton.TransferOutcome;
import dev.baton.support.text.Names;
import java.time.Duration;
import java.util.UUID;
import java.util.stream.Collectors;

/** {@code baton transfer ELECTION --to ID}: requests a transfer to the given instance. */
final class TransferCommand {
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

    static final String HELP = """
            Requests a transfer of leadership to the given instance. Prints 'sent'. With --wait, prints also the outcome:
              done after some time, refused with the reason, or no answer in time.
            """ + StoreOptions.HELP + ElectionTarget.KEYS_HELP + """
            --to ID      The instance that should lead.
            --wait       Wait for the outcome.
            --timeout D  How long to wait (default: 30s); needs --wait.
            [ELECTION]   The name of the election.
            """;

    private TransferCommand() {}

    static int run(Invocation call) throws InterruptedException {
        ElectionTarget target = ElectionTarget.of(call);
        String name = target.name(call);
        String successor = call.text("--to")
                .orElseThrow(() -> new UsageException("baton transfer needs --to ID, the instance that should lead"));
        Names.check("--to", successor);
        Duration timeout = call.duration("--timeout").orElse(DEFAULT_TIMEOUT);
        if (call.has("--timeout") && !call.has("--wait")) {
            throw new UsageException("--timeout needs --wait");
        }
        try (Baton baton = target.connectAsObserver()) {
            Election election = baton.election(name);
            String requestId = UUID.randomUUID().toString();
            TransferWait wait = new TransferWait(election, successor, requestId, System.nanoTime());
            if (election.transferTo(successor, requestId) == TransferOutcome.SENT) {
                call.out().println("sent");
                return call.has("--wait") ? wait.await(call, timeout) : ExitCode.DONE;
            }
            String live =
                    election.roster().stream().map(InstanceStatus::instanceId).collect(Collectors.joining(", "));
            return call.refuse(name + " has no live instance " + successor + "; live instances: "
                    + (live.isEmpty() ? "none" : live));
        }
    }
}
