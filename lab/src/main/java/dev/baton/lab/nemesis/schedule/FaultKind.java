package dev.baton.lab.nemesis.schedule;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The faults. Which of them a trial can inject depends on its store. */
public enum FaultKind {
    /** Kills a process with {@code kill -9} and starts it again afterwards. */
    KILL(Scope.CANDIDATE),
    /** Freezes a process with SIGSTOP. */
    FREEZE(Scope.CANDIDATE),
    /** Kills all processes with candidates of the API at once. */
    KILL_ALL(Scope.ALL),
    /** Freezes all processes with candidates of the API at once. */
    FREEZE_ALL(Scope.ALL),
    /** Closes a process in an orderly way and starts it again. */
    RESTART(Scope.CANDIDATE),
    /** Makes random calls from several threads in one process: start, stop, step down, transfer, close. */
    STORM(Scope.CANDIDATE),
    /** Sets the wall clock of one process one hour forward or back. */
    CLOCK(Scope.ALL),
    /** Takes the CPU with busy processes. */
    STARVE(Scope.ALL),
    /** Kills a {@code baton run}, its watchdog or its command with {@code kill -9}. */
    RUN_KILL(Scope.RUN),
    /** Freezes a {@code baton run}, its watchdog, its command or all of them. */
    RUN_FREEZE(Scope.RUN),
    /**
     * Freezes a {@code baton run} with its command in a control group of version 1 or 2; or only the command, and stops
     * baton.
     */
    RUN_FREEZER(Scope.RUN),
    /** Lets a process run in mount and pid namespaces of its own. */
    ISOLATE(Scope.CANDIDATE),
    /** Lets a process run as another user that cannot see the processes of others, until it is restarted. */
    HIDE(Scope.CANDIDATE),
    /** Lets a process run with a longer validity until the next fault of this kind, as in a rolling change of settings. */
    SETTINGS(Scope.CANDIDATE),
    /** Lets a {@code baton run} have a private folder for temporary files until the next fault of this kind. */
    PRIVATE_TMP(Scope.RUN),
    /** Drops all packets of a process: nothing arrives, and no connection is closed. */
    CUT(Scope.CANDIDATE),
    /** Drops all packets from the server to a process, but not those to the server. */
    ONE_WAY(Scope.CANDIDATE),
    /** Delays all packets of a process. */
    SLOW(Scope.CANDIDATE),
    /** Resets the connections of a process again and again. */
    RESET(Scope.CANDIDATE),
    /** Resets all new connections of a process. */
    REFUSE(Scope.CANDIDATE),
    /** Kills the relays between a member and the others: their ports refuse connections. */
    RELAY(Scope.CANDIDATE),
    /** Divides a group in two halves; one member reaches both. */
    HALVES(Scope.CANDIDATE),
    /** Kills the server with {@code kill -9} and starts it again. */
    SERVER_KILL(Scope.SERVER),
    /** Freezes the server. */
    SERVER_FREEZE(Scope.SERVER),
    /** Restarts the server in an orderly way. */
    SERVER_RESTART(Scope.SERVER),
    /** Ends all sessions of the database. */
    SESSIONS(Scope.SERVER),
    /** Puts an older copy of the data into the place of the data. */
    RESTORE(Scope.SERVER),
    /** Lets a process use the file of the store under a second name. */
    TWO_NAMES(Scope.CANDIDATE),
    /** Puts names of files that belong to others into the store. */
    FOREIGN_NAMES(Scope.ALL),
    /** Deletes SQLite's side files: {@code -wal}, {@code -shm}, {@code -journal}. */
    SIDE_FILES(Scope.ALL),
    /** Fills the disk of the store. */
    DISK_FULL(Scope.ALL),
    /** Lets every sync of a process fail. */
    FAIL_SYNC(Scope.CANDIDATE),
    /** Damages a file in which the store keeps its state. */
    DAMAGE(Scope.ALL),
    /**
     * Moves the state folder away, and back if nothing has replaced it. Only on request: the guarantees do not hold if a
     * leader on a busy machine notices it late and a candidate that has not yet read the records acquires.
     */
    MOVE(Scope.ALL),
    /** Replaces the state folder by a copy of itself. */
    COPY(Scope.ALL);

    /** What a fault is aimed at. */
    public enum Scope {
        /** One process with candidates of the API. */
        CANDIDATE,
        /** One {@code baton run}. */
        RUN,
        /** The server of the store. */
        SERVER,
        /** Nothing that is chosen. */
        ALL
    }

    private final Scope scope;

    FaultKind(Scope scope) {
        this.scope = scope;
    }

    public Scope scope() {
        return scope;
    }

    /** Returns the name in schedules and options. */
    public String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the faults of a trial that does not choose them: those that have run on all stores without a violation. */
    public static Set<FaultKind> usual() {
        return EnumSet.complementOf(EnumSet.of(MOVE, HIDE, FAIL_SYNC, FOREIGN_NAMES, RELAY, HALVES, RESTORE));
    }

    /**
     * Reads a list of names with commas between them.
     *
     * @throws IllegalArgumentException if one is unknown
     */
    public static Set<FaultKind> parse(String list) {
        Set<FaultKind> kinds = EnumSet.noneOf(FaultKind.class);
        for (String code : list.split(",", -1)) {
            kinds.add(of(code));
        }
        return kinds;
    }

    static FaultKind of(String code) {
        return Arrays.stream(values())
                .filter(kind -> kind.code().equals(code))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown fault \"" + code + "\"; there are "
                        + Arrays.stream(values()).map(FaultKind::code).collect(Collectors.joining(","))));
    }
}
