package dev.baton.cli;

import java.util.Locale;

/** A way to hold a command and its descendants, the strongest first. */
enum LeashLevel {
    /** A pid namespace. */
    NAMESPACE("", "work that others do for the command (systemd-run, at, containers)"),

    /** A pid namespace inside a user namespace, for a user without privileges. */
    USER_NAMESPACE(
            "user namespace: sudo and setuid programs fail in CMD",
            "work that others do for the command (systemd-run, at, containers)"),

    /** A control group (cgroup v2). */
    CGROUP(
            "",
            "a process that moves itself to another control group; every daemon, if baton, its watchdog and its runner are"
                    + " all killed"),

    /** A search for the processes that carry a marker: a resource limit, and an environment variable. */
    MARKER(
            "",
            "a daemon that keeps forking, or that /proc hides; every daemon, if baton, its watchdog and its runner are all"
                    + " killed"),

    /** The process group, and a search for an environment variable. */
    VARIABLE(
            "weak: only an environment variable marks the processes of CMD",
            "a daemon that clears its environment, changes its user, keeps forking, ends its main thread, or that /proc"
                    + " hides; every daemon, if the watchdog is killed");

    private final String note;
    private final String escapes;

    LeashLevel(String note, String escapes) {
        this.note = note;
        this.escapes = escapes;
    }

    /** Returns whether the kernel ends all processes of the command when their first process ends. */
    boolean isNamespace() {
        return this == NAMESPACE || this == USER_NAMESPACE;
    }

    /** Returns the word for it in {@code leash.sh}. */
    String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the value of {@code --leash} that requests it. */
    String option() {
        return switch (this) {
            case NAMESPACE, USER_NAMESPACE -> "namespace";
            case CGROUP -> "cgroup";
            case MARKER, VARIABLE -> "marker";
        };
    }

    /** Returns what the command cannot do on this level; empty if nothing. */
    String note() {
        return note;
    }

    /** Returns what can outlive leadership on this level. */
    String escapes() {
        return escapes;
    }
}
