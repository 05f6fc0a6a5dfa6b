package dev.baton.support.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PostgresLocationTest {
    private static final List<String> DRIVER = List.of("sslmode", "socketTimeout");

    @Test
    void readsUserHostDatabaseAndDriverParameters() {
        PostgresLocation location = parse("postgres://me:s%40crét@db:5433/app?sslmode=require", Map.of());
        assertThat(location.jdbcUrl()).isEqualTo("jdbc:postgresql://db:5433/app");
        assertThat(location.driver())
                .containsEntry("user", "me")
                .containsEntry("password", "s@crét")
                .containsEntry("sslmode", "require");
        assertThat(location.shown()).isEqualTo("postgres://me@db:5433/app");
    }

    @Test
    void fillsGapsFromTheEnvironmentOfLibpq() {
        Map<String, String> environment = Map.of(
                "PGHOST",
                "h",
                "PGPORT",
                "1",
                "PGUSER",
                "u",
                "PGPASSWORD",
                "p",
                "PGDATABASE",
                "d",
                "PGSSLMODE",
                "require");
        for (String url : List.of("postgres:///", "postgresql://", "postgres:", "jdbc:postgresql:///")) {
            PostgresLocation location = parse(url, environment);
            assertThat(location.shown()).isEqualTo("postgres://u@h:1/d");
            assertThat(location.driver()).containsEntry("password", "p").containsEntry("sslmode", "require");
        }
        assertThat(parse("postgres:///other", environment).jdbcUrl()).isEqualTo("jdbc:postgresql://h:1/other");
        assertThat(parse("jdbc:postgresql:named", environment).jdbcUrl()).isEqualTo("jdbc:postgresql://h:1/named");
    }

    @Test
    void refusesMisspeltParametersSocketsAndOtherSchemes() {
        assertThatThrownBy(() -> parse("postgres://h/d?sslmod=require", Map.of()))
                .hasMessageContainingAll("sslmod", "did you mean sslmode?");
        assertThatThrownBy(() -> parse("postgres:///d", Map.of("PGHOST", "/run/postgresql")))
                .hasMessageContaining("Unix-domain socket");
        assertThatThrownBy(() -> parse("mysql://h/d", Map.of())).hasMessageContaining("not a PostgreSQL URL");
        assertThat(PostgresLocation.isPostgres("POSTGRES://h/d")).isTrue();
        assertThat(PostgresLocation.isPostgres("sqlite:/x")).isFalse();
    }

    @Test
    void refusesTextThatMayBePartOfAPassword() {
        for (String url : List.of(
                "postgres://me:s3cret/app",
                "postgres://me:12?s3cret=x@db/app",
                "postgres://me:a?s3cret=x@db/app",
                "postgres://me:1/b?s3cret&x=y@db/app")) {
            assertThatThrownBy(() -> parse(url, Map.of()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageNotContaining("s3cret");
        }
        for (String hosts : List.of("a:1,b:2", "[::1]:5432", "a,b")) {
            assertThat(parse("postgres://me@" + hosts + "/app", Map.of()).jdbcUrl())
                    .isEqualTo("jdbc:postgresql://" + hosts + "/app");
        }
    }

    private static PostgresLocation parse(String url, Map<String, String> environment) {
        return PostgresLocation.of(url, UrlParameters.of(url, "postgres://HOST/DB"), DRIVER, environment);
    }
}
