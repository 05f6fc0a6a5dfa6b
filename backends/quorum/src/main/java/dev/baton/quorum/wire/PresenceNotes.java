package dev.baton.quorum.wire;

/** The notes with which processes show each other that they run. No member passes them on. */
public final class PresenceNotes {
    /** Asks the receiver whether it runs. */
    public static final String QUESTION = "{\"note\":\"present?\"}";

    /** Answers {@link #QUESTION}. */
    public static final String ANSWER = "{\"note\":\"present\"}";

    /** Shows that an idle sender runs. */
    public static final String KEEP_ALIVE = "{\"note\":\"alive\"}";

    private PresenceNotes() {}
}
