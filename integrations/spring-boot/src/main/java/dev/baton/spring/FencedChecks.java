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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.transaction.interceptor.TransactionInterceptor;

/** Checks all {@link Fenced} methods at start-up, and creates the table of their fence. */
final class FencedChecks implements SmartInitializingSingleton {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

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
        AsyncChecks async = AsyncChecks.of(beans);
        CallbackChecks callbacks = new CallbackChecks(beans);
        MethodChecks.failOn(Stream.concat(
                        methods.stream()
                                .flatMap(method -> Stream.concat(
                                        problems(method, async), callbacks.problem(method, "transaction").stream())),
                        AnnotatedMethods.problemsOfParents(beans, Fenced.class, FencedInterceptor.class))
                .distinct());
        SelfCalls.warnings(methods, "fenced").forEach(LOG::warn);
        methods.forEach(method -> elections.candidate(method.annotation().value()));
        // A disabled application writes nothing that needs a guard.
        if (!methods.isEmpty() && elections.baton().backend().isEnabled()) {
            // Fails if there are several, and none is primary.
            DataSource guarded = dataSource.get();
            if (fence.get() instanceof HighestSeenFence highestSeen) {
                prepare(highestSeen, guarded);
            }
        }
    }

    private static Stream<String> problems(AnnotatedMethods.Found<Fenced> found, AsyncChecks async) {
        Stream<String> result = ResultChecks.problemOfFenced(found).stream();
        Optional<String> ineffective = MethodChecks.ineffective(found, FencedInterceptor.class);
        if (ineffective.isPresent() || !found.created()) {
            return Stream.concat(ineffective.stream(), result);
        }
        Stream<String> submission = async.problem(found, FencedInterceptor.class, "guard").stream();
        return Stream.of(transactionProblem(found), submission, result).flatMap(problems -> problems);
    }

    private static Stream<String> transactionProblem(AnnotatedMethods.Found<Fenced> found) {
        int transaction = MethodChecks.position(found, TransactionInterceptor.class);
        int guard = MethodChecks.position(found, FencedInterceptor.class);
        if (transaction < 0) {
            return Stream.of(found.name() + " is @Fenced without a transaction; add @Transactional");
        }
        return transaction < guard
                ? Stream.empty()
                : Stream.of(found.name() + " would be guarded before its transaction begins; give the transactions a"
                        + " higher precedence, for example @EnableTransactionManagement(order = 0)");
    }

    private static void prepare(HighestSeenFence highestSeen, DataSource guarded) {
        try {
            highestSeen.prepare(guarded);
        } catch (SQLException failed) {
            throw new BatonException("cannot prepare the fence of the application's database", failed);
        }
    }
}
