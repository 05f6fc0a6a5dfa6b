package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.support.text.HomePath;
import dev.baton.support.text.PostgresLocation;
import java.util.Optional;

/** The options that name the store: {@code --on}, then {@code --dsn}, the environment, and a directory at home. */
final class StoreOptions {
    private static final String FILE = "file:";

    static final String HELP = """
            --on URL   The store, for example file:/var/lib/baton. Default: --dsn, then BATON_URL, then PG_DSN if --key1
                       and --key2 are given or the election is named by them (before a BATON_URL that is not
                       PostgreSQL), then file:~/.baton.
            --dsn DSN  A PostgreSQL store: a URL, or keywords such as 'host=db dbname=app'. Ignored if --on is given.
            """;

    private StoreOptions() {}

    /** Returns the URL of the store for a call without keys. */
    static String url(Invocation call) {
        return url(call, false);
    }

    /**
     * Returns the URL of the store. Refuses a password in an option.
     *
     * @param withKeys whether the election is named by the keys of a PostgreSQL lock
     */
    static String url(Invocation call, boolean withKeys) {
        Optional<String> on = call.url("--on");
        Optional<String> dsn = call.dsn();
        return on.or(() -> dsn)
                .or(() -> batonUrl(call.context(), withKeys))
                .or(() -> withKeys ? pgDsn(call.context()) : Optional.empty())
                .map(StoreOptions::expandHome)
                .orElseGet(() -> defaultUrl(call.context()));
    }

    /** Keys ask for PostgreSQL: another kind of store is not meant, if there is one of PostgreSQL. */
    private static Optional<String> batonUrl(CommandContext context, boolean withKeys) {
        boolean onlyPostgres = withKeys && context.variable("PG_DSN").isPresent();
        return context.variable("BATON_URL").filter(url -> !onlyPostgres || PostgresLocation.isPostgres(url));
    }

    private static Optional<String> pgDsn(CommandContext context) {
        return context.variable("PG_DSN").map(dsn -> KeywordDsn.toUrl("PG_DSN", dsn));
    }

    /** Connects to the store without being a member of a quorum. */
    static Baton connectAsObserver(Invocation call) {
        return Baton.connect(GroupUrls.asObserver(url(call)));
    }

    /** Returns the URL for a command without options: {@code BATON_URL}, or a directory at home. */
    static String defaultUrl(CommandContext context) {
        return expandHome(context.variable("BATON_URL").orElse("file:~/.baton"));
    }

    /** Expands a tilde, because shells do not expand it inside a word. */
    static String expandHome(String url) {
        return url.startsWith(FILE) ? FILE + HomePath.expand(url.substring(FILE.length())) : url;
    }
}
