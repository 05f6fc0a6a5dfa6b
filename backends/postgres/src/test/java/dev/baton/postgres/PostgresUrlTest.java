package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.spi.AdvisoryKeys;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PostgresUrlTest {

    @Test // PG-8
    void theThreeFormsMeanTheSame() {
        for (String url : List.of(
                "postgres://me@db:5433/app?sslmode=require",
                "postgresql://me@db:5433/app?sslmode=require",
                "jdbc:postgresql://db:5433/app?user=me&sslmode=require")) {
            PostgresUrl read = PostgresUrl.parse(url, Map.of());
            assertThat(read.jdbcUrl()).isEqualTo("jdbc:postgresql://db:5433/app");
            assertThat(read.driver().getProperty("user")).isEqualTo("me");
            assertThat(read.driver().getProperty("sslmode")).isEqualTo("require");
            assertThat(read.shown()).isEqualTo("postgres://me@db:5433/app");
        }
    }

    @Test // PG-8
    void aPasswordReachesTheDriverAndNothingElse() {
        PostgresUrl read = PostgresUrl.parse("postgres://me:s%40cret/x@db/app", Map.of());
        assertThat(read.driver().getProperty("password")).isEqualTo("s@cret/x");
        assertThat(read.shown() + read.jdbcUrl()).doesNotContain("cret");
        assertThat(PostgresUrl.parse("postgres://me@db/app", Map.of("PGPASSWORD", "s3cret"))
                        .driver()
                        .getProperty("password"))
                .isEqualTo("s3cret");
        assertThatThrownBy(() -> PostgresUrl.parse("postgres://me:s3cret@db/app?takeover=maybe", Map.of()))
                .hasMessageNotContaining("s3cret");
    }

    @Test // PG-8
    void theUsualVariablesFillInWhatIsMissing() {
        PostgresUrl read = PostgresUrl.parse(
                "postgres://", Map.of("PGHOST", "db", "PGPORT", "1234", "PGUSER", "me", "PGDATABASE", "app"));
        assertThat(read.jdbcUrl()).isEqualTo("jdbc:postgresql://db:1234/app");
        assertThat(read.driver().getProperty("user")).isEqualTo("me");
    }

    @Test // PG-1
    void keysOutsideInt4AreRefused() {
        PostgresUrl read = PostgresUrl.parse("postgres://db/app?key1=-2147483648&key2=2147483647", Map.of());
        assertThat(read.options().keysOf("any")).isEqualTo(new AdvisoryKeys(Integer.MIN_VALUE, Integer.MAX_VALUE));
        for (String bad : List.of("key1=2147483648&key2=1", "key1=1&key2=x", "key1=1")) {
            assertThatThrownBy(() -> PostgresUrl.parse("postgres://db/app?" + bad, Map.of()))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test // PG-8, API-10
    void theValidityIsAlwaysShorterThanTheServersPatience() {
        for (String patience : List.of("1s", "3s", "16s", "5m")) {
            PostgresOptions options = PostgresUrl.parse("postgres://db/app?patience=" + patience, Map.of())
                    .options();
            assertThat(options.defaults().validity()).isLessThan(options.patience());
            assertThat(options.defaults().claimTimeout()).isLessThan(options.patience());
        }
        assertThat(PostgresOptions.usual().defaults().validity()).isEqualTo(Duration.ofSeconds(15));
        assertThatThrownBy(() -> PostgresUrl.parse("postgres://db/app?patience=100ms", Map.of()))
                .hasMessageContaining("unsafe timing");
    }
}
