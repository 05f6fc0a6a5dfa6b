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
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The parameters of a store URL, after the question mark. Not thread-safe.
 *
 * <p>A parser takes the parameters that it knows, one by one, and then refuses what is left. Error messages never
 * contain the value of a parameter, and never text that is not a parameter's name: a URL may contain a password.
 */
public final class UrlParameters {
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,40}");
    /** A URL whose first question mark may belong to a password: the user name ends only after it. */
    private static final Pattern CUT_PASSWORD = Pattern.compile("[^?]*//[^?@]*:[^?@]*\\?.*@.*", Pattern.DOTALL);

    private final String form;
    private final boolean maybeCutPassword;
    private final Map<String, String> left = new LinkedHashMap<>();
    private final Set<String> known = new TreeSet<>();

    private UrlParameters(String url, String form) {
        this.form = form;
        this.maybeCutPassword = CUT_PASSWORD.matcher(url).matches();
    }

    /**
     * Parses the part of the URL after the first question mark.
     *
     * @param form how the URL is written, for error messages
     * @throws IllegalArgumentException if a parameter has no name, no value, or is given twice
     */
    public static UrlParameters of(String url, String form) {
        UrlParameters parameters = new UrlParameters(url, form);
        int question = url.indexOf('?');
        String query = question < 0 ? "" : url.substring(question + 1);
        for (String pair : query.split("&", -1)) {
            if (!pair.isEmpty()) {
                parameters.add(pair);
            }
        }
        return parameters;
    }

    /** Returns the URL without its parameters. */
    public static String withoutParameters(String url) {
        int question = url.indexOf('?');
        return question < 0 ? url : url.substring(0, question);
    }

    /** Returns the URL without the parameters of these names. The others stay as they are written. */
    public static String without(String url, String... names) {
        int question = url.indexOf('?');
        if (question < 0) {
            return url;
        }
        String kept = Arrays.stream(url.substring(question + 1).split("&", -1))
                .filter(pair -> Arrays.stream(names).noneMatch(name -> pair.startsWith(name + "=")))
                .collect(Collectors.joining("&"));
        return url.substring(0, question) + (kept.isEmpty() ? "" : "?" + kept);
    }

    /** Decodes percent escapes. A plus sign stays a plus sign. */
    public static String decode(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private void add(String pair) {
        int equals = pair.indexOf('=');
        String name = equals < 0 ? pair : pair.substring(0, equals);
        if (!NAME.matcher(name).matches()) {
            throw notParameters();
        }
        if (equals < 0) {
            throw wrongParameter(name, "has no value");
        }
        String value;
        try {
            value = decode(pair.substring(equals + 1));
        } catch (IllegalArgumentException malformed) {
            throw wrongParameter(name, "has an incomplete percent escape");
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
        return take(name).map(text -> Durations.parse(name, text));
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
        return maybeCutPassword ? notParameters() : wrong("the parameter " + name + " " + what);
    }

    private IllegalArgumentException notParameters() {
        return wrong("the text after ? is not NAME=VALUE&…; write a ? inside a password as %3F");
    }

    /** Returns an error with the form of the URL. The text must not contain a value. */
    public IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(what + "; the form is " + form);
    }
}
