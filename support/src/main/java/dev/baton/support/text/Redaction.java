package dev.baton.support.text;

import java.util.regex.Pattern;

/** Removes passwords from URLs, so that they can be logged. */
public final class Redaction {
    /** The two slashes may be missing. */
    private static final Pattern USER_INFO = Pattern.compile(
            "(?i)((?://|^(?:lease:)?(?:jdbc:)?(?:postgres(?:ql)?|mariadb|mysql|mqtts?):/?)[^/:@?#]*):.*@");

    /** Up to the end: an {@code &} may be part of the password. MySQL has up to three of them. */
    private static final Pattern PARAMETER =
            Pattern.compile("(?i)((?:password|passwd|passphrase|secret|token)\\d?\\s*(?:=|%3d)\\s*)\\S*");

    private Redaction() {}

    /** Returns the URL with every password replaced by {@code ***}. */
    public static String of(String url) {
        return PARAMETER.matcher(USER_INFO.matcher(url).replaceAll("$1:***@")).replaceAll("$1***");
    }

    /** Returns whether the URL contains a password. */
    public static boolean hasPassword(String url) {
        return USER_INFO.matcher(url).find() || PARAMETER.matcher(url).find();
    }
}
