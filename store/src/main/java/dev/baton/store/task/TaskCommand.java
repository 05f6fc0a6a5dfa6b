package dev.baton.store.task;

/**
 * The command of an earlier lock, as its holder described it with {@link TaskLock#heldBy(long, String)}.
 *
 * @param epoch the epoch of that lock
 * @param text the description. It was read from the database: use it as nothing but an identity
 */
public record TaskCommand(long epoch, String text) {}
