package dev.baton.zookeeper;

import java.util.Comparator;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The node of a candidate of this process, and the record beside it.
 *
 * @param session the session that created it
 * @param id a random id of the attempt that created it
 * @param name the name with the sequence number; empty until it is known
 * @param epochVersion the version of the stored epoch when the candidate became leader; otherwise -1
 */
record CandidateNode(long session, String id, int priority, String name, int epochVersion) {
    private static final Pattern NAME = Pattern.compile("(?:_c_([0-9a-f-]{36})-)?.*latch-(\\d{10})");
    private static final Pattern RECORD = Pattern.compile("([0-9a-f-]{36})_(-?\\d{1,10})");

    /** The order of the queue. */
    static final Comparator<String> ORDER =
            Comparator.comparing(CandidateNode::sequence).thenComparing(Comparator.naturalOrder());

    static CandidateNode next(long session, int priority) {
        return new CandidateNode(session, UUID.randomUUID().toString(), priority, "", -1);
    }

    CandidateNode named(String created) {
        return new CandidateNode(session, id, priority, created, -1);
    }

    CandidateNode leading(int version) {
        return new CandidateNode(session, id, priority, name, version);
    }

    /** What the name of the node begins with, as Curator protects its creation. */
    String prefix() {
        return "_c_" + id + "-latch-";
    }

    /** The name of the record that shows others the priority. */
    String record() {
        return id + "_" + priority;
    }

    boolean isNamed(String other) {
        return other.startsWith(prefix());
    }

    /** Returns whether a child takes part in the election. */
    static boolean isCandidate(String name) {
        return NAME.matcher(name).matches();
    }

    static String sequence(String name) {
        Matcher matcher = NAME.matcher(name);
        return matcher.matches() ? matcher.group(2) : "";
    }

    /** Returns the id in the name of a node; empty if another program created it. */
    static String idOf(String name) {
        Matcher matcher = NAME.matcher(name);
        return matcher.matches() && matcher.group(1) != null ? matcher.group(1) : "";
    }

    /** What a record says about a candidate. */
    record Rank(String id, int priority) {
        static Optional<Rank> parse(String record) {
            Matcher matcher = RECORD.matcher(record);
            try {
                return matcher.matches()
                        ? Optional.of(new Rank(matcher.group(1), Integer.parseInt(matcher.group(2))))
                        : Optional.empty();
            } catch (NumberFormatException tooLarge) {
                return Optional.empty();
            }
        }
    }
}
