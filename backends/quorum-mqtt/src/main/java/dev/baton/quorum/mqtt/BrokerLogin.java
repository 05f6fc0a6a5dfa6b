package dev.baton.quorum.mqtt;

import dev.baton.quorum.GroupUrlParameters;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** A name and a password for the broker. The password is in a file or the environment, and never shown. */
final class BrokerLogin {
    /** Where the password is looked for when no file is named. */
    static final String VARIABLE = "BATON_MQTT_PASSWORD";

    private final String user;
    private final String password;

    private BrokerLogin(String user, String password) {
        this.user = user;
        this.password = password;
    }

    /** {@code user} and {@code password-file}, or the password from the environment; empty without a user. */
    static Optional<BrokerLogin> in(GroupUrlParameters options, Map<String, String> environment) {
        Optional<String> user = options.get("user");
        Optional<String> file = options.get("password-file");
        if (user.isEmpty() && file.isPresent()) {
            throw options.wrong("password-file needs user, the name for the broker");
        }
        if (user.isEmpty()) {
            return Optional.empty();
        }
        String password = file.map(path -> read(options, path))
                .or(() -> Optional.ofNullable(environment.get(VARIABLE)))
                .orElseThrow(() -> options.wrong(
                        "user needs a password: name a file in password-file, or put it into " + VARIABLE));
        return Optional.of(new BrokerLogin(user.get(), password));
    }

    private static String read(GroupUrlParameters options, String path) {
        try {
            return Files.readString(Path.of(path), StandardCharsets.UTF_8).strip();
        } catch (IOException unreadable) {
            throw options.wrong("password-file " + path + " cannot be read: "
                    + unreadable.getClass().getSimpleName());
        }
    }

    String user() {
        return user;
    }

    byte[] password() {
        return password.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BrokerLogin that && user.equals(that.user) && password.equals(that.password);
    }

    @Override
    public int hashCode() {
        return user.hashCode();
    }

    @Override
    public String toString() {
        return user + " with a password";
    }
}
