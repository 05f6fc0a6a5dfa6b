package dev.baton.testkit.postgres;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Random PostgreSQL URLs whose password contains special characters that are not escaped. */
public final class SecretUrls {
    private static final List<String> FORMS = List.of(
            "postgres://u:SECRET@h/db",
            "postgresql://u:SECRET@h:5432/db?sslmode=require",
            "postgres://:SECRET@h/db?foo=1",
            "postgres://u:SECRET@h/db?sslmode=wrong",
            "postgres:u:SECRET@h/db",
            "postgres:/u:SECRET@h",
            "jdbc:postgresql:u:SECRET@h/db",
            "jdbc:postgresql://h/db?user=u&password=SECRET",
            "postgres://h:5432/db?password=SECRET&schema=x",
            "postgres://u@h/db?sslpassword=SECRET");
    private static final String LETTERS = "QXZJKVWY0123456789";
    private static final String SPECIAL = "?&=@:/%#+;,[]!~ ";
    private static final List<String> PARAMETERS = List.of("?patience=", "?ttl=", "&renew=", "&sslmode=", "?x=");
    private static final int LEAK = 4;

    private SecretUrls() {}

    /** A URL and the password in it. */
    public record Example(String url, String secret) {

        /** Returns the parts of the password that a text contains, four characters or longer. */
        public List<String> leaksIn(String text) {
            return IntStream.rangeClosed(0, secret.length() - LEAK)
                    .mapToObj(i -> secret.substring(i, i + LEAK))
                    // Other parts are also words of the messages.
                    .filter(part -> part.chars().filter(Character::isUpperCase).count() >= 2)
                    .filter(text::contains)
                    .toList();
        }
    }

    /** Returns examples of every form, the same ones for the same seed. */
    public static Stream<Example> of(long seed, int count) {
        return of(seed, count, FORMS);
    }

    /**
     * Returns the same for another server.
     *
     * @param scheme the scheme of its URLs
     */
    public static Stream<Example> of(long seed, int count, String scheme) {
        return of(
                seed,
                count,
                FORMS.stream()
                        .map(form -> form.replace("postgresql:", scheme + ":")
                                .replace("postgres:", scheme + ":")
                                .replace("sslmode=", "sslMode="))
                        .toList());
    }

    private static Stream<Example> of(long seed, int count, List<String> forms) {
        Random random = new Random(seed);
        return IntStream.range(0, count).mapToObj(i -> {
            String secret = secret(random);
            return new Example(forms.get(i % forms.size()).replace("SECRET", secret), secret);
        });
    }

    /** Returns the messages of an exception and of its causes, as a log would contain them. */
    public static String messages(Throwable failure) {
        List<String> messages = new ArrayList<>();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            messages.add(cause.toString());
        }
        return String.join("\n", messages);
    }

    private static String secret(Random random) {
        return IntStream.range(0, 1 + random.nextInt(4))
                .mapToObj(i -> {
                    String word = word(random, LETTERS, random.nextInt(8)) + word(random, SPECIAL, random.nextInt(3));
                    boolean parameter = random.nextInt(4) == 0;
                    return parameter ? word + PARAMETERS.get(random.nextInt(PARAMETERS.size())) : word;
                })
                .collect(Collectors.joining("", "Q", word(random, LETTERS, 5)));
    }

    private static String word(Random random, String alphabet, int length) {
        return random.ints(length, 0, alphabet.length())
                .mapToObj(i -> String.valueOf(alphabet.charAt(i)))
                .collect(Collectors.joining());
    }
}
