package dev.baton.spring;

import java.util.Arrays;
import java.util.Locale;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;

/** The names of elections in properties. */
final class ElectionNames {
    private static final String PREFIX = "baton.elections.";

    private ElectionNames() {}

    /**
     * Refuses names that Spring Boot would change: outside of brackets, it leaves out every character that is not a letter, a
     * digit, a hyphen or an underscore, and a name ends at its first dot. The replicas would be candidates of another election
     * than the one that is written.
     *
     * @throws IllegalArgumentException if there is one, with both names
     */
    static void check(Environment environment) {
        if (environment instanceof ConfigurableEnvironment configurable) {
            configurable.getPropertySources().stream()
                    .filter(EnumerablePropertySource.class::isInstance)
                    .flatMap(source -> Arrays.stream(((EnumerablePropertySource<?>) source).getPropertyNames()))
                    .filter(property -> property.toLowerCase(Locale.ROOT).startsWith(PREFIX))
                    .forEach(ElectionNames::check);
        }
    }

    private static void check(String property) {
        String rest = property.substring(PREFIX.length());
        if (rest.indexOf('[') < 0 && rest.indexOf('.') != rest.lastIndexOf('.')) {
            String name = rest.substring(0, rest.lastIndexOf('.'));
            throw refused(property, rest.substring(0, rest.indexOf('.')), name);
        }
        int end = rest.indexOf('.');
        String written = end < 0 ? rest : rest.substring(0, end);
        int bracket = written.indexOf('[');
        String name = bracket < 0 ? written : written.substring(0, bracket);
        String bound = name.replaceAll("[^A-Za-z0-9_-]", "");
        if (!bound.equals(name)) {
            throw refused(property, bound, name);
        }
    }

    private static IllegalArgumentException refused(String property, String bound, String written) {
        return new IllegalArgumentException(property + " would be a setting of election " + bound + ", not of "
                + written + "; write the name in brackets: baton.elections[" + written + "]");
    }
}
