package dev.baton.fence;

import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;

/** The same tests with MySQL's driver. */
@Tag("proof")
class MysqlHighestSeenTest extends MariadbHighestSeenTest {
    @Override
    DataSource source(String user) {
        return new UrlDataSource("jdbc:mysql://127.0.0.1:" + server.port() + "/" + database + "?user=" + user);
    }
}
