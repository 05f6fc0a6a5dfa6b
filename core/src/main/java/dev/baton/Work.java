package dev.baton;

/**
 * What a leader does. It runs on a thread of its own, inside one reign: it starts after the reign has
 * begun, is interrupted when the reign ends, and is awaited before the claim is released.
 */
@FunctionalInterface
public interface Work {

    /**
     * Does it. Returning early is fine: it is started again in the next reign, not in this one. What it
     * throws is logged and told as an error, except an {@link InterruptedException} after the end; the
     * reign goes on without it, unless a listener steps down.
     */
    void run(Leadership leadership) throws Exception;
}
