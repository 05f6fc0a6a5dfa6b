package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeywordDsnTest {

    @ParameterizedTest // PG-10
    @CsvSource(
            quoteCharacter = '"',
            delimiter = '|',
            value = {
                "host=db.internal dbname=app|postgres://db.internal/app",
                "host = db port = 5433 dbname = app user = me|postgres://db:5433/app?user=me",
                "dbname=app|postgres:///app",
                "port=5433|postgres://localhost:5433/",
                "host=a,b port=1,2 dbname=app target_session_attrs=read-write|postgres://a:1,b:2/app?targetServerType=primary",
                "host=a,b port=1 dbname=app|postgres://a:1,b:1/app",
                "host=::1 dbname=app|postgres://[::1]/app",
                "host=db dbname='my app' application_name='it\\'s \\\\ me'|postgres://db/my%20app?application_name=it%27s%20%5C%20me",
                "host=db dbname=a&b=c|postgres://db/a%26b%3Dc",
                "postgres://db/app?user=me|postgres://db/app?user=me",
                "jdbc:postgresql://db/app|jdbc:postgresql://db/app"
            })
    void keywordsBecomeUrlAndUrlsStay(String dsn, String url) {
        assertThat(KeywordDsn.toUrl("PG_DSN", dsn)).isEqualTo(url);
    }

    @ParameterizedTest // PG-8
    @ValueSource(strings = {"host=db password='hunter2", "host=db password=hunter2 stray", "host=db password=hun'ter2"})
    void unreadableTextIsRefusedWithoutItsSecrets(String dsn) {
        assertThatThrownBy(() -> KeywordDsn.toUrl("PG_DSN", dsn))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("PG_DSN is not a list of KEYWORD=VALUE")
                .hasMessageNotContaining("hun");
    }

    @ParameterizedTest // PG-10
    @ValueSource(strings = {"dbname='postgres://u:hunter2@h/db'", "dbname='host=h password=hunter2'"})
    void connectionStringAsNameOfDatabaseIsRefusedWithoutItsSecrets(String dsn) {
        assertThatThrownBy(() -> KeywordDsn.toUrl("PG_DSN", dsn))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("dbname must be the name of a database")
                .hasMessageNotContaining("hunter2");
    }

    @Test // PG-10
    void whatCannotWorkIsRefused() {
        for (String dsn : new String[] {
            "host=/var/run/postgresql dbname=app", "host=a,b port=1,2,3", "host=a target_session_attrs=standby"
        }) {
            Cli refused = Cli.run("status", "x", "--dsn", dsn);
            assertThat(refused.code()).as(dsn).isEqualTo(2);
            assertThat(refused.err()).contains("--dsn");
        }
        assertThat(Cli.run("status", "x", "--dsn", "host=localhost dbname=app sslmodee=x")
                        .code())
                .isEqualTo(2);
    }

    @Test // PG-8
    void passwordInAnOptionIsRefusedAndInTheEnvironmentUsed() {
        Cli refused = Cli.run("status", "x", "--dsn", "host=localhost port=1 password=s3cret");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("PGPASSWORD").doesNotContain("s3cret");
        Cli used = Cli.run(Map.of("PG_DSN", "host=localhost port=1 password=s3cret"), "status", "1:2");
        assertThat(used.code()).isEqualTo(3);
        assertThat(used.err()).contains("localhost:1").doesNotContain("s3cret");
    }
}
