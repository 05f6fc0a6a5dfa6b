package dev.baton.spi.recipe;

import dev.baton.BatonException;
import dev.baton.spi.StoreCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** Trials of a store with real requests, each of which ends with a check. */
public final class StoreTrials {
    private final Function<BatonException, String> cure;
    private final List<StoreCheck> checks = new ArrayList<>();

    /**
     * Begins without checks.
     *
     * @param cure what can be done about a failure, for its message; empty if that is not known
     */
    public StoreTrials(Function<BatonException, String> cure) {
        this.cure = cure;
    }

    /** Makes a trial; returns whether it succeeded. */
    public boolean make(String name, Supplier<String> trial) {
        StoreCheck check;
        try {
            check = new StoreCheck(name, true, trial.get());
        } catch (BatonException failed) {
            check = new StoreCheck(name, false, failed.getMessage() + cure.apply(failed));
        }
        checks.add(check);
        return check.ok();
    }

    public List<StoreCheck> checks() {
        return List.copyOf(checks);
    }
}
