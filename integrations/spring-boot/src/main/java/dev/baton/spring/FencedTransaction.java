package dev.baton.spring;

import dev.baton.fence.TransactionGuard;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The guard of a transaction. It belongs to the transaction, and is set aside with it while another one runs inside.
 *
 * @param database the database of the transaction's connection
 */
record FencedTransaction(TransactionGuard guard, DataSource database) implements TransactionSynchronization {

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

    /** The method may have ended the transaction on its connection, and begun another one by its next statement. */
    private void check() {
        Connection connection = DataSourceUtils.getConnection(database);
        try {
            guard.check(connection);
        } catch (SQLException failed) {
            throw new TransactionSystemException(
                    "cannot check the guard of election " + guard.leadership().election() + " before the commit",
                    failed);
        } finally {
            DataSourceUtils.releaseConnection(connection, database);
        }
    }
}
