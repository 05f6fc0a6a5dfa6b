package dev.baton.lease;

import dev.baton.store.ObjectKey;
import java.util.Locale;

/** The keys of the records of an election in the object store. */
final class RecordKeys {
    static final String LEASE = "reconciler_lease";
    static final String EPOCH = "baton_epoch";
    static final String TENURE = "baton_reign";
    static final String ROSTER = "baton_roster";
    static final String PRIORITISED = "baton_favoured";
    static final String REQUEST = "baton_request";

    private RecordKeys() {}

    static ObjectKey lease(String election) {
        return new ObjectKey(LEASE, election);
    }

    static ObjectKey epoch(String election) {
        return new ObjectKey(EPOCH, election);
    }

    /** Ids of one election sort by epoch; the name of an election contains no slash. */
    static ObjectKey tenure(String election, long epoch) {
        return new ObjectKey(TENURE, election + "/" + String.format(Locale.ROOT, "%019d", epoch));
    }

    /** Sorts after every tenure of the election. */
    static String afterTenures(String election) {
        return election + "0";
    }
}
