package dev.baton.support.text;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The keys of one election in etcd that decide who leads. The backend writes them and the fence compares them.
 *
 * @param prefix the prefix of all elections, without a slash at its end
 */
public record EtcdElectionKeys(String prefix, String election) {
    private static final Pattern TENURE_ID = Pattern.compile("([0-9a-f]{1,16})-([0-9]{1,19})");

    /** Returns what all keys of candidates begin with, those of other programs too. */
    public String candidates() {
        return prefix + "/" + election + "/";
    }

    /** Returns the first key after those of the candidates. */
    public String afterCandidates() {
        return prefix + "/" + election + "0";
    }

    /** Returns the key of a candidate. */
    public String candidate(CandidateKey of) {
        return candidates() + of.leaseHex();
    }

    /** Returns the key with the epoch of the last confirmed tenure, in decimal digits. */
    public String epoch() {
        return prefix + "/.baton/epoch/" + election;
    }

    /**
     * What identifies the key of a leader, beside its election. It is the tenure id of a leadership.
     *
     * @param leaseHex the lease of the process in hexadecimal digits, not padded
     * @param createRevision the revision that created the key
     */
    public record CandidateKey(String leaseHex, long createRevision) {

        /** Returns the tenure id. */
        public String tenureId() {
            return leaseHex + "-" + createRevision;
        }

        /** Parses a tenure id; empty for one of another store. */
        public static Optional<CandidateKey> parse(String tenureId) {
            Matcher matcher = TENURE_ID.matcher(tenureId);
            try {
                return matcher.matches()
                        ? Optional.of(new CandidateKey(matcher.group(1), Long.parseLong(matcher.group(2))))
                        : Optional.empty();
            } catch (NumberFormatException tooLarge) {
                return Optional.empty();
            }
        }
    }
}
