package dev.baton.fence;

import dev.baton.BatonException;
import dev.baton.Leadership;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Thrown when a fence refuses the write of a former leader. Nothing was written. */
public class StaleEpochException extends BatonException {
    private final String election;
    private final long epoch;
    private final long currentEpoch;

    StaleEpochException(Leadership stale, long currentEpoch, @Nullable Throwable cause) {
        super(message(stale, currentEpoch));
        this.election = stale.election();
        this.epoch = stale.epoch();
        this.currentEpoch = currentEpoch;
        if (cause != null) {
            initCause(cause);
        }
    }

    private StaleEpochException(Leadership stale, String message) {
        super(message);
        this.election = stale.election();
        this.epoch = stale.epoch();
        this.currentEpoch = stale.epoch();
    }

    /** Returns the exception for a leadership whose epoch another tenure has as well. */
    static StaleEpochException ofOtherTenure(Leadership stale) {
        return new StaleEpochException(
                stale,
                "epoch " + stale.epoch() + " of election " + stale.election() + ", led by " + stale.instanceId()
                        + ", is stale: another tenure has the same epoch, because the data of the election went back"
                        + " (a restored backup, or the lost end of a failover); nothing was written");
    }

    private static String message(Leadership stale, long currentEpoch) {
        return "epoch " + stale.epoch() + " of election " + stale.election() + ", led by " + stale.instanceId()
                + ", is stale" + (currentEpoch > 0 ? ": the current epoch is " + currentEpoch : "")
                + "; nothing was written";
    }

    /** Returns the election that has another leader now. */
    public String election() {
        return election;
    }

    /** Returns the refused epoch. */
    public long epoch() {
        return epoch;
    }

    /** Returns the higher epoch, if it is known. */
    public OptionalLong currentEpoch() {
        return currentEpoch > 0 ? OptionalLong.of(currentEpoch) : OptionalLong.empty();
    }
}
