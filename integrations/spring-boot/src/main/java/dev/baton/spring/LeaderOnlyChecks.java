package dev.baton.spring;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Checks all {@link LeaderOnly} methods at start-up, and creates the candidates of their elections. */
final class LeaderOnlyChecks implements SmartInitializingSingleton {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    private final ConfigurableListableBeanFactory beans;
    private final Supplier<BatonElections> elections;

    LeaderOnlyChecks(ConfigurableListableBeanFactory beans, Supplier<BatonElections> elections) {
        this.beans = beans;
        this.elections = elections;
    }

    @Override
    public void afterSingletonsInstantiated() {
        List<AnnotatedMethods.Found<LeaderOnly>> methods = AnnotatedMethods.find(beans, LeaderOnly.class);
        AsyncChecks async = AsyncChecks.of(beans);
        CallbackChecks callbacks = new CallbackChecks(beans);
        MethodChecks.failOn(Stream.concat(
                        methods.stream()
                                .flatMap(method -> Stream.concat(
                                        problems(method, async), callbacks.problem(method, "gate").stream())),
                        AnnotatedMethods.problemsOfParents(beans, LeaderOnly.class, LeaderOnlyInterceptor.class))
                .distinct());
        methods.stream()
                .flatMap(method -> CallbackChecks.warning(method).stream())
                .distinct()
                .forEach(LOG::warn);
        SelfCalls.warnings(methods, "leader-only").forEach(LOG::warn);
        BatonElections all = elections.get();
        methods.forEach(method -> all.candidate(method.annotation().value()));
    }

    private static Stream<String> problems(AnnotatedMethods.Found<LeaderOnly> found, AsyncChecks async) {
        Optional<String> ineffective = MethodChecks.ineffective(found, LeaderOnlyInterceptor.class);
        Optional<String> order =
                ineffective.isPresent() ? Optional.empty() : async.problem(found, LeaderOnlyInterceptor.class, "gate");
        return Stream.of(ineffective, order, ResultChecks.problem(found), ListenerChecks.problem(found))
                .flatMap(Optional::stream);
    }
}
