package dev.baton.cli;

import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** The ways in which a daemon tries to outlive its command; see {@code escapes.pl}. */
final class EscapeForms {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private EscapeForms() {}

    /** Returns a command that starts a daemon of this form, which appends lines to the file {@code beats}. */
    static List<String> command(Path directory, String form) {
        assumeThat(Path.of("/usr/bin/perl"))
                .as("the daemons are written in perl")
                .exists();
        Path script = directory.resolve("escapes.pl");
        try (InputStream text = Objects.requireNonNull(EscapeForms.class.getResourceAsStream("escapes.pl"))) {
            Files.copy(text, script, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return List.of("/usr/bin/perl", script.toString(), form, directory.toString());
    }

    /** Waits until the daemon has written, and returns its id. */
    static String awaitBeats(Path directory) {
        await().atMost(TIMEOUT).until(() -> beats(directory).size() > 0);
        return id(beats(directory).get(0));
    }

    static List<String> beats(Path directory) {
        Path file = directory.resolve("beats");
        try {
            String text = Files.exists(file) ? Files.readString(file) : "";
            return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static String id(String beat) {
        return beat.substring(0, beat.indexOf(' '));
    }

    /** Returns the uptime of the last line with this id, in milliseconds. */
    static long lastBeat(Path directory, String id) {
        return beats(directory).stream()
                .filter(beat -> id(beat).equals(id))
                .mapToLong(beat -> (long) (Double.parseDouble(beat.substring(beat.indexOf(' ') + 1)) * 1000))
                .max()
                .orElse(0);
    }
}
