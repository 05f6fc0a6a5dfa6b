package dev.baton;

/**
 * The work of a leader. It runs on its own thread inside one tenure: it starts after the tenure has begun, is
 * interrupted when the tenure ends, and is awaited before the claim is released.
 *
 * <pre>{@code
 * candidate.whileLeading(leadership -> {
 *     while (!Thread.interrupted()) {
 *         importNextFile(leadership.epoch());
 *     }
 * });
 * }</pre>
 */
@FunctionalInterface
public interface LeaderWork {

    /**
     * Does the work. It may return early: the candidate keeps leading, and the work runs again in the next tenure. An
     * exception is logged and passed to the error listeners, except an {@link InterruptedException} after the end of the
     * tenure. {@link WorkFailurePolicy} decides what happens then; by default the candidate steps down.
     */
    void run(Leadership leadership) throws Exception;
}
