package dev.baton.kubernetes;

import dev.baton.support.text.Sha256;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The names of the Leases. The Lease of an election has its name, if Kubernetes allows that; otherwise a similar name
 * with a hash. Names that begin with {@code baton-} are for Leases that are not elections.
 */
final class LeaseNames {
    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*");
    private static final String RESERVED = "baton-";
    private static final int HASH_LENGTH = 16;

    private LeaseNames() {}

    static String election(String election) {
        if (SUBDOMAIN.matcher(election).matches() && !election.startsWith(RESERVED)) {
            return election;
        }
        String similar = election.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        String inner = similar.replaceAll("^-|-$", "");
        return (RESERVED + "election-" + inner).replaceAll("-$", "") + "-"
                + Sha256.hex(election).substring(0, HASH_LENGTH);
    }

    static String history(String election) {
        return RESERVED + "history-" + election(election);
    }

    static String roster(String process, int part) {
        return RESERVED + "roster-" + process + "-" + part;
    }

    static String request(String requestId) {
        return RESERVED + "request-" + Sha256.hex(requestId).substring(0, 2 * HASH_LENGTH);
    }

    static String scratch(String id) {
        return RESERVED + "doctor-" + id;
    }
}
