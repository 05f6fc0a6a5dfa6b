package dev.baton.lab.quorum;

import dev.baton.lab.LineProtocol;
import dev.baton.lab.TrialDirectory;
import java.io.IOException;
import java.util.Locale;
import org.slf4j.LoggerFactory;

/**
 * A program that starts groups: the order is the number of members, the answer {@code took MILLIS DEPOSED}. Nothing of
 * Baton was used in it before the first order but what the order needs; only its log is ready.
 */
final class GroupStarter {
    private GroupStarter() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        LoggerFactory.getLogger("dev.baton").debug("ready");
        LineProtocol speaker = new LineProtocol();
        speaker.say("ready");
        speaker.obey(order -> speaker.say(start(Integer.parseInt(order))));
    }

    private static String start(int members) throws IOException, InterruptedException {
        try (TrialDirectory scene = TrialDirectory.open();
                QuorumNodes nodes = new QuorumNodes(QuorumTrialDirectory.of(members, scene), "")) {
            double millis = nodes.awaitLeader();
            return String.format(Locale.ROOT, "took %.3f %d", millis, nodes.awaitDeposed());
        }
    }
}
