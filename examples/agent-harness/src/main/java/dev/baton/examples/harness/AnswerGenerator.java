package dev.baton.examples.harness;

/** Generates the answer to an event. */
@FunctionalInterface
interface AnswerGenerator {

    /** Returns the answer. May take long; the thread is interrupted when the leadership ends. */
    String answer(RelayEvent event) throws InterruptedException;
}
