package dev.baton.support.text;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The parameters of a store URL, after the question mark. Not thread-safe.
 *
 * <p>A parser takes the parameters that it knows, one by one, and then refuses what is left. Error messages never
 * contain the value of a parameter. If a character that is not escaped may have cut a password in two, they contain no
 * part of the URL: see {@link #parse}.
 */
public final class UrlParameters {
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,40}");
    /** URLs that have no password. The members of a quorum contain an {@code @}. */
    private static final Pattern WITHOUT_PASSWORD = Pattern.compile("(?i)(?:quorum|file|memory|(?:lease:)?sqlite):");

    private static final Pattern SCHEME = Pattern.compile("(?i)(?:lease:)?(?:jdbc:)?[a-z]+:(?://)?");
    private static final Pattern PASSWORD_PARAMETER =
            Pattern.compile("(?i)[?&][^=&]*(?:password|passwd|passphrase|secret|token)(?:=|%3d)");

    /** A colon before something else than a port: a password whose end was cut off, or whose host is missing. */
    private static final Pattern COLON_WITHOUT_PORT = Pattern.compile("[^/]*?:(?!\\d{1,5}(?:[,/]|$)).*");

    private final String form;
    private final boolean hidden;
    private final Map<String, String> left = new LinkedHashMap<>();
    private final Set<String> known = new TreeSet<>();

    private UrlParameters(String url, String form) {
        this.form = form;
        this.hidden = mayHaveCutPassword(url);
    }

    /**
     * Reads a URL. Replaces every error by one without any part of the URL, if a character that is not escaped may have
     * cut a password in two: the rest of it could be anywhere.
     *
     * @param form how the URL is written, for error messages
     * @throws IllegalArgumentException if the URL is wrong
     */
    public static <T> T parse(String url, String form, Function<UrlParameters, T> reader) {
        try {
            return reader.apply(of(url, form));
        } catch (IllegalArgumentException wrong) {
            // Not even as the cause, whose message would be logged too.
            throw mayHaveCutPassword(url) ? hidden(form) : wrong;
        }
    }

    private static boolean mayHaveCutPassword(String url) {
        if (WITHOUT_PASSWORD.matcher(url).lookingAt()) {
            return false;
        }
        String place = withoutParameters(url);
        Matcher scheme = SCHEME.matcher(place);
        String rest = scheme.lookingAt() ? place.substring(scheme.end()) : place;
        String hosts = rest.substring(rest.lastIndexOf('@') + 1).replaceAll("\\[[^]]*]", "");
        return query(url).indexOf('@') >= 0
                || PASSWORD_PARAMETER.matcher(url).find()
                || COLON_WITHOUT_PORT.matcher(hosts).matches();
    }

    private static IllegalArgumentException hidden(String form) {
        return new IllegalArgumentException(
                "this URL is wrong, and no part of it is shown because it may contain a password. Write special"
                        + " characters in user, password and parameters as percent escapes: % as %25, ? as %3F, & as %26,"
                        + " @ as %40; the form is " + form);
    }

    /**
     * Parses the part of the URL after the first question mark.
     *
     * @param form how the URL is written, for error messages
     * @throws IllegalArgumentException if a parameter has no name, no value, or is given twice
     */
    public static UrlParameters of(String url, String form) {
        UrlParameters parameters = new UrlParameters(url, form);
        for (String pair : query(url).split("&", -1)) {
            if (!pair.isEmpty()) {
                parameters.add(pair);
            }
        }
        return parameters;
    }

    /** Returns the part of the URL after the first question mark, as it is written. */
    static String query(String url) {
        return url.substring(Math.min(url.length(), withoutParameters(url).length() + 1));
    }

    /** Returns the URL without its parameters. */
    public static String withoutParameters(String url) {
        int question = url.indexOf('?');
        return question < 0 ? url : url.substring(0, question);
    }

    /** Returns the URL without the parameters of these names. The others stay as they are written. */
    public static String without(String url, String... names) {
        String kept = Arrays.stream(query(url).split("&", -1))
                .filter(pair -> Arrays.stream(names).noneMatch(name -> pair.startsWith(name + "=")))
                .collect(Collectors.joining("&"));
        return withoutParameters(url) + (kept.isEmpty() ? "" : "?" + kept);
    }

    /**
     * Decodes percent escapes. A plus sign stays a plus sign.
     *
     * @throws IllegalArgumentException if an escape is incomplete; the message contains no part of the text
     */
    public static String decode(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException incomplete) {
            throw new IllegalArgumentException(
                    "the URL has a % without two hexadecimal digits after it; write a percent sign as %25");
        }
    }

    private void add(String pair) {
        int equals = pair.indexOf('=');
        String name = equals < 0 ? pair : pair.substring(0, equals);
        if (!NAME.matcher(name).matches()) {
            throw wrong("the text after ? is not NAME=VALUE&…; write a ? inside a password as %3F");
        }
        if (equals < 0 || equals == pair.length() - 1) {
            throw wrongParameter(name, "has no value");
        }
        String value;
        try {
            value = decode(pair.substring(equals + 1));
        } catch (IllegalArgumentException malformed) {
            throw wrongParameter(name, "has an incomplete percent escape; write a percent sign as %25");
        }
        if (left.put(name, value) != null) {
            throw wrongParameter(name, "is given twice");
        }
    }

    /** Removes and returns the value of a parameter. */
    public Optional<String> take(String name) {
        known.add(name);
        return Optional.ofNullable(left.remove(name));
    }

    /** Removes and returns a parameter that is a duration. */
    public Optional<Duration> takeDuration(String name) {
        return take(name).map(text -> {
            try {
                return Durations.parse(name, text);
            } catch (IllegalArgumentException wrong) {
                throw wrong("the parameter " + name + " is not a duration: write 500ms, 10s or 5m, or a bare number of"
                        + " seconds such as 2.5");
            }
        });
    }

    /** Removes and returns a parameter that has one of the given values. */
    public Optional<String> takeOneOf(String name, Collection<String> values) {
        Optional<String> value = take(name);
        if (value.isPresent() && !values.contains(value.get())) {
            throw wrong(name + " must be " + String.join(" or ", values));
        }
        return value;
    }

    /** Removes and returns all parameters that have one of the given names. */
    public Map<String, String> takeAll(Collection<String> names) {
        Map<String, String> taken = new LinkedHashMap<>();
        names.forEach(name -> take(name).ifPresent(value -> taken.put(name, value)));
        return taken;
    }

    /** Refuses a parameter with advice, and never suggests it. */
    void refuse(String name, String advice) {
        if (left.containsKey(name)) {
            throw wrongParameter(name, "is not supported: " + advice);
        }
    }

    /**
     * Checks that every parameter was taken.
     *
     * @throws IllegalArgumentException if one is left, with a suggestion
     */
    public void refuseOthers() {
        if (!left.isEmpty()) {
            String name = left.keySet().iterator().next();
            throw wrongParameter(name, "is not known" + Suggestion.text(name, known));
        }
    }

    private IllegalArgumentException wrongParameter(String name, String what) {
        return wrong("the parameter " + name + " " + what);
    }

    /** Returns an error with the form of the URL. The text must not contain a value. */
    public IllegalArgumentException wrong(String what) {
        return hidden ? hidden(form) : new IllegalArgumentException(what + "; the form is " + form);
    }
}
