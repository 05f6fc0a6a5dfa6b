package dev.baton.spring;

import dev.baton.Leadership;
import dev.baton.fence.Fence;
import dev.baton.fence.HighestSeenFence;
import dev.baton.fence.TransactionGuard;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
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

    private void guard(Leadership leadership) {
        DataSource database = target(dataSource.get());
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("@Fenced needs a transaction, but none is active; add @Transactional");
        }
        // Asked first: a connection that is fetched in any transaction is bound to the thread from then on.
        if (!BegunConnections.include(database)) {
            throw new IllegalStateException("@Fenced needs a transaction of the application's DataSource, but the"
                    + " active one belongs to something else; name its transaction manager in @Transactional");
        }
        Connection connection = DataSourceUtils.getConnection(database);
        try {
            TransactionGuard guard = guardOnce(fence.get(), connection, leadership);
            TransactionSynchronizationManager.registerSynchronization(new FencedTransaction(guard, database));
        } finally {
            DataSourceUtils.releaseConnection(connection, database);
        }
    }

    /** Transaction managers bind their connections to the target. */
    private static DataSource target(DataSource given) {
        DataSource target = given instanceof TransactionAwareDataSourceProxy proxy ? proxy.getTargetDataSource() : null;
        return target == null ? given : target(target);
    }

    /** The fence by the highest epoch seen locks a row, for which a transaction inside of the guarded one would wait. */
    private static TransactionGuard guardOnce(Fence fence, Connection connection, Leadership leadership) {
        if (fence instanceof HighestSeenFence && SuspendedGuards.include(leadership.election())) {
            throw new IllegalStateException(
                    "@Fenced(\"" + leadership.election() + "\") begins a transaction inside of a"
                            + " guarded one of the same election, and would wait for it forever, because baton_fence lets one"
                            + " transaction run at a time; join the outer transaction, or call the method after its end");
        }
        try {
            return fence.guard(connection, leadership);
        } catch (SQLException failed) {
            throw FenceFailures.translate("guard of election " + leadership.election(), failed);
        }
    }
}
