package dev.baton.cli;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The variables of a command that a shell changes, drops or obeys. They pass the shells of a leash under names that a shell
 * keeps, and {@code env(1)} restores them.
 */
final class ShellEnvironment {
    /** Where the launcher, a shell, passes on what it would drop: in base64, each variable ends with a zero byte. */
    private static final String FROM_LAUNCHER = "BATON_ODD_VARIABLES";

    private static final String PREFIX = "_b_";
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    /** Names that a shell changes or obeys. All that begin with BASH are special too. */
    private static final Set<String> SPECIAL = Set.of(
            "COMP_WORDBREAKS",
            "DIRSTACK",
            "EPOCHREALTIME",
            "EPOCHSECONDS",
            "EUID",
            "EXECIGNORE",
            "FUNCNAME",
            "FUNCNEST",
            "GLOBIGNORE",
            "GROUPS",
            "HISTCMD",
            "IFS",
            "LINENO",
            "OLDPWD",
            "OPTARG",
            "OPTERR",
            "OPTIND",
            "POSIXLY_CORRECT",
            "PPID",
            "PS1",
            "PS2",
            "PS4",
            "PWD",
            "RANDOM",
            "SECONDS",
            "SHELLOPTS",
            "SHLVL",
            "SRANDOM",
            "TMOUT",
            "UID",
            "_");

    private ShellEnvironment() {}

    /** Replaces the variables that {@code leash.sh} must restore. */
    static void hide(Map<String, String> environment) {
        List<String> hidden = new ArrayList<>(fromLauncher(environment.remove(FROM_LAUNCHER)));
        for (String name : List.copyOf(environment.keySet())) {
            if (!isKept(name)) {
                hidden.add(name + "=" + environment.remove(name));
            }
        }
        for (int i = 1; i <= hidden.size(); i++) {
            environment.put(PREFIX + "env_" + i, hidden.get(i - 1));
        }
        environment.put(PREFIX + "env_count", Integer.toString(hidden.size()));
    }

    /** Returns whether a shell passes a variable on as it is, and does nothing else because of it. */
    private static boolean isKept(String name) {
        return NAME.matcher(name).matches()
                && !SPECIAL.contains(name)
                && !name.startsWith("BASH")
                && !name.startsWith(PREFIX);
    }

    private static List<String> fromLauncher(@Nullable String encoded) {
        if (encoded == null) {
            return List.of();
        }
        String text = new String(Base64.getMimeDecoder().decode(encoded), StandardCharsets.UTF_8);
        return List.of(text.split("\0", -1)).stream()
                .filter(variable -> variable.indexOf('=') > 0)
                .toList();
    }
}
