package dev.baton.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

/** Guarded transactions of applications with two databases, whose pools have auto-commit off. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class TwoDataSourcesTest {
    private final PostgresTestServer server = TestServers.newest();
    private final String first = server.newDatabase();
    private final String second = server.newDatabase();

    @BeforeEach
    void createTables() {
        List.of(first, second).forEach(database -> server.run(database, "CREATE TABLE ledger (entry int)"));
    }

    @AfterEach
    void dropDatabases() {
        List.of(first, second).forEach(server::dropDatabase);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement
    static class TwoDatabases {
        private static HikariDataSource pool(String url) {
            HikariDataSource pool = new HikariDataSource();
            pool.setJdbcUrl(url);
            pool.setMaximumPoolSize(3);
            pool.setAutoCommit(false);
            return pool;
        }

        @Bean
        HikariDataSource firstPool(@Value("${test.first}") String url) {
            return pool(url);
        }

        @Bean
        HikariDataSource secondPool(@Value("${test.second}") String url) {
            return pool(url);
        }

        @Bean
        @Primary
        DataSource database(
                @Qualifier("firstPool") HikariDataSource pool, @Value("${test.aware:false}") boolean aware) {
            return aware ? new TransactionAwareDataSourceProxy(pool) : pool;
        }

        @Bean
        @Primary
        PlatformTransactionManager firstTransactions(@Qualifier("firstPool") DataSource pool) {
            return new JdbcTransactionManager(pool);
        }

        @Bean
        PlatformTransactionManager secondTransactions(@Qualifier("secondPool") DataSource pool) {
            return new JdbcTransactionManager(pool);
        }
    }

    static class Writer {
        private final DataSource primary;
        private final JdbcTemplate first;
        private final JdbcTemplate second;

        Writer(
                DataSource primary,
                @Qualifier("firstPool") DataSource first,
                @Qualifier("secondPool") DataSource second) {
            this.primary = primary;
            this.first = new JdbcTemplate(first);
            this.second = new JdbcTemplate(second);
        }

        @Transactional("firstTransactions")
        @Fenced("nightly")
        public void writeFirst() {
            first.update("INSERT INTO ledger VALUES (1)");
        }

        @Transactional("secondTransactions")
        @Fenced("nightly")
        public void writeSecond() {
            second.update("INSERT INTO ledger VALUES (2)");
        }

        /** Binds a connection of the first database to the transaction of the second. */
        @Transactional("secondTransactions")
        public void readFirst(Runnable then) {
            DataSourceUtils.getConnection(primary);
            first.queryForObject("SELECT count(*) FROM ledger", Long.class);
            then.run();
        }

        @Transactional("firstTransactions")
        public void insideOfFirst(Runnable inside) {
            first.update("INSERT INTO ledger VALUES (3)");
            inside.run();
        }

        @Transactional("secondTransactions")
        public void insideOfSecond(Runnable inside) {
            second.update("INSERT INTO ledger VALUES (4)");
            inside.run();
        }
    }

    private ConfigurableApplicationContext start(boolean aware) {
        String url = "jdbc:postgresql://localhost:" + server.port() + "/%s?user=postgres";
        ConfigurableApplicationContext application = TestApplication.start(
                List.of(
                        "baton.url=" + TestApplication.newStore(),
                        "test.aware=" + aware,
                        "test.first=" + url.formatted(first),
                        "test.second=" + url.formatted(second)),
                TwoDatabases.class,
                Writer.class);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> application
                        .getBean(BatonElections.class)
                        .candidate("nightly")
                        .isLeader());
        return application;
    }

    private long entries(String database) {
        return server.number(database, "SELECT count(*) FROM ledger");
    }

    private static void assertRefused(Runnable write) {
        assertThatThrownBy(write::run)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("belongs to something else");
    }

    @Test // FENCE-2
    void transactionOfTheOtherDatabaseIsRefused() {
        try (ConfigurableApplicationContext application = start(false)) {
            Writer writer = application.getBean(Writer.class);
            writer.writeFirst();
            assertRefused(writer::writeSecond);
            // Although a connection of the first database is bound to the thread.
            assertRefused(() -> writer.readFirst(writer::writeSecond));
            assertRefused(() -> writer.insideOfFirst(writer::writeSecond));
            assertThat(entries(first)).isEqualTo(1);
            assertThat(entries(second)).isZero();
            writer.insideOfSecond(writer::writeFirst);
            assertThat(entries(first)).isEqualTo(2);
            assertThat(entries(second)).isEqualTo(1);
        }
    }

    @Test // FENCE-2
    void proxyOfTheDataSourceBelongsToItsTransaction() {
        try (ConfigurableApplicationContext application = start(true)) {
            Writer writer = application.getBean(Writer.class);
            writer.writeFirst();
            writer.insideOfFirst(writer::writeFirst);
            assertRefused(writer::writeSecond);
            assertRefused(() -> writer.readFirst(writer::writeSecond));
            assertThat(entries(first)).isEqualTo(3);
            assertThat(entries(second)).isZero();
        }
    }
}
