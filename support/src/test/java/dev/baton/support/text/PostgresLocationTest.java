package dev.baton.support.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PostgresLocationTest {
    private static final List<DriverParameter> DRIVER = List.of(
            DriverParameter.of("sslmode", null, new String[] {"disable", "require"}),
            DriverParameter.of("socketTimeout", "0", null),
            DriverParameter.of("connectTimeout", "10", null),
            DriverParameter.of("PGDBNAME", null, null));

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
    void refusesPortsThatDoNotExist() {
        for (String hosts : List.of("h:99999", "h:0", "a:1,b:65536", "[::1]:70000")) {
            assertThatThrownBy(() -> parse("postgres://me@" + hosts + "/d", Map.of()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("65535");
        }
        for (String port : List.of("99999", "x", "-1")) {
            assertThatThrownBy(() -> parse("postgres:///d", Map.of("PGPORT", port)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("PGPORT", "65535");
        }
        assertThat(parse("postgres://me@h:65535/d", Map.of()).jdbcUrl()).contains("h:65535");
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

    @Test
    void refusesLocationWithoutSlashesThatMayHaveAPassword() {
        for (String url : List.of(
                "postgres:u:s3cret@h/db",
                "postgres:/u:s3cret@h",
                "jdbc:postgresql:u:s3cret@h/db",
                "postgres://h/u:s3cret",
                "postgres://u:100%s3cret@h/db",
                "postgres://u@h/db&password=s3cret",
                "postgres:///db&sslpassword=s3cret&ssl=true",
                "postgres://u:a@s3cret?user=x@h/db")) {
            assertThatThrownBy(() -> parse(url, Map.of()))
                    .as(url)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageNotContaining("s3cr");
        }
        assertThatThrownBy(() -> parse("postgres://u:100%secret@h/db", Map.of()))
                .hasMessageContaining("%25");
        assertThat(parse("jdbc:postgresql://h:1/db?user=me@tenant", Map.of()).driver())
                .containsEntry("user", "me@tenant");
    }

    @Test
    void refusesParametersThatArePartsOfTheUrl() {
        for (String name : List.of("PGDBNAME", "dbname", "PGHOST", "host", "PGPORT", "service")) {
            assertThatThrownBy(() -> parse("postgres://h/d?" + name + "=foo", Map.of()))
                    .hasMessageContainingAll("the parameter " + name + " is not supported", "the URL")
                    .hasMessageNotContaining("did you mean");
        }
        assertThatThrownBy(() -> parse("postgres://h/d?PGDBNAM=foo", Map.of())).hasMessageNotContaining("did you mean");
    }

    @Test
    void refusesValuesThatTheDriverWouldRefuseLater() {
        assertThatThrownBy(() -> parse("postgres://h/d?sslmode=disabel", Map.of()))
                .hasMessageContaining("sslmode must be disable or require");
        for (String name : List.of("connect_timeout", "connectTimeout", "socketTimeout")) {
            assertThatThrownBy(() -> parse("postgres://h/d?" + name + "=abc", Map.of()))
                    .hasMessageContainingAll("imeout must be a whole number")
                    .hasMessageNotContaining("abc");
        }
        assertThat(parse("postgres://h/d?sslmode=REQUIRE&connect_timeout=3", Map.of())
                        .driver())
                .containsEntry("sslmode", "REQUIRE")
                .containsEntry("connectTimeout", "3");
    }

    private static PostgresLocation parse(String url, Map<String, String> environment) {
        return PostgresLocation.of(url, UrlParameters.of(url, "postgres://HOST/DB"), DRIVER, environment);
    }
}
