package dev.baton.lab;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.CandidateState;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A candidate as a program: {@code URL ELECTION ID [SOCKET]}, connected to a {@link BareWaiter} for life if
 * there is a socket.
 *
 * <p>Says {@code acquired NANOS}, and {@code waiting} whenever it was told that somebody else leads. The
 * order {@code yield} makes it step down, after {@code from NANOS}; {@code poke} and {@code poke-durable}
 * wake the bare waiter, after {@code from NANOS}.
 */
public final class CandidateProcess {
    /** Longer than a rival takes to win on a busy machine, so that the rival does. */
    private static final Duration YIELD = Duration.ofMillis(500);

    private CandidateProcess() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        LineProtocol speaker = new LineProtocol();
        CandidateSettings settings = CandidateSettings.builder()
                .instanceId(args[2])
                .reacquireDelay(YIELD)
                .build();
        try (SocketChannel bare = SocketChannel.open(StandardProtocolFamily.UNIX);
                Baton baton = Baton.connect(args[0])) {
            if (args.length > 3) {
                bare.connect(UnixDomainSocketAddress.of(Path.of(args[3])));
            }
            Candidate candidate = baton.election(args[1]).candidate(settings);
            candidate.onAcquired(leadership -> {
                long now = System.nanoTime();
                speaker.say("acquired " + now);
            });
            candidate.onStateChange(change -> {
                if (change.from() == CandidateState.ACQUIRING && change.to() == CandidateState.FOLLOWER) {
                    speaker.say("waiting");
                }
            });
            candidate.start();
            speaker.obey(order -> {
                if (order.equals("yield")) {
                    long now = System.nanoTime();
                    candidate.stepDown(Duration.ofSeconds(10));
                    speaker.say("from " + now);
                } else {
                    byte sign = order.equals("poke") ? BareWaiter.PLAIN : BareWaiter.DURABLE;
                    ByteBuffer message = ByteBuffer.wrap(new byte[] {sign});
                    long now = System.nanoTime();
                    bare.write(message);
                    speaker.say("from " + now);
                }
            });
        }
    }
}
