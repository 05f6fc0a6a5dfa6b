package dev.baton.node.proof;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** A fault, or something that an operator does, in a soak. */
enum SoakFault {
    KILL_NODE(false),
    KILL_CONTROLLER(false),
    FREEZE_SUPERVISOR(false),
    FREEZE_CONTROLLER(false),
    KILL_STANDBY(false),
    /** No node runs until the agents have ended a command that would run on. */
    OUTAGE_LONGER_THAN_EVERY_LEASE(false),
    DRAIN_LEADER_WITH_JOBS(false),
    DRAIN_STANDBY(false),
    CANCEL_DRAIN(false),
    ROLLING_RESTART_OF_NODES(false),
    ROLLING_RESTART_OF_AGENTS(false),
    /** Not on files: SQLite does not end the write of a frozen process. */
    FREEZE_STANDBY(true),
    FREEZE_LEADER(true),
    CUT_OFF_LEADER(true),
    CUT_OFF_STANDBY(true),
    RESET_CONNECTIONS(true),
    RESTART_DATABASE(true),
    KILL_DATABASE(true);

    private final boolean needsServer;

    SoakFault(boolean needsServer) {
        this.needsServer = needsServer;
    }

    /** Returns the kinds that a store can have. */
    static List<SoakFault> kinds(boolean hasServer) {
        return Stream.of(values())
                .filter(fault -> hasServer || !fault.needsServer)
                .toList();
    }

    /** Returns so many faults, in random order. Each kind occurs about equally often. */
    static List<SoakFault> some(int number, boolean hasServer, Random random) {
        List<SoakFault> faults = new ArrayList<>();
        while (faults.size() < number) {
            List<SoakFault> each = new ArrayList<>(kinds(hasServer));
            Collections.shuffle(each, random);
            faults.addAll(each);
        }
        return faults.subList(0, number);
    }
}
