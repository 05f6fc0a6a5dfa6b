package dev.baton.spi;

import java.util.concurrent.CompletionStage;

/**
 * Optional interface of a {@link Backend} that remembers the running command of a tenure, beside the epoch, where a
 * release does not remove it. An attempt to acquire is refused while {@link LiveCommandCheck} sees that command running.
 *
 * <pre>{@code
 * if (backend instanceof CommandRecords records) {
 *     records.record(claim, RunningCommand.ofPid(pid).orElseThrow());
 * }
 * }</pre>
 */
public interface CommandRecords {

    /**
     * Records the command of the tenure. A second command of the same tenure replaces the first, which has ended.
     *
     * <p>Durability: {@code true} only after the store contains it. {@code false} if the claim, matched by owner
     * <em>and</em> epoch, is not held any more; then nothing was changed. Idempotent. Does not block.
     */
    CompletionStage<Boolean> record(String election, long epoch, RunningCommand command);

    /**
     * Removes the record if it still contains this command, also after the release of its claim. Idempotent. Does not
     * block. A failure does no harm: the next attempt sees that the command has ended.
     */
    CompletionStage<Void> clear(String election, RunningCommand command);
}
