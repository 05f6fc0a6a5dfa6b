package dev.baton.cli;

import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.event.Level;

/**
 * The log of this process, on stderr: its format, and which entries it shows. Shows warnings, and what a command asks for
 * with {@link #showInfo}; {@code --verbose} adds more, {@code --quiet} leaves only errors.
 */
final class CommandLog {
    static final String VERBOSE_HELP =
            "Log every change of state and failed attempt. Twice: also details, and what libraries log.";
    static final String QUIET_HELP = "Log only errors.";
    static final String FORMAT_HELP = "How to log: text, logfmt or json (default: text).";

    private static final String OWN = "dev.baton";

    /** Passes the settings to child processes, as FORMAT:VERBOSITY. */
    private static final String PROPERTY = "baton.log";

    private static final int QUIET = -1;
    private static final int LIBRARIES = 2;

    private static final Set<String> SHOWN = ConcurrentHashMap.newKeySet();
    private static final Set<String> SILENCED = ConcurrentHashMap.newKeySet();
    private static volatile Settings settings = Settings.parse(System.getProperty(PROPERTY, "text:0"));

    private record Settings(LogFormat format, int verbosity) {

        static Settings parse(String text) {
            int colon = text.indexOf(':');
            return new Settings(LogFormat.of(text.substring(0, colon)), Integer.parseInt(text.substring(colon + 1)));
        }
    }

    private CommandLog() {}

    /** Applies the options of a call; settings whose option is not given stay as they are. */
    static void configure(Invocation call) {
        int verbosity = call.count("--verbose");
        boolean quiet = call.has("--quiet");
        if (quiet && verbosity > 0) {
            throw new UsageException("--quiet and --verbose contradict each other: give one of them");
        }
        Settings before = settings;
        settings = new Settings(
                call.text("--log-format").map(LogFormat::of).orElse(before.format),
                quiet ? QUIET : verbosity > 0 ? verbosity : before.verbosity);
    }

    /** Shows also entries of the level INFO from this logger and those below it. */
    static void showInfo(String logger) {
        SHOWN.add(logger);
    }

    /** Hides warnings from this logger and those below it, unless {@code --verbose} is given. */
    static void showOnlyErrors(String logger) {
        SILENCED.add(logger);
    }

    /** Returns the option of Java that gives a child process the same settings. */
    static String javaOption() {
        Settings current = settings;
        return "-D" + PROPERTY + "=" + current.format.name().toLowerCase(Locale.ROOT) + ":" + current.verbosity;
    }

    static boolean isShown(String logger, Level level) {
        return level.toInt() >= lowest(logger, settings.verbosity).toInt();
    }

    private static Level lowest(String logger, int verbosity) {
        boolean silenced = verbosity == 0 && SILENCED.stream().anyMatch(one -> isBelow(logger, one));
        if (verbosity == QUIET || silenced) {
            return Level.ERROR;
        }
        if (isBelow(logger, OWN) && verbosity > 0) {
            return verbosity >= LIBRARIES ? Level.TRACE : Level.DEBUG;
        }
        boolean shown = verbosity >= LIBRARIES || SHOWN.stream().anyMatch(one -> isBelow(logger, one));
        return shown ? verbosity > LIBRARIES ? Level.DEBUG : Level.INFO : Level.WARN;
    }

    private static boolean isBelow(String logger, String parent) {
        return logger.equals(parent) || logger.startsWith(parent + ".");
    }

    /** Writes an entry. System.err is read every time: it changes at the start, and in tests. */
    static void write(LogEntry entry) {
        System.err.println(settings.format.line(entry));
    }
}
