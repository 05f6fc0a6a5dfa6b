package dev.baton.spring;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
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
     * @param proxy the proxy of the bean; null if the bean has none
     * @param created whether the bean exists already
     */
    record Found<A>(
            Class<?> type,
            Method method,
            A annotation,
            @Nullable Advised proxy,
            boolean created) {

        String name() {
            return type.getName() + "." + method.getName();
        }
    }

    static <A extends Annotation> List<Found<A>> find(ConfigurableListableBeanFactory beans, Class<A> annotation) {
        List<Found<A>> all = new ArrayList<>();
        for (String name : beans.getBeanNamesForType(Object.class, true, false)) {
            Class<?> target = AutoProxyUtils.determineTargetClass(beans, name);
            if (target == null || !AnnotationUtils.isCandidateClass(target, annotation)) {
                continue;
            }
            Class<?> type = ClassUtils.getUserClass(target);
            Object bean = beans.containsSingleton(name) ? beans.getSingleton(name) : null;
            if (bean instanceof FactoryBean) {
                continue;
            }
            Advised proxy = bean instanceof Advised advised ? advised : null;
            MethodIntrospector.MetadataLookup<@Nullable A> lookup =
                    method -> AnnotatedElementUtils.findMergedAnnotation(method, annotation);
            MethodIntrospector.selectMethods(type, lookup)
                    .forEach((method, found) -> all.add(new Found<>(type, method, found, proxy, bean != null)));
        }
        return all;
    }
}
