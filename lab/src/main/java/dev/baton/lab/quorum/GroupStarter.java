package dev.baton.lab.quorum;

import dev.baton.lab.LineProtocol;
import dev.baton.lab.TrialDirectory;
import java.util.Locale;
import org.slf4j.LoggerFactory;

/**
 * A program that starts groups. A command is the number of members; the reply is {@code took MILLIS DEPOSED}. Before the
 * first command only the logger is initialized, so that the first start runs with cold code.
 */
final class GroupStarter {
    private GroupStarter() {}

    public static void main(String[] args) throws Exception {
        LoggerFactory.getLogger("dev.baton").debug("ready");
        LineProtocol protocol = new LineProtocol();
        protocol.send("ready");
        protocol.runCommands(command -> protocol.send(start(Integer.parseInt(command))));
    }

    private static String start(int members) throws Exception {
        try (TrialDirectory directory = TrialDirectory.open();
                QuorumNodes nodes = new QuorumNodes(new LabGroup(members, directory))) {
            double millis = nodes.awaitLeader();
            return String.format(Locale.ROOT, "took %.3f %d", millis, nodes.awaitDeposed());
        }
    }
}
