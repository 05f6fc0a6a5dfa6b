package dev.baton.spring;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.aopalliance.aop.Advice;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;

/** Finds the annotated methods of all beans. */
final class AnnotatedMethods {

    private AnnotatedMethods() {}

    /**
     * An annotated method of a bean.
     *
     * @param bean the name of the bean
     * @param proxy the proxy of the bean; null if the bean has none
     * @param created whether the bean exists already
     */
    record Found<A>(
            String bean,
            Class<?> type,
            Method method,
            A annotation,
            @Nullable Advised proxy,
            boolean created) {

        String name() {
            return type.getName() + "." + method.getName();
        }
    }

    /**
     * Returns why annotations in the contexts above have no effect: their beans were created without the proxies of this one.
     * Those of a parent that has proxies of its own are intercepted.
     */
    static <A extends Annotation> Stream<String> problemsOfParents(
            ConfigurableListableBeanFactory beans, Class<A> annotation, Class<? extends Advice> interceptor) {
        return beans.getParentBeanFactory() instanceof ConfigurableListableBeanFactory parent
                ? Stream.concat(
                        find(parent, annotation).stream()
                                .filter(found -> found.created() && MethodChecks.position(found, interceptor) < 0)
                                .map(found -> found.name() + " is not intercepted, because its bean is in a parent"
                                        + " context; move it to the context of the application"),
                        problemsOfParents(parent, annotation, interceptor))
                : Stream.empty();
    }

    static <A extends Annotation> List<Found<A>> find(ConfigurableListableBeanFactory beans, Class<A> annotation) {
        List<Found<A>> all = new ArrayList<>();
        for (String name : beans.getBeanNamesForType(Object.class, true, false)) {
            Class<?> target = AutoProxyUtils.determineTargetClass(beans, name);
            if (target == null || !AnnotationUtils.isCandidateClass(target, annotation)) {
                continue;
            }
            Class<?> type = ClassUtils.getUserClass(target);
            Object singleton = beans.containsSingleton(name) ? beans.getSingleton(name) : null;
            // The type is that of the product, which is perhaps not created yet; only its type is checked.
            Object bean = singleton instanceof FactoryBean ? null : singleton;
            if (bean != null && MockedBeans.include(bean)) {
                continue;
            }
            Advised proxy = bean instanceof Advised advised ? advised : null;
            MethodIntrospector.MetadataLookup<@Nullable A> lookup =
                    method -> AnnotatedElementUtils.findMergedAnnotation(method, annotation);
            MethodIntrospector.selectMethods(type, lookup)
                    .forEach((method, found) -> all.add(new Found<>(name, type, method, found, proxy, bean != null)));
        }
        return all;
    }
}
