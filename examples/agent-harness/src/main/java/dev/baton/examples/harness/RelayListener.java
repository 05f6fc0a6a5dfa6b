package dev.baton.examples.harness;

/** What hears a relay. Called in the relay's order, on one thread; it must not block. */
interface RelayListener {

    /** Somebody said something to the agent. */
    void posted(RelayEvent event);

    /** An instance acted, and the relay accepted it. */
    void acted(AgentAction act);

    /** The relay is gone; nothing follows. */
    void gone();
}
