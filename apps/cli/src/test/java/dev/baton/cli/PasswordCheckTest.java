package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordCheckTest {

    @ParameterizedTest // PG-8
    @ValueSource(
            strings = {
                "postgres://me:s3cret@host/db",
                "postgres://me:s3c/ret@host/db",
                "postgres://:s3cret@host/db",
                "jdbc:postgresql://host/db?user=me&password=s3cret",
                "jdbc:postgresql://host/db?user=me&PASSWORD=s3cret",
                "postgres://host/db?password%3ds3cret",
                "postgres://host/db?passwd=s3cret",
                "host=h password=s3cret",
                "host=h password = s3cret",
                "lease:postgres://me:s3cret@host/db"
            })
    void refusesPasswordInPostgresUrl(String url) {
        assertThatThrownBy(() -> PasswordCheck.refuseIn("--on", url))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("--on ")
                .hasMessageContainingAll("BATON_URL", "PG_DSN", "PGPASSWORD", "~/.pgpass")
                .hasMessageNotContaining("s3c");
    }

    @ParameterizedTest // QUORUM-8
    @ValueSource(strings = {"mqtt://me:s3cret@h:1883/swarm?self=a", "mqtts://h/swarm?user=me&password=s3cret"})
    void namesTheWaysToPassThePasswordOfABroker(String url) {
        assertThatThrownBy(() -> PasswordCheck.refuseIn("--on", url))
                .hasMessageContainingAll("BATON_MQTT_PASSWORD", "password-file=FILE", "user=NAME")
                .hasMessageNotContainingAny("PGPASSWORD", "s3c");
    }

    @ParameterizedTest // LEASE-2
    @ValueSource(strings = {"lease:mariadb://me:s3cret@h/db", "lease:jdbc:mysql://h/db?user=me&password1=s3cret"})
    void namesTheWaysToPassThePasswordOfMariadb(String url) {
        assertThatThrownBy(() -> PasswordCheck.refuseIn("--on", url))
                .hasMessageContainingAll("BATON_URL", "MYSQL_PWD")
                .hasMessageNotContainingAny("PGPASSWORD", "s3c");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "file:/var/lib/baton",
                "postgres://me@host:5432/db",
                "postgres://host:5432/db?user=me@corporation",
                "quorum://a@h:1?peers=b@h:2,c@h:3&state=/s&key-file=k&tls-password-file=p",
                "mqtt://h:1883/swarm?self=a&members=a,b&user=me@work&password-file=/f"
            })
    void acceptsUrlWithoutPassword(String url) {
        assertThatCode(() -> PasswordCheck.refuseIn("--on", url)).doesNotThrowAnyException();
    }
}
