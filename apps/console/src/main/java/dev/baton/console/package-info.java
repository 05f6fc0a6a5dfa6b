/**
 * The console: one page that shows the leader of every election, how old that information is and the recent events, and
 * transfers leadership.
 *
 * <p>It observes stores and is never a candidate. {@code view} derives the live instances from statuses, without side
 * effects; {@code history} keeps tenures; {@code watch} reads stores and nodes; {@code http} serves the page.
 * {@link dev.baton.console.Console} connects these parts.
 */
@NullMarked
package dev.baton.console;

import org.jspecify.annotations.NullMarked;
