package dev.baton.support.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MariadbLocationTest {
    private static final List<DriverParameter> DRIVER = List.of(
            DriverParameter.of("sslMode", null, new String[] {"disable", "trust", "verify-full"}),
            DriverParameter.of("socketTimeout", "0", null),
            DriverParameter.of("user", null, null),
            DriverParameter.of("password", null, null),
            DriverParameter.of("transactionReplay", "false", null));

    private static MariadbLocation parse(String url, Map<String, String> environment) {
        return UrlParameters.parse(url, "FORM", parameters -> MariadbLocation.of(url, parameters, DRIVER, environment));
    }

    @Test
    void readsUserHostDatabaseAndDriverParameters() {
        MariadbLocation location = parse("mariadb://me:s%40crét@db:3307/app?sslMode=trust", Map.of());
        assertThat(location.jdbcUrl()).isEqualTo("jdbc:mariadb://db:3307/app");
        assertThat(location.driver())
                .containsEntry("user", "me")
                .containsEntry("password", "s@crét")
                .containsEntry("sslMode", "trust");
        assertThat(location.shown()).isEqualTo("mariadb://me@db:3307/app");
        assertThat(location).hasToString(location.shown());
    }

    @Test
    void readsTheFormsOfJdbcAndOfMysql() {
        MariadbLocation mysql = parse("jdbc:mysql://[::1]/app?user=me&password=x", Map.of());
        assertThat(mysql.product()).isEqualTo("mysql");
        assertThat(mysql.jdbcUrl()).isEqualTo("jdbc:mysql://[::1]:3306/app");
        assertThat(mysql.driver()).containsEntry("user", "me").containsEntry("password", "x");
        assertThat(MariadbLocation.isMariadb("MARIADB://h/d")).isTrue();
        assertThat(MariadbLocation.isMariadb("postgres://h/d")).isFalse();
    }

    @Test
    void fillsGapsFromTheEnvironmentOfTheClients() {
        Map<String, String> environment = Map.of("MYSQL_HOST", "h", "MYSQL_TCP_PORT", "1", "MYSQL_PWD", "p");
        MariadbLocation location = parse("mariadb://u@/d", environment);
        assertThat(location.shown()).isEqualTo("mariadb://u@h:1/d");
        assertThat(location.driver()).containsEntry("password", "p");
    }

    @Test
    void refusesWhatIsNoPortHostOrUser() {
        for (String url : List.of("mariadb://h:0/d", "mariadb://h:65536/d", "mariadb://u:1234@h:99999/d")) {
            assertThatThrownBy(() -> parse(url, Map.of()))
                    .as(url)
                    .hasMessageContaining("between 1 and 65535")
                    .hasMessageNotContainingAny("99999", "1234");
        }
        for (String port : List.of("0", "65536", "socket", "-1")) {
            assertThatThrownBy(() -> parse("mariadb://h/d", Map.of("MYSQL_TCP_PORT", port)))
                    .hasMessageContaining("MYSQL_TCP_PORT=" + port + " is not a port");
        }
        assertThat(parse("mariadb://u@h/d", Map.of("MYSQL_TCP_PORT", "")).shown())
                .isEqualTo("mariadb://u@h:3306/d");
        for (String host : List.of("h,i", "h:1:2", "/run/mysqld.sock", "h/other", "h?user=x")) {
            assertThatThrownBy(() -> parse("mariadb:///d", Map.of("MYSQL_HOST", host)))
                    .as(host)
                    .hasMessageContaining("MYSQL_HOST");
        }
    }

    @Test
    void refusesWhatIsNotOneServerWithOneDatabase() {
        assertThatThrownBy(() -> parse("mariadb://h", Map.of())).hasMessageContaining("database is missing");
        assertThatThrownBy(() -> parse("mariadb://h/a%2Fb", Map.of())).hasMessageContaining("other characters");
        assertThatThrownBy(() -> parse("mariadb://h,i/d", Map.of())).hasMessageContaining("several hosts");
        assertThatThrownBy(() -> parse("mariadb:d", Map.of())).hasMessageContaining("two slashes");
        assertThatThrownBy(() -> parse("jdbc:mariadb:replication://h,i/d", Map.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesUnknownAndUnsafeParametersAndWrongValues() {
        assertThatThrownBy(() -> parse("mariadb://h/d?sslMod=trust", Map.of()))
                .hasMessageContainingAll("sslMod", "did you mean sslMode?");
        assertThatThrownBy(() -> parse("mariadb://h/d?sslMode=perhaps", Map.of()))
                .hasMessageContaining("sslMode must be disable or trust");
        assertThatThrownBy(() -> parse("mariadb://h/d?socketTimeout=soon", Map.of()))
                .hasMessageContaining("whole number");
        for (String name : List.of("transactionReplay", "autoReconnect", "characterEncoding", "host", "database")) {
            assertThatThrownBy(() -> parse("mariadb://h/d?" + name + "=true", Map.of()))
                    .as(name)
                    .hasMessageContainingAll(name, "is not supported");
        }
    }

    @Test
    void passwordIsRedacted() {
        assertThat(Redaction.of("lease:mariadb://u:se@cret@host/db?x=1"))
                .isEqualTo("lease:mariadb://u:***@host/db?x=1");
        assertThat(Redaction.of("lease:mysql:u:secret@host/db")).isEqualTo("lease:mysql:u:***@host/db");
        assertThat(Redaction.hasPassword("jdbc:mariadb://host/db?user=u&password=x"))
                .isTrue();
        assertThat(Redaction.of("lease:mysql://u@host/db?password2=secret")).endsWith("password2=***");
        assertThat(Redaction.of("lease:mariadb://u@host/db?keyStorePassword=secret"))
                .endsWith("keyStorePassword=***");
    }
}
