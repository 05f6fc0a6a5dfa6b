package dev.baton.lab.quorum;

import dev.baton.lab.Scene;
import dev.baton.lab.Speaker;
import java.io.IOException;
import java.util.Locale;
import org.slf4j.LoggerFactory;

/**
 * A program that starts groups: the order is the number of members, the answer {@code took MILLIS DEPOSED}. Nothing of
 * Baton was used in it before the first order but what the order needs; only its log is ready.
 */
final class QuorumStarter {
    private QuorumStarter() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        LoggerFactory.getLogger("dev.baton").debug("ready");
        Speaker speaker = new Speaker();
        speaker.say("ready");
        speaker.obey(order -> speaker.say(start(Integer.parseInt(order))));
    }

    private static String start(int members) throws IOException, InterruptedException {
        try (Scene scene = Scene.open();
                QuorumNodes nodes = new QuorumNodes(QuorumScene.of(members, scene), "")) {
            double millis = nodes.awaitLeader();
            return String.format(Locale.ROOT, "took %.3f %d", millis, nodes.awaitDeposed());
        }
    }
}
