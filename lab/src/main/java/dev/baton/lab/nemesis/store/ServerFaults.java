package dev.baton.lab.nemesis.store;

import dev.baton.lab.nemesis.fault.ActiveFault;
import dev.baton.lab.nemesis.schedule.FaultKind;
import dev.baton.lab.nemesis.schedule.PlannedFault;
import java.util.EnumSet;
import java.util.Set;

/** Faults of a server. */
final class ServerFaults {
    /** The faults of every server. */
    static final Set<FaultKind> KINDS =
            EnumSet.of(FaultKind.SERVER_KILL, FaultKind.SERVER_FREEZE, FaultKind.SERVER_RESTART);

    private ServerFaults() {}

    static ActiveFault of(PlannedFault fault, TrialServer server) {
        return switch (fault.kind()) {
            case SERVER_KILL -> ActiveFault.of(server::kill, server::start);
            case SERVER_RESTART -> ActiveFault.of(server::stop, server::start);
            case SERVER_FREEZE -> ActiveFault.of(() -> server.signal("STOP"), () -> server.signal("CONT"));
            default -> throw new IllegalArgumentException("not a fault of a server: " + fault.kind());
        };
    }
}
