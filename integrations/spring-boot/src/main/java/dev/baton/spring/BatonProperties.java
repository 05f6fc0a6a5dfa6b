package dev.baton.spring;

import dev.baton.support.text.Redaction;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties under {@code baton}.
 *
 * @param enabled Whether this replica takes part in elections. If not, it never leads: no connection is opened, and
 *     leader-only methods do not run, and fenced methods fail.
 * @param url URL of the store. Without it, the database of spring.datasource is used.
 * @param databaseMode How the application's own database is used if there is no URL.
 * @param instanceId Instance id of this replica, unique among all. Default: BATON_INSTANCE_ID, otherwise a new id.
 * @param stopTimeout How long the shutdown of the application may wait for the leader's work and the release.
 * @param elections Settings of elections by name. An election of a leader-only method needs no entry.
 */
@ConfigurationProperties("baton")
public record BatonProperties(
        @DefaultValue("true") boolean enabled,
        @Nullable String url,
        @DefaultValue("auto") DatabaseMode databaseMode,
        @Nullable String instanceId,
        @DefaultValue("20s") Duration stopTimeout,
        @DefaultValue Map<String, ElectionProperties> elections) {

    public BatonProperties {
        if (stopTimeout.isNegative() || stopTimeout.isZero()) {
            throw new IllegalArgumentException(
                    "baton.stop-timeout must be positive, but is " + stopTimeout.toMillis() + " ms");
        }
        elections = Map.copyOf(elections);
    }

    /** The URL without its password. */
    @Override
    public String toString() {
        return "BatonProperties[enabled=" + enabled + ", url=" + (url == null ? "none" : Redaction.of(url))
                + ", databaseMode=" + databaseMode + ", instanceId=" + instanceId + ", stopTimeout=" + stopTimeout
                + ", elections=" + elections + "]";
    }

    /** How the application's own database holds the elections. */
    public enum DatabaseMode {
        /** Advisory locks on PostgreSQL, leases on other databases. */
        AUTO,
        /** Leases on every database. Choose it if a pooler shares sessions between transactions. */
        LEASE
    }
}
