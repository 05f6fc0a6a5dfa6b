package dev.baton.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A token in a file that can be replaced at any time. The file is read again within a second after it has changed. While it
 * cannot be read, the last token stays valid. Thread-safe.
 */
public final class TokenFile implements TokenCheck {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);

    private final Path file;
    private final int shortest;
    private final LongSupplier nanos;
    private BearerToken token;
    private String version;
    private long checkedAt;

    TokenFile(Path file, LongSupplier nanos) {
        this(file, 1, nanos);
    }

    private TokenFile(Path file, int shortest, LongSupplier nanos) {
        this.file = file;
        this.shortest = shortest;
        this.nanos = nanos;
        this.version = version(file);
        this.token = BearerToken.in(file, shortest);
        this.checkedAt = nanos.getAsLong();
    }

    /**
     * Reads the token from a file.
     *
     * @throws IllegalArgumentException if the file does not contain exactly one token
     */
    public static TokenFile in(Path file) {
        return new TokenFile(file, System::nanoTime);
    }

    /**
     * Reads the token from a file.
     *
     * @param shortest how many characters the token must have
     * @throws IllegalArgumentException if the file does not contain exactly one token of that length
     */
    public static TokenFile in(Path file, int shortest) {
        return new TokenFile(file, shortest, System::nanoTime);
    }

    @Override
    public boolean matches(@Nullable String authorization) {
        return current().matches(authorization);
    }

    /** Returns the value of the {@code Authorization} header with the current token. */
    public String header() {
        return current().header();
    }

    private synchronized BearerToken current() {
        long now = nanos.getAsLong();
        if (now - checkedAt >= CHECK_INTERVAL.toNanos()) {
            checkedAt = now;
            String found = version(file);
            if (!found.equals(version)) {
                version = found;
                replace();
            }
        }
        return token;
    }

    private void replace() {
        try {
            token = BearerToken.in(file, shortest);
            LOG.info("token file {} read again", file);
        } catch (IllegalArgumentException | UncheckedIOException unusable) {
            LOG.warn("{}; the last token stays valid", unusable.getMessage());
        }
    }

    /** Returns a text that changes with the file; empty if it cannot be read. */
    private static String version(Path file) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return attributes.lastModifiedTime() + " " + attributes.size() + " " + attributes.fileKey();
        } catch (IOException unreadable) {
            return "";
        }
    }
}
