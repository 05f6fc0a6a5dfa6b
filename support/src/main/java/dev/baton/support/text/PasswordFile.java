package dev.baton.support.text;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The password of a user in a URL, which is in a file or in a variable, never in the URL. */
public final class PasswordFile {
    private PasswordFile() {}

    /** Takes the parameter {@code password-file} and returns the password. */
    public static String take(UrlParameters parameters, Map<String, String> environment, String variable) {
        return parameters
                .take("password-file")
                .map(PasswordFile::read)
                .or(() -> Optional.ofNullable(environment.get(variable)))
                .orElseThrow(() -> parameters.wrong("user needs password-file, or " + variable));
    }

    private static String read(String file) {
        try {
            return Files.readString(Path.of(file)).strip();
        } catch (IOException unreadable) {
            throw new IllegalArgumentException("cannot read password-file " + file + ": "
                    + unreadable.getClass().getSimpleName());
        }
    }
}
