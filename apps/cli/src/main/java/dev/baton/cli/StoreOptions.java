package dev.baton.cli;

import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Which store: {@code --on}, else {@code --dsn}, else the environment, else a directory at home. */
final class StoreOptions {

    private StoreOptions() {}

    static void addTo(CommandSpec spec) {
        OptionReader.text(
                spec,
                "--on",
                "URL",
                "The store, e.g. file:/var/lib/baton. Default: --dsn, else BATON_URL, else PG_DSN when --key1 and"
                        + " --key2 are given, else file:~/.baton.");
        OptionReader.text(spec, "--dsn", "URL", "A PostgreSQL store; --on goes before it.");
    }

    /** The URL that was chosen. A password in an option is refused. */
    static String url(ParseResult given, Map<String, String> environment, boolean postgresWanted) {
        Optional<String> on = OptionReader.text(given, "--on");
        Optional<String> dsn = OptionReader.text(given, "--dsn");
        on.ifPresent(url -> PasswordCheck.refuseIn("--on", url));
        dsn.ifPresent(url -> PasswordCheck.refuseIn("--dsn", url));
        if (on.isPresent()) {
            return atHome(on.get());
        }
        if (dsn.isPresent()) {
            return dsn.get();
        }
        String fromEnvironment = environment.getOrDefault("BATON_URL", "");
        if (fromEnvironment.isEmpty() && postgresWanted) {
            fromEnvironment = environment.getOrDefault("PG_DSN", "");
        }
        return atHome(fromEnvironment.isEmpty() ? "file:~/.baton" : fromEnvironment);
    }

    /** The URL that the surroundings name, for a command that was given none. */
    static String url(CommandContext around) {
        String fromEnvironment = around.environment().getOrDefault("BATON_URL", "");
        return atHome(fromEnvironment.isEmpty() ? "file:~/.baton" : fromEnvironment);
    }

    /** Shells do not expand a tilde inside a word. */
    static String atHome(String url) {
        return url.startsWith("file:~/") ? "file:" + System.getProperty("user.home") + url.substring(6) : url;
    }

    static boolean isPostgres(String url) {
        return url.startsWith("postgres://") || url.startsWith("postgresql://") || url.startsWith("jdbc:postgresql:");
    }
}
