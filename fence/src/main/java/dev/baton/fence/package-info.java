/**
 * Fences: they refuse the writes of former leaders at the place where the writes arrive.
 *
 * <p>{@link dev.baton.fence.Fence} is for SQL transactions, {@link dev.baton.fence.EpochFilter} for HTTP requests, {@link
 * dev.baton.fence.FencedFile} for files.
 */
@NullMarked
package dev.baton.fence;

import org.jspecify.annotations.NullMarked;
