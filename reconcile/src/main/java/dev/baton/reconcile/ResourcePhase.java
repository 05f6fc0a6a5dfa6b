package dev.baton.reconcile;

import java.util.Locale;

/** Where a resource is in its life. */
public enum ResourcePhase {
    /** Asked for; not seen ready yet. */
    PROVISIONING,
    /** Was seen ready. */
    READY,
    /** Failed for good before it was ready. */
    ERROR,
    /** On its way out. */
    DELETING,
    /** Gone; the record is forgotten some time later. */
    DELETED;

    /** Its name in records: lower case. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    static ResourcePhase of(String code) {
        return valueOf(code.toUpperCase(Locale.ROOT));
    }
}
