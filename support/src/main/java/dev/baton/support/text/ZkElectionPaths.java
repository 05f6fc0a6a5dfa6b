package dev.baton.support.text;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The nodes of one election in ZooKeeper that decide who leads. The backend writes them and the fence checks them.
 *
 * @param root the path of all elections, without a slash at its end
 */
public record ZkElectionPaths(String root, String election) {
    private static final Pattern TENURE_ID = Pattern.compile("(_c_[0-9a-f-]{36}-latch-\\d{10})@(\\d{1,10})");

    /** Returns the parent of all candidates, those of other programs too. */
    public String candidates() {
        return root + "/" + election;
    }

    /** Returns the node with the epoch of the last confirmed tenure, in decimal digits. */
    public String epoch() {
        return root + "/.baton/epoch/" + election;
    }

    /**
     * What identifies the node of a leader, beside its election. It is the tenure id of a leadership.
     *
     * @param node the name of the node
     * @param epochVersion the version of the stored epoch
     */
    public record LeaderNode(String node, int epochVersion) {

        /** Returns the tenure id. */
        public String tenureId() {
            return node + "@" + epochVersion;
        }

        /** Parses a tenure id; empty for one of another store. */
        public static Optional<LeaderNode> parse(String tenureId) {
            Matcher matcher = TENURE_ID.matcher(tenureId);
            try {
                return matcher.matches()
                        ? Optional.of(new LeaderNode(matcher.group(1), Integer.parseInt(matcher.group(2))))
                        : Optional.empty();
            } catch (NumberFormatException tooLarge) {
                return Optional.empty();
            }
        }
    }
}
