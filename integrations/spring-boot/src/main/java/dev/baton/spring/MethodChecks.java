package dev.baton.spring;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.aopalliance.aop.Advice;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;

/** Checks that a proxy can intercept a method, so that an annotation is never ignored silently. */
final class MethodChecks {

    private MethodChecks() {}

    /** Returns why the annotation has no effect on the method; empty if it has one. */
    static Optional<String> ineffective(AnnotatedMethods.Found<?> found, Class<? extends Advice> interceptor) {
        Method method = found.method();
        for (int modifier : new int[] {Modifier.STATIC, Modifier.PRIVATE, Modifier.FINAL}) {
            if ((method.getModifiers() & modifier) != 0) {
                return Optional.of(found.name() + " is " + Modifier.toString(modifier)
                        + ", and a proxy cannot intercept it; remove the modifier");
            }
        }
        if (found.created() && position(found.proxy(), interceptor) < 0) {
            return Optional.of(found.name() + " is not intercepted, because its bean was created too early (by a"
                    + " BeanPostProcessor that needs it) or is proxied in another way; move the method to"
                    + " another bean");
        }
        return Optional.empty();
    }

    /** Returns the position of an interceptor in a proxy, from the outside; -1 if it is not there. */
    static int position(@Nullable Advised proxy, Class<? extends Advice> interceptor) {
        Advisor[] advisors = proxy == null ? new Advisor[0] : proxy.getAdvisors();
        return IntStream.range(0, advisors.length)
                .filter(index -> interceptor.isInstance(advisors[index].getAdvice()))
                .findFirst()
                .orElse(-1);
    }

    /** Ends the start of the application if there are problems. */
    static void failOn(Stream<String> problems) {
        List<String> all = problems.toList();
        if (!all.isEmpty()) {
            throw new IllegalStateException(String.join("\n", all));
        }
    }
}
