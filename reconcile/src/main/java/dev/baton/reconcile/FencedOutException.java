package dev.baton.reconcile;

import dev.baton.LeadershipLostException;

/** The fence beside the records has a higher epoch than this leader. */
final class FencedOutException extends LeadershipLostException {
    private static final long serialVersionUID = 1L;

    FencedOutException(String type, long own, long fence, String store) {
        super("epoch " + own + " is fenced out by epoch " + fence + " of " + store
                + ": a later leader has taken over, or the election has moved to another store and counts anew. In the second case, when no"
                + " former leader runs any more, run there: DELETE FROM objects WHERE object_type = '"
                + FencedWrites.TYPE
                + "' AND id = '" + type.replace("'", "''") + "'");
    }
}
