/**
 * The console: one page that shows who leads every election, how fresh that knowledge is, what happened, and moves a
 * leadership with a click.
 *
 * <p>It watches stores as an observer and is never a candidate. {@code view} derives, purely; {@code history} keeps
 * reigns; {@code watch} looks at stores and nodes; {@code http} serves the page. {@link dev.baton.console.Console}
 * puts them together.
 */
@NullMarked
package dev.baton.console;

import org.jspecify.annotations.NullMarked;
