package dev.baton.quorum.mqtt;

import dev.baton.quorum.GroupUrlParameters;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The user and password for the broker. The password is never shown. */
record BrokerLogin(String user, String secret) {
    /** The environment variable with the password, if the URL names no file. */
    static final String VARIABLE = "BATON_MQTT_PASSWORD";

    /** Reads {@code user} and {@code password-file}, or the password from the environment; empty without a user. */
    static Optional<BrokerLogin> in(GroupUrlParameters parameters, Map<String, String> environment) {
        Optional<String> user = parameters.get("user");
        Optional<String> file = parameters.get("password-file");
        parameters.require(
                user.isPresent() || file.isEmpty(), "password-file needs user, the user name for the broker");
        return user.map(name -> new BrokerLogin(
                name,
                file.map(path -> read(parameters, path))
                        .or(() -> Optional.ofNullable(environment.get(VARIABLE)))
                        .orElseThrow(() -> parameters.wrong(
                                "user needs a password: name a file in password-file, or set " + VARIABLE))));
    }

    private static String read(GroupUrlParameters parameters, String path) {
        try {
            return Files.readString(Path.of(path), StandardCharsets.UTF_8).strip();
        } catch (IOException unreadable) {
            throw parameters.wrong("cannot read password-file " + path + ": "
                    + unreadable.getClass().getSimpleName());
        }
    }

    byte[] password() {
        return secret.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return user + " with a password";
    }
}
