package dev.baton.support.text;

import java.util.regex.Pattern;

/** The names that elections, shards and instances may have. */
public final class Names {
    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9_:-][A-Za-z0-9._:-]{0,127}");

    /** The number of shards of a job is stored as the name of an election; the rest of the form is that of shards. */
    private static final Pattern INTERNAL = Pattern.compile(".+:layout\\.[1-9]\\d{0,8}\\.[1-9]\\d{0,5}(\\.done)?");

    private Names() {}

    /** The name itself, or an error that says what a name may be. */
    public static String check(String what, String name) {
        if (!isName(name)) {
            String shown = name.length() > 40 ? name.substring(0, 40) + "…" : name;
            throw new IllegalArgumentException(what + " \"" + shown.replaceAll("\\p{Cntrl}", "?")
                    + "\" is not a name: 1 to 128 of A-Z a-z 0-9 . _ : - and not starting with a dot");
        }
        return name;
    }

    /** Whether it is the name of an election that only stores something and never has a leader with work. */
    public static boolean isInternal(String name) {
        return INTERNAL.matcher(name).matches();
    }

    /** Whether it may be a name. */
    public static boolean isName(String text) {
        return ALLOWED.matcher(text).matches();
    }
}
