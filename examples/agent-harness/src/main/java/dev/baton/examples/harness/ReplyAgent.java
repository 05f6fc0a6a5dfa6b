package dev.baton.examples.harness;

/** What thinks: it answers an event in words. */
@FunctionalInterface
interface ReplyAgent {

    /** The answer. It takes its time, and is interrupted when the leadership ends. */
    String answer(RelayEvent event) throws InterruptedException;
}
