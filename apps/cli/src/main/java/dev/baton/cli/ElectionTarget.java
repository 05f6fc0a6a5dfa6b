package dev.baton.cli;

import dev.baton.Baton;
import dev.baton.spi.AdvisoryKeys;
import dev.baton.support.text.Names;
import dev.baton.support.text.PostgresLocation;
import dev.baton.support.text.UrlParameters;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The election and the store that a call names. An election in PostgreSQL can be named by the two keys of its advisory
 * lock: as {@code --key1} and {@code --key2}, or as {@code KEY1:KEY2}.
 *
 * @param election the name; empty if the call names none
 * @param url the store
 */
record ElectionTarget(Optional<String> election, String url) {
    static final String KEYS_HELP = """
            --key1 N   PostgreSQL only: the first key of the advisory lock; needs --key2. A name KEY1:KEY2 means the same.
            --key2 N   PostgreSQL only: the second key. With keys, the name of the election can be omitted.
            """;

    private static final Pattern PAIR = Pattern.compile("(-?\\d{1,10}):(-?\\d{1,10})");

    /** Reads the target of a call with the options of {@link StoreOptions#HELP} and {@link #KEYS_HELP}. */
    static ElectionTarget of(Invocation call) {
        return of(call, call.election());
    }

    /** Reads the target of a call whose parameter is not an election. */
    static ElectionTarget ofStore(Invocation call) {
        return of(call, Optional.empty());
    }

    private static ElectionTarget of(Invocation call, Optional<String> named) {
        Optional<AdvisoryKeys> given = keys(call);
        Optional<AdvisoryKeys> keys = given.or(() -> named.flatMap(ElectionTarget::parsePair));
        String url = StoreOptions.url(call, keys.isPresent());
        if (given.isPresent() && !PostgresLocation.isPostgres(url)) {
            throw new UsageException("--key1 and --key2 are the keys of a PostgreSQL advisory lock, but this is not a"
                    + " postgres:// store; give one with --on, --dsn, BATON_URL or PG_DSN");
        }
        Optional<String> election = named.or(() -> given.map(pair -> pair.key1() + ":" + pair.key2()));
        return new ElectionTarget(
                election.map(name -> Names.check("election", name)),
                keys.filter(pair -> PostgresLocation.isPostgres(url))
                        .filter(pair -> given.isPresent() || !hasKeys(url))
                        .map(pair -> withKeys(url, given.isPresent() ? pair : canonical(pair, named)))
                        .orElse(url));
    }

    private static Optional<AdvisoryKeys> keys(Invocation call) {
        Optional<Integer> key1 = call.integer("--key1");
        Optional<Integer> key2 = call.integer("--key2");
        if (key1.isPresent() != key2.isPresent()) {
            throw new UsageException("--key1 and --key2 belong together: give both or none");
        }
        return key1.map(first -> new AdvisoryKeys(first, key2.orElseThrow()));
    }

    /** Returns the keys of the advisory lock of a name: those that it consists of, otherwise those of its hash. */
    static AdvisoryKeys keysOf(String name) {
        return parsePair(name).map(pair -> canonical(pair, Optional.of(name))).orElseGet(() -> AdvisoryKeys.of(name));
    }

    /** Refuses another spelling of the keys: it would be another election with the same lock. */
    private static AdvisoryKeys canonical(AdvisoryKeys keys, Optional<String> named) {
        String canonical = keys.key1() + ":" + keys.key2();
        if (named.isPresent() && !named.get().equals(canonical)) {
            throw new UsageException(named.get() + " names the same advisory lock as " + canonical
                    + ", but another election; write the keys without leading zeros and without -0: " + canonical);
        }
        return keys;
    }

    private static Optional<AdvisoryKeys> parsePair(String name) {
        Matcher pair = PAIR.matcher(name);
        try {
            return pair.matches()
                    ? Optional.of(new AdvisoryKeys(Integer.parseInt(pair.group(1)), Integer.parseInt(pair.group(2))))
                    : Optional.empty();
        } catch (NumberFormatException notInt4) {
            return Optional.empty();
        }
    }

    private static boolean hasKeys(String url) {
        return url.substring(UrlParameters.withoutParameters(url).length()).contains("key1=");
    }

    private static String withKeys(String url, AdvisoryKeys keys) {
        return url + (url.indexOf('?') < 0 ? "?" : "&") + "key1=" + keys.key1() + "&key2=" + keys.key2();
    }

    /** Returns the name of the election. Refuses a call without one. */
    String name(Invocation call) {
        String command = call.given().commandSpec().name();
        return election.orElseThrow(() -> new UsageException(command + " needs the name of an election, for example: "
                + command + " nightly" + (command.equals("baton run") ? " -- ./job.sh" : "")));
    }

    /** Connects to the store without being a member of a quorum. */
    Baton connectAsObserver() {
        return Baton.connect(GroupUrls.asObserver(url));
    }
}
