package dev.baton.spring;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.aopalliance.aop.Advice;
import org.springframework.aop.Advisor;
import org.springframework.aop.PointcutAdvisor;
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
        if (isHidden(method, found.type())) {
            return Optional.of(found.name() + " is package-private in another package ("
                    + method.getDeclaringClass().getName()
                    + "), and a proxy cannot intercept it; make it public or protected");
        }
        if (found.created() && position(found, interceptor) < 0) {
            return Optional.of(found.name() + " is not intercepted, because its bean was created too early (by a"
                    + " BeanPostProcessor that needs it) or is proxied in another way; move the method to"
                    + " another bean");
        }
        return Optional.empty();
    }

    /** The class of a proxy is in the package of the bean's class, and has the same class loader. */
    private static boolean isHidden(Method method, Class<?> type) {
        Class<?> declaring = method.getDeclaringClass();
        return (method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) == 0
                && !(declaring.getPackageName().equals(type.getPackageName())
                        && Objects.equals(declaring.getClassLoader(), type.getClassLoader()));
    }

    /** Returns the position of an interceptor of the method in its proxy, from the outside; -1 if it is not there. */
    static int position(AnnotatedMethods.Found<?> found, Class<? extends Advice> interceptor) {
        Advised proxy = found.proxy();
        Advisor[] advisors = proxy == null ? new Advisor[0] : proxy.getAdvisors();
        return IntStream.range(0, advisors.length)
                .filter(index -> interceptor.isInstance(advisors[index].getAdvice()))
                .filter(index -> applies(advisors[index], found))
                .findFirst()
                .orElse(-1);
    }

    /** Returns whether an advisor of the bean's proxy is for this method. */
    static boolean applies(Advisor advisor, AnnotatedMethods.Found<?> found) {
        return !(advisor instanceof PointcutAdvisor some)
                || (some.getPointcut().getClassFilter().matches(found.type())
                        && some.getPointcut().getMethodMatcher().matches(found.method(), found.type()));
    }

    /** Ends the start of the application if there are problems. */
    static void failOn(Stream<String> problems) {
        List<String> all = problems.toList();
        if (!all.isEmpty()) {
            throw new IllegalStateException(String.join("\n", all));
        }
    }
}
