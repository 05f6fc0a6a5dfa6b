package dev.baton.support.text;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Expands a leading tilde, which shells do not expand inside a word such as {@code file:~/x}. */
public final class HomePath {

    private HomePath() {}

    /**
     * Returns the path with {@code ~} or {@code ~/} at its beginning replaced by the user's home directory.
     *
     * @throws IllegalArgumentException if this user has none, as a user without an entry in the user database
     */
    public static String expand(String path) {
        boolean atHome = path.equals("~") || path.startsWith("~/");
        return atHome ? home(System.getProperty("user.home", ""), System.getenv("HOME")) + path.substring(1) : path;
    }

    /** The JVM sets the home directory of an unknown user to a question mark. */
    static String home(String ofUser, @Nullable String ofEnvironment) {
        return Stream.of(ofUser, ofEnvironment == null ? "" : ofEnvironment)
                .filter(home -> home.startsWith("/"))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "the path begins with ~, but this user has no home directory; write the path in full"));
    }
}
