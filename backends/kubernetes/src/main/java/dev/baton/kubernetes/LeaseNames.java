package dev.baton.kubernetes;

import dev.baton.support.text.KubeElectionLease;
import dev.baton.support.text.Sha256;

/**
 * The names of the Leases. The Lease of an election has its name, if Kubernetes allows that; otherwise a similar name
 * with a hash. Names that begin with {@code baton-} are for Leases that are not elections.
 */
final class LeaseNames {
    private static final String RESERVED = KubeElectionLease.RESERVED;
    private static final int HASH_LENGTH = 16;

    private LeaseNames() {}

    static String election(String election) {
        return KubeElectionLease.name(election);
    }

    static String history(String election) {
        return RESERVED + "history-" + election(election);
    }

    static boolean isHistory(String name) {
        return name.startsWith(RESERVED + "history-");
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
