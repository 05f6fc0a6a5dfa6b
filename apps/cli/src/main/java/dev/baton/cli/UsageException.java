package dev.baton.cli;

import dev.baton.support.text.Suggestion;
import java.util.List;

/** A wrong use of the command; the message names the option and what to do next. */
final class UsageException extends IllegalArgumentException {

    UsageException(String message) {
        super(message);
    }

    /** Returns the error for an unknown first parameter, with a suggestion. */
    static UsageException unknownAction(String command, String given, String actions) {
        return new UsageException("unknown action " + given + Suggestion.text(given, List.of(actions.split("\\|")))
                + "; use: " + command + " " + actions);
    }
}
