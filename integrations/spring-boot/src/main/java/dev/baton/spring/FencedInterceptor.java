package dev.baton.spring;

import dev.baton.Leadership;
import dev.baton.fence.Fence;
import dev.baton.fence.TransactionGuard;
import java.sql.Connection;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Guards the transaction of a {@link Fenced} method when it begins. Runs inside the interceptor that begins it: a failure
 * in the listener of a transaction's begin would leave the connection bound to the thread.
 */
final class FencedInterceptor implements MethodInterceptor {
    private final Supplier<BatonElections> elections;
    private final Supplier<Fence> fence;
    private final Supplier<DataSource> dataSource;
    private final AnnotatedCall<Fenced, String> methods =
            new AnnotatedCall<>(Fenced.class, (annotation, method) -> annotation.value());

    FencedInterceptor(Supplier<BatonElections> elections, Supplier<Fence> fence, Supplier<DataSource> dataSource) {
        this.elections = elections;
        this.fence = fence;
        this.dataSource = dataSource;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Leadership leadership = elections.get().leadership(methods.of(invocation));
        guard(leadership);
        return invocation.proceed();
    }

    private void guard(Leadership leadership) throws Exception {
        DataSource database = dataSource.get();
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("@Fenced needs a transaction, but none is active; add @Transactional");
        }
        Connection connection = DataSourceUtils.getConnection(database);
        try {
            if (!DataSourceUtils.isConnectionTransactional(connection, database)) {
                throw new IllegalStateException("@Fenced needs a transaction of the application's DataSource, but the"
                        + " active one belongs to something else; name its transaction manager in @Transactional");
            }
            TransactionGuard guard = fence.get().guard(connection, leadership);
            TransactionSynchronizationManager.registerSynchronization(new FencedTransaction(guard, database));
        } finally {
            DataSourceUtils.releaseConnection(connection, database);
        }
    }
}
