package dev.baton.spring;

import dev.baton.Leadership;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The leadership of a guarded transaction. It belongs to the transaction, and is set aside with it while another one runs
 * inside.
 */
record FencedTransaction(Leadership leadership) implements TransactionSynchronization {

    /** Checks the leaderships of a transaction before its commit, after everything else that runs before it. */
    static final class CommitCheck implements TransactionExecutionListener {
        @Override
        public void beforeCommit(TransactionExecution transaction) {
            if (TransactionSynchronizationManager.isSynchronizationActive()) {
                TransactionSynchronizationManager.getSynchronizations().stream()
                        .filter(FencedTransaction.class::isInstance)
                        .forEach(fenced ->
                                ((FencedTransaction) fenced).leadership().check());
            }
        }
    }
}
