package dev.baton.kubernetes;

import dev.baton.support.text.KubeElectionLease;

/** The annotations and labels that Baton writes. Other programs keep them. */
final class Marks {
    static final String EPOCH = KubeElectionLease.EPOCH;
    static final String HOLDER = KubeElectionLease.HOLDER;
    static final String TRANSITIONS = KubeElectionLease.TRANSITIONS;
    static final String CANDIDATE = KubeElectionLease.CANDIDATE;
    /** How long that tenure lasts without a renewal, in milliseconds. */
    static final String TTL = "baton.dev/ttl-ms";

    static final String URL = "baton.dev/url";
    /** The instance that should lead next, for a short time. */
    static final String RESERVED_FOR = "baton.dev/reserved-for";

    static final String COMMAND = "baton.dev/command";
    static final String TENURES = "baton.dev/tenures";
    /** The highest epoch whose tenure was moved to the history. */
    static final String MOVED = "baton.dev/moved";

    static final String ELECTION = "baton.dev/election";
    /** Changed to move the version, so that a write that is still on its way fails. */
    static final String TOUCHED = "baton.dev/touched";

    static final String STATUSES = "baton.dev/statuses";
    static final String REQUEST = "baton.dev/request";

    /** A label: what the Lease is for. */
    static final String KIND = "baton.dev/kind";
    /** A label of the rosters with an instance of high priority. */
    static final String PRIORITISED = "baton.dev/prioritised";

    private Marks() {}
}
