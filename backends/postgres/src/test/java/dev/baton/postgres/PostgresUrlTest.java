package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.spi.AdvisoryKeys;
import dev.baton.support.text.PostgresLocation;
import dev.baton.testkit.postgres.SecretUrls;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PostgresUrlTest {

    private static PostgresUrl parse(String url) {
        return PostgresUrl.parse(url, Map.of());
    }

    @Test // PG-8
    void threeSchemesGiveSameLocation() {
        for (String url : List.of(
                "postgres://me@db:5433/app?sslmode=require",
                "postgresql://me@db:5433/app?sslmode=require",
                "jdbc:postgresql://db:5433/app?user=me&sslmode=require")) {
            PostgresLocation location = parse(url).location();
            assertThat(location.jdbcUrl()).isEqualTo("jdbc:postgresql://db:5433/app");
            assertThat(location.driver()).containsEntry("user", "me").containsEntry("sslmode", "require");
            assertThat(location.shown()).isEqualTo("postgres://me@db:5433/app");
        }
    }

    @Test // PG-8
    void passwordReachesOnlyTheDriver() {
        PostgresLocation location = parse("postgres://me:s%40cret/x@db/app").location();
        assertThat(location.driver()).containsEntry("password", "s@cret/x");
        assertThat(location.shown() + location.jdbcUrl()).doesNotContain("cret");
        PostgresUrl fromEnvironment = PostgresUrl.parse("postgres://me@db/app", Map.of("PGPASSWORD", "s3cret"));
        assertThat(fromEnvironment.location().driver()).containsEntry("password", "s3cret");
        for (String url : List.of(
                "postgres://me:s3cret@db/app?takeover=maybe",
                "postgres://me:12?s3cret@db/app",
                "postgres://me:12?s3cret=1@db/app",
                "postgres://me:a?s3cret=1@db/app")) {
            assertThatThrownBy(() -> parse(url))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageNotContaining("s3cret");
        }
    }

    @Test // PG-8
    void environmentFillsMissingParts() {
        PostgresLocation location = PostgresUrl.parse(
                        "postgres://", Map.of("PGHOST", "db", "PGPORT", "1234", "PGUSER", "me", "PGDATABASE", "app"))
                .location();
        assertThat(location.jdbcUrl()).isEqualTo("jdbc:postgresql://db:1234/app");
        assertThat(location.driver()).containsEntry("user", "me");
    }

    @Test // PG-8
    void refusesMisspeltParametersWithSuggestion() {
        assertThatThrownBy(() -> parse("postgres://db/app?takeOver=exclusive"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("did you mean takeover?");
        assertThatThrownBy(() -> parse("postgres://db/app?patiance=3s")).hasMessageContaining("did you mean patience?");
        assertThatThrownBy(() -> parse("postgres://db/app?sslMod=require")).hasMessageContaining("sslmode?");
        assertThatThrownBy(() -> parse("postgres://db/app?takeover=maybe"))
                .hasMessageContaining("takeover must be fenced or exclusive");
    }

    @Test // PG-8
    void passesParametersOfTheDriverAndOfLibpq() {
        Properties driver = parse("postgres://db/app?application_name=a&connect_timeout=3&targetServerType=primary"
                        + "&sslrootcert=/ca.pem&options=-c%20geqo=off")
                .location()
                .driver();
        assertThat(driver)
                .containsEntry("ApplicationName", "a")
                .containsEntry("connectTimeout", "3")
                .containsEntry("targetServerType", "primary")
                .containsEntry("sslrootcert", "/ca.pem")
                .containsEntry("options", "-c geqo=off");
    }

    @Test // PG-1
    void refusesKeysOutsideInt4() {
        PostgresOptions options =
                parse("postgres://db/app?key1=-2147483648&key2=2147483647").options();
        assertThat(options.keysOf("any")).isEqualTo(new AdvisoryKeys(Integer.MIN_VALUE, Integer.MAX_VALUE));
        for (String bad : List.of("key1=2147483648&key2=1", "key1=1&key2=x", "key1=1")) {
            assertThatThrownBy(() -> parse("postgres://db/app?" + bad)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test // PG-8, API-10
    void validityIsAlwaysShorterThanPatience() {
        for (String patience : List.of("1s", "3s", "16s", "5m")) {
            PostgresOptions options =
                    parse("postgres://db/app?patience=" + patience).options();
            assertThat(options.timing().validity()).isLessThan(options.patience());
            assertThat(options.timing().claimTimeout()).isLessThan(options.patience());
        }
        assertThat(PostgresOptions.defaults().timing().validity()).isEqualTo(Duration.ofSeconds(15));
        assertThatThrownBy(() -> parse("postgres://db/app?patience=100ms")).hasMessageContaining("unsafe timing");
    }

    @Test
    void optionsOfUrlEqualOptionsOfBuilderMethods() {
        assertThat(parse("postgres://db/app?takeover=exclusive&key1=1&key2=2&schema=ops&patience=8s&rearm=5s")
                        .options())
                .isEqualTo(PostgresOptions.defaults()
                        .withTakeover(TakeoverMode.EXCLUSIVE)
                        .withKeys(1, 2)
                        .withSchema("ops")
                        .withPatience(Duration.ofSeconds(8))
                        .withRearm(Duration.ofSeconds(5)));
    }

    @Test // PG-8
    void noErrorContainsPartOfAnyPassword() {
        long seed = new Random().nextLong();
        SecretUrls.of(seed, 20_000).forEach(example -> {
            String printed;
            try {
                PostgresLocation location = parse(example.url()).location();
                printed = location.shown() + "\n" + location.jdbcUrl();
            } catch (RuntimeException refused) {
                printed = SecretUrls.messages(refused);
            }
            assertThat(example.leaksIn(printed))
                    .as("seed %d, %s: %s", seed, example.url(), printed)
                    .isEmpty();
        });
    }

    @Test // PG-8
    void cutPasswordGivesAdviceWithoutAnyPartOfIt() {
        for (String url : List.of(
                "jdbc:postgresql://h/db?user=u&password=my&hunter2",
                "jdbc:postgresql://h/db?user=u&password=my&hunter2=x",
                "postgres:u:hunter2@h/db",
                "postgres:/u:hunter2@h",
                "postgres://u:hu?patience=hunter2@h/db",
                "postgres://u:x?hunter2=1",
                "postgres://u:100%hunter2@h/db")) {
            assertThatThrownBy(() -> parse(url))
                    .as(url)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageNotContaining("hunt");
        }
        assertThatThrownBy(() -> parse("postgres://u:100%secret@h/db")).hasMessageContaining("%25");
    }

    @Test // PG-8
    void refusesParametersThatTheDriverWouldIgnoreOrRefuseLater() {
        assertThatThrownBy(() -> parse("postgres://h/db?PGDBNAME=x")).hasMessageContaining("after the slash");
        assertThatThrownBy(() -> parse("postgres://h/db?dbname=x")).hasMessageContaining("after the slash");
        assertThatThrownBy(() -> parse("postgres://h/db?schema=")).hasMessageContaining("schema has no value");
        assertThatThrownBy(() -> parse("postgres://h/db?sslmode=disabel")).hasMessageContaining("disable or");
        assertThatThrownBy(() -> parse("postgres://h/db?connect_timeout=abc"))
                .hasMessageContaining("must be a whole number");
        assertThatThrownBy(() -> parse("postgres://h/db?targetServerType=primry"))
                .hasMessageContaining("primary");
    }
}
