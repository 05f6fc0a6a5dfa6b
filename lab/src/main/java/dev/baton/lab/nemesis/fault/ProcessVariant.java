package dev.baton.lab.nemesis.fault;

/** How a process is started. */
public enum ProcessVariant {
    USUAL,
    /** In mount and pid namespaces of its own. */
    OWN_NAMESPACES,
    /** With a longer validity. */
    LONGER_VALIDITY
}
