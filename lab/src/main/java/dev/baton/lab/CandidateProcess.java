package dev.baton.lab;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.CandidateSettingsBuilder;
import dev.baton.CandidateState;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A program that runs one candidate: {@code URL ELECTION [ID]}.
 *
 * <p>Sends {@code acquired NANOS} when it becomes leader and {@code waiting} when it becomes a standby after an attempt.
 * Its commands:
 *
 * <ul>
 *   <li>{@code yield} steps down; the reply is {@code from NANOS}, the time before the call.
 *   <li>{@code transfer ID} hands over to an instance.
 *   <li>{@code connect SOCKET} connects to a {@link BareWaiter} until the process ends; the reply is {@code connected}.
 *   <li>{@code wake} and {@code wake-durable} wake that waiter; the reply is {@code from NANOS}.
 * </ul>
 */
public final class CandidateProcess {
    /** Longer than a standby needs to acquire on a busy machine, so that the former leader does not win again. */
    private static final Duration REACQUIRE_DELAY = Duration.ofMillis(500);

    private CandidateProcess() {}

    public static void main(String[] args) throws Exception {
        LineProtocol protocol = new LineProtocol();
        CandidateSettingsBuilder settings = CandidateSettings.builder().reacquireDelay(REACQUIRE_DELAY);
        if (args.length > 2) {
            settings = settings.instanceId(args[2]);
        }
        try (SocketChannel bare = SocketChannel.open(StandardProtocolFamily.UNIX);
                Baton baton = Baton.connect(args[0])) {
            Candidate candidate = baton.election(args[1]).candidate(settings.build());
            candidate.onAcquired(leadership -> protocol.send("acquired " + System.nanoTime()));
            candidate.onStateChange(change -> {
                if (change.from() == CandidateState.ACQUIRING && change.to() == CandidateState.FOLLOWER) {
                    protocol.send("waiting");
                }
            });
            candidate.start();
            protocol.runCommands(command -> run(command.split(" ", 2), candidate, bare, protocol));
        }
    }

    private static void run(String[] command, Candidate candidate, SocketChannel bare, LineProtocol protocol)
            throws IOException {
        switch (command[0]) {
            case "yield" -> {
                long from = System.nanoTime();
                candidate.stepDown(Duration.ofSeconds(10));
                protocol.send("from " + from);
            }
            case "transfer" -> candidate.transferTo(command[1]);
            case "connect" -> {
                bare.connect(UnixDomainSocketAddress.of(Path.of(command[1])));
                protocol.send("connected");
            }
            case "wake", "wake-durable" -> {
                byte kind = command[0].equals("wake") ? BareWaiter.PLAIN : BareWaiter.DURABLE;
                ByteBuffer message = ByteBuffer.wrap(new byte[] {kind});
                long from = System.nanoTime();
                bare.write(message);
                protocol.send("from " + from);
            }
            default -> throw new IllegalArgumentException("unknown command " + command[0]);
        }
    }
}
