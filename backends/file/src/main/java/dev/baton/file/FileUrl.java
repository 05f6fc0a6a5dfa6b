package dev.baton.file;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * {@code file:DIR[?on-unreadable=observe|lead]}, read.
 *
 * @param leadsOnUnreadable whether a lock that cannot be read makes a leader, though one without an epoch
 */
record FileUrl(Path directory, boolean leadsOnUnreadable) {
    private static final String FORM = "; the form is file:DIR[?on-unreadable=observe|lead]";

    static FileUrl parse(String url) {
        if (!url.toLowerCase(Locale.ROOT).startsWith("file:")) {
            throw new IllegalArgumentException("\"" + url + "\" is not a file: URL" + FORM);
        }
        String rest = url.substring("file:".length());
        int question = rest.indexOf('?');
        String directory = question < 0 ? rest : rest.substring(0, question);
        return new FileUrl(path(url, directory), question >= 0 && leads(rest.substring(question + 1)));
    }

    private static boolean leads(String parameters) {
        boolean leads = false;
        for (String parameter : parameters.split("&", -1)) {
            switch (parameter) {
                case "", "on-unreadable=observe" -> leads = false;
                case "on-unreadable=lead" -> leads = true;
                default ->
                    throw new IllegalArgumentException("file: URL has no parameter \"" + parameter + "\"" + FORM);
            }
        }
        return leads;
    }

    private static Path path(String url, String directory) {
        String plain = directory.startsWith("//") ? directory.substring(2) : directory;
        if (plain.isEmpty()) {
            throw new IllegalArgumentException("\"" + url + "\" names no directory" + FORM);
        }
        String home = System.getProperty("user.home", "");
        if (plain.equals("~") || plain.startsWith("~/")) {
            plain = home + plain.substring(1);
        }
        try {
            return Path.of(plain).toAbsolutePath().normalize();
        } catch (InvalidPathException wrong) {
            throw new IllegalArgumentException("\"" + url + "\" names no directory" + FORM, wrong);
        }
    }
}
