package dev.baton.examples.harness;

import java.util.concurrent.CompletionStage;

/** Sends the actions of an instance. */
@FunctionalInterface
interface ActionSender {

    /** Sends an action without blocking. The stage fails if the relay disconnects before it returns a verdict. */
    CompletionStage<RelayVerdict> send(AgentAction action);
}
