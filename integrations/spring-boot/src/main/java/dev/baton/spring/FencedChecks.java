package dev.baton.spring;

import dev.baton.BatonException;
import dev.baton.fence.Fence;
import dev.baton.fence.HighestSeenFence;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.transaction.interceptor.TransactionInterceptor;

/** Checks all {@link Fenced} methods at start-up, and creates the table of their fence. */
final class FencedChecks implements SmartInitializingSingleton {
    private final ConfigurableListableBeanFactory beans;
    private final BatonElections elections;
    private final Supplier<Fence> fence;
    private final Supplier<DataSource> dataSource;

    FencedChecks(
            ConfigurableListableBeanFactory beans,
            BatonElections elections,
            Supplier<Fence> fence,
            Supplier<DataSource> dataSource) {
        this.beans = beans;
        this.elections = elections;
        this.fence = fence;
        this.dataSource = dataSource;
    }

    @Override
    public void afterSingletonsInstantiated() {
        List<AnnotatedMethods.Found<Fenced>> methods = AnnotatedMethods.find(beans, Fenced.class);
        MethodChecks.failOn(methods.stream().flatMap(FencedChecks::problems));
        methods.forEach(method -> elections.candidate(method.annotation().value()));
        if (!methods.isEmpty() && fence.get() instanceof HighestSeenFence highestSeen) {
            prepare(highestSeen);
        }
    }

    private static Stream<String> problems(AnnotatedMethods.Found<Fenced> found) {
        Optional<String> ineffective = MethodChecks.ineffective(found, FencedInterceptor.class);
        if (ineffective.isPresent() || !found.created()) {
            return ineffective.stream();
        }
        int transaction = MethodChecks.position(found.proxy(), TransactionInterceptor.class);
        int guard = MethodChecks.position(found.proxy(), FencedInterceptor.class);
        if (transaction < 0) {
            return Stream.of(found.name() + " is @Fenced without a transaction; add @Transactional");
        }
        return transaction < guard
                ? Stream.empty()
                : Stream.of(found.name() + " would be guarded before its transaction begins; give the transactions a"
                        + " higher precedence, for example @EnableTransactionManagement(order = 0)");
    }

    private void prepare(HighestSeenFence highestSeen) {
        try {
            highestSeen.prepare(dataSource.get());
        } catch (SQLException failed) {
            throw new BatonException("cannot prepare the fence of the application's database", failed);
        }
    }
}
