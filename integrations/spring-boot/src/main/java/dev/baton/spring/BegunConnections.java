package dev.baton.spring;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The connections that a transaction has begun on. Others that are bound to the thread belong to an outer transaction of
 * another transaction manager, or were only fetched while this one was active, and its commit does not commit them.
 *
 * @param holders what the transaction manager has bound
 */
record BegunConnections(Set<ConnectionHolder> holders) implements TransactionSynchronization {

    /** Returns whether the current transaction has begun on a connection of the database. */
    static boolean include(DataSource database) {
        return TransactionSynchronizationManager.isSynchronizationActive()
                && TransactionSynchronizationManager.getResource(database) instanceof ConnectionHolder bound
                && TransactionSynchronizationManager.getSynchronizations().stream()
                        .anyMatch(part -> part instanceof BegunConnections begun
                                && begun.holders().contains(bound));
    }

    private static Set<ConnectionHolder> bound() {
        Set<ConnectionHolder> bound = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Object resource :
                TransactionSynchronizationManager.getResourceMap().values()) {
            if (resource instanceof ConnectionHolder holder) {
                bound.add(holder);
            }
        }
        return bound;
    }

    /** Finds what each begin of a transaction binds. */
    static final class Begin implements TransactionExecutionListener {
        private static final ThreadLocal<@Nullable Set<ConnectionHolder>> BEFORE = new ThreadLocal<>();

        @Override
        public void beforeBegin(TransactionExecution transaction) {
            BEFORE.set(bound());
        }

        @Override
        public void afterBegin(TransactionExecution transaction, @Nullable Throwable failure) {
            Set<ConnectionHolder> outer = BEFORE.get();
            BEFORE.remove();
            if (failure == null && outer != null && TransactionSynchronizationManager.isSynchronizationActive()) {
                Set<ConnectionHolder> begun = bound();
                begun.removeAll(outer);
                TransactionSynchronizationManager.registerSynchronization(new BegunConnections(begun));
            }
        }
    }
}
