package dev.baton.machine;

import java.util.Locale;

/** Why a candidate no longer takes part. */
public enum StopCause {
    /** Its owner stopped it. */
    REQUESTED,
    /** Its leadership ended and it was told not to stand again. */
    NOT_REACQUIRING,
    /** The store could not be asked and it was told not to stand again. */
    STORE_FAILED,
    /** Its retry strategy gave up. */
    GAVE_UP,
    /** The runtime itself failed. */
    RUNTIME_FAILED;

    /** The word that scripts see, in lower case. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
