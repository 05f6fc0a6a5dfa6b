package dev.baton.spring;

import dev.baton.Gate;
import dev.baton.GateResult;
import dev.baton.Leadership;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.ProxyMethodInvocation;

/** Runs a {@link LeaderOnly} method inside a gate of its candidate, or returns without running it. */
final class LeaderOnlyInterceptor implements MethodInterceptor {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final Supplier<BatonElections> elections;
    private final Supplier<ObservationRegistry> observations;
    private final AnnotatedCall<LeaderOnly, LeaderOnlyMethod> methods =
            new AnnotatedCall<>(LeaderOnly.class, LeaderOnlyMethod::of);

    LeaderOnlyInterceptor(Supplier<BatonElections> elections, Supplier<ObservationRegistry> observations) {
        this.elections = elections;
        this.observations = observations;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        LeaderOnlyMethod method = methods.of(invocation);
        Gate gate = elections.get().candidate(method.election()).gate(method.gate());
        ReentrantLock exclusive =
                method.exclusive().map(locks -> locks.of(bean(invocation))).orElse(null);
        if (exclusive == null) {
            return call(gate, method, invocation);
        }
        if (!exclusive.tryLock()) {
            gate.countSuppressed();
            LOG.debug("{} not run: its last run has not ended", method.gate());
            return method.suppressed();
        }
        try {
            return call(gate, method, invocation);
        } finally {
            exclusive.unlock();
        }
    }

    /** Returns the bean of the call. A proxy without a target is the bean itself. */
    private static Object bean(MethodInvocation invocation) {
        Object target = invocation.getThis();
        return target != null ? target : ((ProxyMethodInvocation) invocation).getProxy();
    }

    private @Nullable Object call(Gate gate, LeaderOnlyMethod method, MethodInvocation invocation) throws Exception {
        GateResult<Object> result =
                gate.tryCall(leadership -> Leaderships.call(leadership, () -> observe(method, invocation, leadership)));
        return result.isSuppressed() ? method.suppressed() : result.value().orElse(null);
    }

    // A gate accepts null from an action: its result is then empty.
    @SuppressWarnings("NullAway")
    private Object observe(LeaderOnlyMethod method, MethodInvocation invocation, Leadership leadership)
            throws Exception {
        method.fillIn(invocation.getArguments(), leadership);
        Observation observation = Observation.createNotStarted("baton.leader.only", observations.get())
                .lowCardinalityKeyValue("election", method.election())
                .lowCardinalityKeyValue("gate", method.gate())
                .highCardinalityKeyValue("epoch", Long.toString(leadership.epoch()));
        return observation.observeChecked(() -> proceed(invocation));
    }

    @SuppressWarnings("NullAway")
    private static Object proceed(MethodInvocation invocation) throws Exception {
        try {
            return invocation.proceed();
        } catch (Exception | Error thrown) {
            throw thrown;
        } catch (Throwable other) {
            throw new UndeclaredThrowableException(other);
        }
    }
}
