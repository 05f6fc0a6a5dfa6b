package dev.baton.lab.quorum;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.CandidateState;
import dev.baton.lab.LineProtocol;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A member as a program: {@code URL ELECTION SOCKET}. Says {@code acquired NANOS}, and {@code started} when it
 * takes part. The order {@code meet} makes it connect to a {@link BareWaiter} for life, and say {@code met};
 * any other one is the member it hands over to.
 */
final class QuorumCandidateProcess {
    /** Longer than a rival takes to win on a busy machine, so that the rival does. */
    private static final Duration YIELD = Duration.ofMillis(500);

    private QuorumCandidateProcess() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        LineProtocol speaker = new LineProtocol();
        try (SocketChannel bare = SocketChannel.open(StandardProtocolFamily.UNIX);
                Baton baton = Baton.connect(args[0])) {
            Candidate candidate = baton.election(args[1])
                    .candidate(CandidateSettings.builder().reacquireDelay(YIELD).build());
            candidate.onAcquired(leadership -> {
                long now = System.nanoTime();
                speaker.say("started");
                speaker.say("acquired " + now);
            });
            candidate.onStateChange(change -> {
                if (change.from() == CandidateState.ACQUIRING && change.to() == CandidateState.FOLLOWER) {
                    speaker.say("started");
                }
            });
            candidate.start();
            speaker.obey(order -> {
                if (order.equals("meet")) {
                    bare.connect(UnixDomainSocketAddress.of(Path.of(args[2])));
                    speaker.say("met");
                } else {
                    candidate.transferTo(order);
                }
            });
        }
    }
}
