package dev.baton.cli;

import dev.baton.support.text.MariadbLocation;
import dev.baton.support.text.Redaction;
import dev.baton.support.text.UrlParameters;

/** Refuses passwords on the command line, where every user of the machine can read them. */
final class PasswordCheck {

    private PasswordCheck() {}

    /** Refuses a URL that contains a password. The message never repeats the URL. */
    static void refuseIn(String option, String url) {
        // Checked separately: an @ in a parameter does not end a password.
        String location = UrlParameters.withoutParameters(url);
        if (Redaction.hasPassword(location) || Redaction.hasPassword(url.substring(location.length()))) {
            throw new UsageException(option
                    + " contains a password, and every user of this machine can read a command line. " + cure(url));
        }
    }

    private static String cure(String url) {
        if (url.startsWith("mqtt")) {
            return "Write user=NAME in the URL, and put the password into BATON_MQTT_PASSWORD or into a file that the URL"
                    + " names with password-file=FILE";
        }
        return MariadbLocation.isMariadb(url.startsWith("lease:") ? url.substring("lease:".length()) : url)
                ? "Put the URL into BATON_URL, or only the password into MYSQL_PWD"
                : "Put the URL into BATON_URL or PG_DSN, or only the password into PGPASSWORD or ~/.pgpass";
    }
}
