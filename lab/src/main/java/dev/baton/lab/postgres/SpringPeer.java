package dev.baton.lab.postgres;

import java.util.function.Consumer;
import javax.sql.DataSource;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

/** Spring Integration's leader initiator over its JDBC locks, with its defaults. */
final class SpringPeer implements PeerReplica.ElectionSystem {
    static final String TABLE = "INT_LOCK (LOCK_KEY CHAR(36) NOT NULL, REGION VARCHAR(100) NOT NULL,"
            + " CLIENT_ID CHAR(36), CREATED_DATE TIMESTAMP NOT NULL, PRIMARY KEY (LOCK_KEY, REGION))";

    private final JdbcLockRegistry registry;

    SpringPeer(DataSource source) {
        DefaultLockRepository locks = new DefaultLockRepository(source);
        locks.setTransactionManager(new DataSourceTransactionManager(source));
        locks.afterPropertiesSet();
        locks.afterSingletonsInstantiated();
        locks.start();
        registry = new JdbcLockRegistry(locks);
    }

    @Override
    public void join(String election, Consumer<String> acquired) {
        LockRegistryLeaderInitiator initiator =
                new LockRegistryLeaderInitiator(registry, new DefaultCandidate(null, election) {
                    @Override
                    public void onGranted(Context context) {
                        acquired.accept(election);
                    }
                });
        initiator.start();
    }
}
