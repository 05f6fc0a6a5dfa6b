package dev.baton.spring;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import org.aopalliance.intercept.MethodInvocation;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodClassKey;
import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * What an interceptor keeps for each annotated method.
 *
 * @param <A> the annotation
 * @param <T> the value for a method
 */
final class AnnotatedCall<A extends Annotation, T> {
    private final Class<A> annotation;
    private final BiFunction<A, Method, T> creator;
    private final Map<MethodClassKey, T> known = new ConcurrentHashMap<>();

    AnnotatedCall(Class<A> annotation, BiFunction<A, Method, T> creator) {
        this.annotation = annotation;
        this.creator = creator;
    }

    /** Returns the value for the method of the target, which has the annotation if the called interface does not. */
    T of(MethodInvocation invocation) {
        Object target = invocation.getThis();
        Class<?> type = target == null ? invocation.getMethod().getDeclaringClass() : AopUtils.getTargetClass(target);
        return known.computeIfAbsent(new MethodClassKey(invocation.getMethod(), type), key -> {
            Method method = AopUtils.getMostSpecificMethod(invocation.getMethod(), type);
            A found = AnnotatedElementUtils.findMergedAnnotation(method, annotation);
            if (found == null) {
                throw new IllegalStateException(method + " has no annotation " + annotation.getSimpleName());
            }
            return creator.apply(found, method);
        });
    }
}
