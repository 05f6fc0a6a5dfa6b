package dev.baton.examples.harness;

/** Receives the frames of a relay, in the relay's order and on one thread. Must not block. */
interface RelaySubscriber {

    /** Called when an event was posted. */
    void onEvent(RelayEvent event);

    /** Called when the relay accepted an action of an instance. */
    void onAction(AgentAction action);

    /** Called once, when the relay has disconnected. No call follows. */
    void onDisconnected();
}
