package dev.baton.support.text;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Lease of one election in Kubernetes: its name, and the annotations that identify the tenure. The backend writes them
 * and the fence compares them. Names that begin with {@code baton-} are for Leases that are not elections.
 */
public final class KubeElectionLease {
    /** The epoch of the last tenure of a Baton candidate, in decimal digits. */
    public static final String EPOCH = "baton.dev/epoch";
    /** The holder to whom the epoch belongs: another program changes the holder and keeps the annotations. */
    public static final String HOLDER = "baton.dev/holder";
    /** The value of {@code leaseTransitions} in that tenure. */
    public static final String TRANSITIONS = "baton.dev/transitions";
    /** Distinguishes candidates with one instance id. */
    public static final String CANDIDATE = "baton.dev/candidate";

    /** What the names of all other Leases of Baton begin with. */
    public static final String RESERVED = "baton-";

    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*");
    private static final int HASH_LENGTH = 16;
    private static final String TENURE_PREFIX = "lease-";
    private static final Pattern TENURE_ID = Pattern.compile(TENURE_PREFIX + "([0-9a-f-]{36})@\\d{1,19}");

    private KubeElectionLease() {}

    /** Returns the name of the election, if Kubernetes allows it; otherwise a similar name with a hash. */
    public static String name(String election) {
        if (SUBDOMAIN.matcher(election).matches() && !election.startsWith(RESERVED)) {
            return election;
        }
        String similar = election.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        String inner = similar.replaceAll("^-|-$", "");
        return (RESERVED + "election-" + inner).replaceAll("-$", "") + "-"
                + Sha256.hex(election).substring(0, HASH_LENGTH);
    }

    /** Returns the tenure id of a leadership of this candidate; at most 64 characters. */
    public static String tenureId(String candidate, long epoch) {
        return TENURE_PREFIX + candidate + "@" + epoch;
    }

    /** Returns the candidate of a tenure id; empty for one of another store. */
    public static Optional<String> candidate(String tenureId) {
        Matcher matcher = TENURE_ID.matcher(tenureId);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }
}
