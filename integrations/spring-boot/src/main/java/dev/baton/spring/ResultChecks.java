package dev.baton.spring;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.springframework.util.ClassUtils;

/** Checks that a call of a leader-only method can be suppressed, and that it has ended when it returns, as that of a fenced one. */
final class ResultChecks {
    /** What is only prepared by the call, and runs when something subscribes to it. */
    private static final List<String> LATER = List.of(
            "org.reactivestreams.Publisher",
            "java.util.concurrent.Flow$Publisher",
            "kotlinx.coroutines.flow.Flow",
            "io.smallrye.mutiny.Uni",
            "io.reactivex.rxjava3.core.CompletableSource",
            "io.reactivex.rxjava3.core.MaybeSource",
            "io.reactivex.rxjava3.core.ObservableSource",
            "io.reactivex.rxjava3.core.SingleSource");

    private static final String CONTINUATION = "kotlin.coroutines.Continuation";

    private ResultChecks() {}

    static Optional<String> problem(AnnotatedMethods.Found<LeaderOnly> found) {
        Method method = found.method();
        Class<?> returns = method.getReturnType();
        if (returns.isPrimitive() && returns != void.class) {
            return Optional.of(found.name() + " returns " + returns
                    + ", and a call that does not run has no such result; return void, an object or an Optional");
        }
        return later(found, "its gate has checked the leadership")
                .map(text -> text + "; block for the result in the method, or use candidate.whileLeading");
    }

    /** Returns why the transaction of a fenced method ends before its work begins. */
    static Optional<String> problemOfFenced(AnnotatedMethods.Found<Fenced> found) {
        return later(found, "its transaction was committed").map(text -> text + "; block for the result in the method");
    }

    private static Optional<String> later(AnnotatedMethods.Found<?> found, String than) {
        return isReactive(found.method().getReturnType()) || isSuspending(found.method())
                ? Optional.of(found.name() + " is reactive or suspending: it would run after " + than)
                : Optional.empty();
    }

    private static boolean isReactive(Class<?> returns) {
        return LATER.contains(returns.getName())
                || Arrays.stream(ClassUtils.getAllInterfacesForClass(returns))
                        .map(Class::getName)
                        .anyMatch(LATER::contains);
    }

    private static boolean isSuspending(Method method) {
        Class<?>[] parameters = method.getParameterTypes();
        return parameters.length > 0
                && parameters[parameters.length - 1].getName().equals(CONTINUATION);
    }
}
