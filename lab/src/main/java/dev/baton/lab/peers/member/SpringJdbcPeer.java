package dev.baton.lab.peers.member;

import javax.sql.DataSource;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

/** Spring Integration's leader initiator over its JDBC locks, with its defaults. */
public final class SpringJdbcPeer implements ElectionSystem {
    public static final String TABLE = "INT_LOCK (LOCK_KEY CHAR(36) NOT NULL, REGION VARCHAR(100) NOT NULL,"
            + " CLIENT_ID CHAR(36), CREATED_DATE TIMESTAMP NOT NULL, PRIMARY KEY (LOCK_KEY, REGION))";

    private final JdbcLockRegistry registry;

    /** Uses the lock table of a database. */
    public SpringJdbcPeer(DataSource source) {
        DefaultLockRepository locks = new DefaultLockRepository(source);
        locks.setTransactionManager(new DataSourceTransactionManager(source));
        locks.afterPropertiesSet();
        locks.afterSingletonsInstantiated();
        locks.start();
        registry = new JdbcLockRegistry(locks);
    }

    @Override
    public ElectionMember join(String election, Runnable acquired) {
        LockRegistryLeaderInitiator initiator =
                new LockRegistryLeaderInitiator(registry, new SpringCandidate(election, acquired));
        initiator.start();
        return SpringCandidate.member(initiator::getContext);
    }
}
