package dev.baton.cli;

import dev.baton.support.json.Json;
import dev.baton.support.text.Durations;
import dev.baton.support.text.Names;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/**
 * One call of a subcommand.
 *
 * @param given the options and parameters before {@code --}
 * @param command the words after {@code --}; empty if there are none
 * @param context the streams and the environment
 */
record Invocation(ParseResult given, List<String> command, CommandContext context) {

    boolean has(String option) {
        return given.hasMatchedOption(option);
    }

    /** Returns how often an option without a value is given. */
    int count(String option) {
        return given.matchedOptionValue(option, new boolean[0]).length;
    }

    Optional<String> text(String option) {
        return Optional.ofNullable(given.matchedOptionValue(option, null));
    }

    /** Returns the URL in an option. Refuses one with a password. */
    Optional<String> url(String option) {
        Optional<String> url = text(option);
        url.ifPresent(given -> PasswordCheck.refuseIn(option, given));
        return url;
    }

    /** Returns the URL in {@code --dsn}, also if it is given as keywords. Refuses one with a password. */
    Optional<String> dsn() {
        Optional<String> url = text("--dsn").map(given -> KeywordDsn.toUrl("--dsn", given));
        url.ifPresent(given -> PasswordCheck.refuseIn("--dsn", given));
        return url;
    }

    Optional<Duration> duration(String option) {
        return text(option).map(text -> Durations.parse(option, text));
    }

    Optional<Integer> integer(String option) {
        return text(option).map(text -> {
            try {
                return Integer.valueOf(text);
            } catch (NumberFormatException notANumber) {
                throw new UsageException(option + " " + text + " is not a whole number between " + Integer.MIN_VALUE
                        + " and " + Integer.MAX_VALUE);
            }
        });
    }

    /** Returns the parameter at the given position, counted from 0. */
    Optional<String> parameter(int index) {
        return Optional.ofNullable(given.matchedPositionalValue(index, null));
    }

    /** Returns the first parameter, checked as the name of an election. */
    Optional<String> election() {
        return parameter(0).map(name -> Names.check("election", name));
    }

    PrintStream out() {
        return context.out();
    }

    void printJson(@Nullable Object value) {
        out().println(Json.write(value));
    }

    /** Prints why the request was not fulfilled and returns the exit code for that. */
    int refuse(String reason) {
        context.error(reason);
        return ExitCode.NO;
    }

    /** Runs an action that checks the value of an option, and adds the option's name to its error. */
    static <T> T checked(String option, Supplier<T> action) {
        try {
            return action.get();
        } catch (IllegalArgumentException wrong) {
            throw new UsageException(option + ": " + wrong.getMessage());
        }
    }
}
