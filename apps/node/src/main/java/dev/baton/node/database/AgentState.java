package dev.baton.node.database;

import java.util.Locale;

/** The state of an agent. */
public enum AgentState {
    /** It is in contact with the leader, or was until shortly. */
    ACTIVE,
    /** It has stopped, or has no lease and has not been in contact for some minutes. */
    VANISHED,
    /** It was deleted, and has not been in contact since. */
    DELETED;

    /** Returns the name in the database and the API. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    static AgentState of(String code) {
        return valueOf(code.toUpperCase(Locale.ROOT));
    }
}
