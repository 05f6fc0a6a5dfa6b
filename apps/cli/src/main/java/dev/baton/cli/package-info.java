/**
 * The {@code baton} command.
 *
 * <p>Every subcommand is one class with its options and what it does; {@link dev.baton.cli.Main} chooses
 * between them and turns what went wrong into an exit code. What scripts rely on (options, lines of JSON,
 * exit codes) changes only with a changelog entry; the classes are not API. Start-up time is a feature:
 * only the chosen subcommand's options are built, and nothing is loaded that it does not use.
 */
@NullMarked
package dev.baton.cli;

import org.jspecify.annotations.NullMarked;
