package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.spring.BatonProperties.DatabaseMode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class StoreChoiceTest {
    private static final DatabaseDetails POSTGRES =
            new DatabaseDetails("jdbc:postgresql://db/app?sslmode=require", "ann", "p&ss w@rd");

    private static BatonProperties properties(@Nullable String url, DatabaseMode mode) {
        return new BatonProperties(true, url, mode, null, Duration.ofSeconds(20), Map.of());
    }

    private static StoreChoice own(DatabaseDetails details, DatabaseMode mode) {
        return StoreChoice.of(properties(null, mode), () -> Optional.of(details));
    }

    @Test
    void urlComesBeforeTheOwnDatabase() {
        StoreChoice choice = StoreChoice.of(properties("memory:x", DatabaseMode.AUTO), () -> Optional.of(POSTGRES));
        assertThat(choice.url()).isEqualTo("memory:x");
        assertThat(choice.locksInOwnDatabase()).isFalse();
    }

    @Test
    void ownPostgresHoldsAdvisoryLocks() {
        StoreChoice choice = own(POSTGRES, DatabaseMode.AUTO);
        assertThat(choice.url())
                .isEqualTo("jdbc:postgresql://db/app?sslmode=require&user=ann&password=p%26ss%20w%40rd");
        assertThat(choice.locksInOwnDatabase()).isTrue();
        assertThat(choice.toString()).doesNotContain("ss w");
    }

    @Test
    void ownDatabaseHoldsLeasesOnRequestAndOnMariadb() {
        assertThat(own(POSTGRES, DatabaseMode.LEASE).url()).startsWith("lease:jdbc:postgresql://db/app?");
        DatabaseDetails mariadb = new DatabaseDetails("jdbc:mariadb://db/app", "ann", "");
        assertThat(own(mariadb, DatabaseMode.AUTO).url()).isEqualTo("lease:jdbc:mariadb://db/app?user=ann");
    }

    @Test
    void choiceIsLogged() {
        String log = CapturedLog.of(() -> TestApplication.start(
                        List.of("baton.url=" + TestApplication.newStore(), "logging.level.dev.baton=INFO"))
                .close());
        assertThat(log).contains("elections are in memory: (baton.url)");
    }

    @Test
    void startWithoutAStorePrintsWhichPropertyToSet() {
        String log = CapturedLog.of(() -> assertThatThrownBy(() -> TestApplication.start(List.of()))
                .hasRootCauseInstanceOf(StoreMissingException.class));
        assertThat(log)
                .contains("baton.url is not set, and the application has no database, or several")
                .contains("Set baton.url to a store that all replicas share");
    }

    @Test
    void startWithAStoreThatIsNotInstalledPrintsWhichArtifactToAdd() {
        String log = CapturedLog.of(
                () -> assertThatThrownBy(() -> TestApplication.start(List.of("baton.url=mqtt://broker.invalid/group")))
                        .hasRootCauseInstanceOf(IllegalArgumentException.class));
        assertThat(log)
                .contains("APPLICATION FAILED TO START")
                .contains("add the artifact dev.baton:baton-quorum-mqtt")
                .contains("Correct baton.url.");
    }

    @Test
    void databaseOfOneReplicaIsRefused() {
        DatabaseDetails h2 = new DatabaseDetails("jdbc:h2:mem:app", "sa", "");
        assertThatThrownBy(() -> own(h2, DatabaseMode.AUTO))
                .isInstanceOf(StoreMissingException.class)
                .hasMessageContaining("h2");
        DatabaseDetails sqlite = new DatabaseDetails("jdbc:sqlite:/data/app.db", null, null);
        assertThatThrownBy(() -> own(sqlite, DatabaseMode.AUTO)).isInstanceOf(StoreMissingException.class);
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoDatabases {
        private static JdbcConnectionDetails details(String name) {
            return new JdbcConnectionDetails() {
                @Override
                public String getUsername() {
                    return "ann";
                }

                @Override
                public String getPassword() {
                    return "s3cret";
                }

                @Override
                public String getJdbcUrl() {
                    return "jdbc:postgresql://db/" + name;
                }
            };
        }

        @Bean
        JdbcConnectionDetails first() {
            return details("first");
        }

        @Bean
        JdbcConnectionDetails second() {
            return details("second");
        }
    }

    @Test
    void startWithTwoDatabasesOfWhichNoneIsPrimaryNamesTheProperty() {
        assertThatThrownBy(() -> TestApplication.start(List.of(), TwoDatabases.class))
                .rootCause()
                .isInstanceOf(StoreMissingException.class)
                .hasMessageContaining("baton.url");
    }
}
