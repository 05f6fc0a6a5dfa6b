package dev.baton.support.text;

/** Expands a leading tilde, which shells do not expand inside a word such as {@code file:~/x}. */
public final class HomePath {

    private HomePath() {}

    /** Returns the path with {@code ~} or {@code ~/} at its beginning replaced by the user's home directory. */
    public static String expand(String path) {
        boolean atHome = path.equals("~") || path.startsWith("~/");
        return atHome ? System.getProperty("user.home", "") + path.substring(1) : path;
    }
}
