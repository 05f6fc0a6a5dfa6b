package dev.baton.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.mariadb.MariadbTestServer;
import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A store over the connections of an application's pool, which would go on using what it gets back. */
class ApplicationConnectionsTest {
    private static final ObjectKey KEY = new ObjectKey("thing", "one");

    private final List<Connection> opened = new CopyOnWriteArrayList<>();
    private final AtomicInteger returned = new AtomicInteger();

    /** Opens a connection that is kept when it is closed. */
    private Connection pooled(Connection own) {
        opened.add(own);
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (self, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        returned.incrementAndGet();
                        return null;
                    }
                    try {
                        return method.invoke(own, arguments);
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }

    @Test // LEASE-1
    void sessionsOfPostgresEndBeforeTheirPoolGetsThemBack() throws Exception {
        PostgresTestServer server = TestServers.newest();
        String database = server.newDatabase();
        assertSessionsEnd(() -> server.connect(database), ObjectStore::postgres);
    }

    @Test // LEASE-1
    void sessionsOfMariadbEndBeforeTheirPoolGetsThemBack() throws Exception {
        MariadbTestServer server = MariadbTestServer.shared();
        String database = server.newDatabase();
        assertSessionsEnd(() -> server.connect(database), ObjectStore::mariadb);
    }

    private interface Opener {
        ObjectStore open(ConnectionSource connections, String shown, StoreSettings settings);
    }

    private void assertSessionsEnd(ConnectionSource driver, Opener opener) throws Exception {
        ConnectionSource pool = () -> pooled(driver.open());
        try (ObjectStore store = opener.open(pool, "the pool", StoreSettings.defaults());
                AutoCloseable listening = store.listen(() -> {})) {
            assertThat(listening).isNotNull();
            assertThat(store.putIf(KEY, "x", WriteCondition.mustCreate()).stored())
                    .isPresent();
            Awaitility.await().until(() -> opened.size() > 1);
        }
        Awaitility.await().until(() -> returned.get() == opened.size());
        for (Connection own : opened) {
            assertThat(own.isClosed()).isTrue();
        }
    }
}
