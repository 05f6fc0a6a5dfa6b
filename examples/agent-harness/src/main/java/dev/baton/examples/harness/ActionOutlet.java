package dev.baton.examples.harness;

import java.util.concurrent.CompletionStage;

/** Where an instance acts: it takes an act, and tells later what became of it. */
@FunctionalInterface
interface ActionOutlet {

    /** Hands the act over without waiting. The stage fails when the relay is gone before it judged. */
    CompletionStage<RelayResponse> send(AgentAction act);
}
