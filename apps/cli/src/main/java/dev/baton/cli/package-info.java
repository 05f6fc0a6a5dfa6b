/**
 * The {@code baton} command.
 *
 * <p>Every subcommand is one class with its options and its action. {@link dev.baton.cli.Main} selects the subcommand
 * and turns errors into exit codes. Options, lines of JSON and exit codes change only with a changelog entry; the
 * classes are not API. Start-up must be fast: only the options of the selected subcommand are built, and no class is
 * loaded that it does not use.
 */
@NullMarked
package dev.baton.cli;

import org.jspecify.annotations.NullMarked;
