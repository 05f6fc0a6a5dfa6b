package dev.baton.spring;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.aopalliance.aop.Advice;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.interceptor.AsyncExecutionInterceptor;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.config.TaskManagementConfigUtils;

/**
 * Checks that a leader-only or fenced method that Spring submits to an executor is submitted outside of its gate or guard.
 * Inside, that would cover the submission, which returns at once, and the method would run unchecked after the tenure.
 *
 * @param enabled whether the application has {@code @EnableAsync}; without it, {@code @Async} has no effect
 */
record AsyncChecks(boolean enabled) {

    static AsyncChecks of(ListableBeanFactory beans) {
        return new AsyncChecks(beans.containsBean(TaskManagementConfigUtils.ASYNC_ANNOTATION_PROCESSOR_BEAN_NAME)
                || beans.containsBean(TaskManagementConfigUtils.ASYNC_EXECUTION_ASPECT_BEAN_NAME));
    }

    /**
     * Returns why the method would run outside of its gate or guard.
     *
     * @param interceptor what must be inside of the submission
     * @param what its name in the text
     */
    Optional<String> problem(AnnotatedMethods.Found<?> found, Class<? extends Advice> interceptor, String what) {
        if (!found.created()) {
            return Optional.empty();
        }
        List<Advisor> chain = chain(found.proxy());
        int submission = last(chain, advisor -> submits(advisor, found));
        int gate = last(chain, advisor -> interceptor.isInstance(advisor.getAdvice()));
        boolean notSubmittedBySpring = submission < 0 && enabled && isAsync(found);
        return submission > gate || notSubmittedBySpring
                ? Optional.of(found.name() + (isAsync(found) ? " is @Async" : " is submitted to an executor")
                        + ", and its " + what + " would cover only the submission; remove the order and the mode of"
                        + " @EnableAsync, whose defaults submit outside of the " + what)
                : Optional.empty();
    }

    /** Returns the advisors from the outside, also those of a proxy inside of the proxy. */
    private static List<Advisor> chain(@Nullable Advised outermost) {
        List<Advisor> chain = new ArrayList<>();
        for (Advised proxy = outermost; proxy != null; proxy = inner(proxy)) {
            chain.addAll(List.of(proxy.getAdvisors()));
        }
        return chain;
    }

    private static @Nullable Advised inner(Advised proxy) {
        return AopProxyUtils.getSingletonTarget(proxy) instanceof Advised inner ? inner : null;
    }

    /** The annotation is not decisive: {@code @EnableAsync} can name another one, and an advisor needs none. */
    private static boolean submits(Advisor advisor, AnnotatedMethods.Found<?> found) {
        return advisor.getAdvice() instanceof AsyncExecutionInterceptor && MethodChecks.applies(advisor, found);
    }

    private static int last(List<Advisor> chain, Predicate<Advisor> wanted) {
        return IntStream.range(0, chain.size())
                .filter(index -> wanted.test(chain.get(index)))
                .max()
                .orElse(-1);
    }

    private static boolean isAsync(AnnotatedMethods.Found<?> found) {
        return AnnotatedElementUtils.hasAnnotation(found.method(), Async.class)
                || AnnotatedElementUtils.hasAnnotation(found.type(), Async.class);
    }
}
