package dev.baton.spring;

import dev.baton.fence.TransactionGuard;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The guard of a transaction. It belongs to the transaction, and is set aside with it while another one runs inside. */
final class FencedTransaction implements TransactionSynchronization {
    private final TransactionGuard guard;
    private final DataSource database;
    private boolean committed;

    /** @param database the database of the transaction's connection */
    FencedTransaction(TransactionGuard guard, DataSource database) {
        this.guard = guard;
        this.database = database;
    }

    /** Checks the guards of a transaction before its commit, after everything else that runs before it. */
    static final class CommitCheck implements TransactionExecutionListener {
        @Override
        public void beforeCommit(TransactionExecution transaction) {
            if (TransactionSynchronizationManager.isSynchronizationActive()) {
                TransactionSynchronizationManager.getSynchronizations().stream()
                        .filter(FencedTransaction.class::isInstance)
                        .forEach(fenced -> ((FencedTransaction) fenced).check());
            }
        }
    }

    TransactionGuard guard() {
        return guard;
    }

    /** A transaction that runs inside after the commit does not wait for this one. */
    @Override
    public void suspend() {
        if (!committed) {
            SuspendedGuards.add(this);
        }
    }

    @Override
    public void resume() {
        SuspendedGuards.remove(this);
    }

    @Override
    public void afterCommit() {
        committed = true;
    }

    /** Comes before what the application does after the commit. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    /** The method may have ended the transaction on its connection, and begun another one by its next statement. */
    private void check() {
        Connection connection = DataSourceUtils.getConnection(database);
        try {
            guard.check(connection);
        } catch (SQLException failed) {
            throw FenceFailures.translate(
                    "check of the guard of election " + guard.leadership().election() + " before the commit", failed);
        } finally {
            DataSourceUtils.releaseConnection(connection, database);
        }
    }
}
