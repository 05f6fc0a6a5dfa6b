package dev.baton.node.database;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement that changes rows, with its parameters. */
record SqlChange(String text, List<@Nullable Object> parameters) {

    static SqlChange of(String text, @Nullable Object... parameters) {
        return new SqlChange(text, Arrays.asList(parameters));
    }
}
