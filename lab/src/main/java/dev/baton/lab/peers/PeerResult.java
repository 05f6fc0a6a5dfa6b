package dev.baton.lab.peers;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * What was measured of one system.
 *
 * @param server what served its processes
 */
record PeerResult(
        PeerSystem system,
        String server,
        Map<PeerFault, PeerFigure> takeovers,
        Map<PeerFault, PeerFigure> overlaps,
        PeerCost cost) {
    private static final PeerFigure NONE = new PeerFigure.Missing("not measured");

    PeerResult {
        takeovers = new EnumMap<>(takeovers);
        overlaps = new EnumMap<>(overlaps);
    }

    /** Returns the result of a system that could not be started. */
    static PeerResult missing(PeerSystem system, String reason) {
        PeerFigure missing = new PeerFigure.Missing(reason);
        Map<PeerFault, PeerFigure> all = new EnumMap<>(PeerFault.class);
        for (PeerFault fault : PeerFault.values()) {
            all.put(fault, missing);
        }
        return new PeerResult(system, reason, all, all, new PeerCost(missing, missing, missing));
    }

    PeerFigure takeover(PeerFault fault) {
        return Optional.ofNullable(takeovers.get(fault)).orElse(NONE);
    }

    PeerFigure overlap(PeerFault fault) {
        return Optional.ofNullable(overlaps.get(fault)).orElse(NONE);
    }
}
