package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.spring.BatonProperties.DatabaseMode;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

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
    void databaseOfOneReplicaIsRefused() {
        DatabaseDetails h2 = new DatabaseDetails("jdbc:h2:mem:app", "sa", "");
        assertThatThrownBy(() -> own(h2, DatabaseMode.AUTO))
                .isInstanceOf(StoreMissingException.class)
                .hasMessageContaining("h2");
        DatabaseDetails sqlite = new DatabaseDetails("jdbc:sqlite:/data/app.db", null, null);
        assertThatThrownBy(() -> own(sqlite, DatabaseMode.AUTO)).isInstanceOf(StoreMissingException.class);
    }
}
