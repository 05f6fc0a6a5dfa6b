package dev.baton.cli;

import java.util.Locale;

/** Finds a password where every user of the machine could read it. */
final class PasswordCheck {

    private PasswordCheck() {}

    /** Refuses a store URL from the command line that has a password in it; never repeats the URL. */
    static void refuseIn(String option, String url) {
        if (isIn(url)) {
            throw new UsageException(option + " has a password in it, and a command line can be read by everybody on"
                    + " this machine. Put the URL into BATON_URL or PG_DSN, or only the password into PGPASSWORD or"
                    + " ~/.pgpass");
        }
    }

    private static boolean isIn(String url) {
        String lower = url.toLowerCase(Locale.ROOT);
        return lower.contains("password=")
                || lower.contains("password =")
                || lower.contains("password%3d")
                || lower.contains("passwd=")
                || inUserInfo(url);
    }

    /** {@code //user:secret@host}: a colon before the last @ of the authority. */
    private static boolean inUserInfo(String url) {
        int start = url.indexOf("//");
        if (start < 0) {
            return false;
        }
        String authority = url.substring(start + 2);
        int at = authority.lastIndexOf('@', end(authority));
        int colon = authority.indexOf(':');
        return at >= 0 && colon >= 0 && colon < at;
    }

    private static int end(String authority) {
        // A password may itself have a slash in it, so only ? and # end what is looked at.
        for (int i = 0; i < authority.length(); i++) {
            if (authority.charAt(i) == '?' || authority.charAt(i) == '#') {
                return i;
            }
        }
        return authority.length();
    }
}
