package dev.baton.spi.recipe;

import dev.baton.LeaderInfo;
import java.util.List;
import java.util.Optional;

/** Reads the leader and the history of an election. The methods block. */
public interface TenureSource {
    Optional<LeaderInfo> leader(String election);

    /** Returns the tenures with a larger epoch, in order. */
    List<TenureEntry> tenures(String election, long afterEpoch);
}
