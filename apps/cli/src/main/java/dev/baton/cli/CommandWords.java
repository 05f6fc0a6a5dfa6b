package dev.baton.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The words of a command line. The options for the log may come before the name of the command as well as after it. */
final class CommandWords {
    private static final Pattern LOG_OPTION = Pattern.compile("-v+|--verbose|--quiet|--log-format(=.*)?");
    private static final String WITH_VALUE = "--log-format";

    private CommandWords() {}

    /** Returns the words with the name of the command first, if only options for the log come before it. */
    static List<String> nameFirst(List<String> words) {
        int name = 0;
        while (name < words.size() && LOG_OPTION.matcher(words.get(name)).matches()) {
            name += words.get(name).equals(WITH_VALUE) ? 2 : 1;
        }
        if (name == 0 || name >= words.size() || words.get(name).startsWith("-")) {
            return words;
        }
        List<String> ordered = new ArrayList<>(List.of(words.get(name)));
        ordered.addAll(words.subList(0, name));
        ordered.addAll(words.subList(name + 1, words.size()));
        return ordered;
    }
}
