package dev.baton.lease;

import dev.baton.store.ObjectKey;
import java.util.Locale;

/** Where in the object store an election keeps what. */
final class RecordKeys {
    static final String LEASE = "reconciler_lease";
    static final String EPOCH = "baton_epoch";
    static final String REIGN = "baton_reign";
    static final String ROSTER = "baton_roster";
    static final String FAVOURED = "baton_favoured";
    static final String REQUEST = "baton_request";

    private RecordKeys() {}

    static ObjectKey lease(String election) {
        return new ObjectKey(LEASE, election);
    }

    static ObjectKey epoch(String election) {
        return new ObjectKey(EPOCH, election);
    }

    /** Ids of one election sort by epoch: no election has a slash in its name. */
    static ObjectKey reign(String election, long epoch) {
        return new ObjectKey(REIGN, election + "/" + String.format(Locale.ROOT, "%019d", epoch));
    }

    /** Sorts after every reign of the election. */
    static String afterReigns(String election) {
        return election + "0";
    }
}
