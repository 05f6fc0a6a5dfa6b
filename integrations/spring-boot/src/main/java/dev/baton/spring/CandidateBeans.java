package dev.baton.spring;

import dev.baton.Candidate;
import dev.baton.Gate;
import java.util.Map;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Registers a {@link Candidate} and a {@link Gate} for every election under {@code baton.elections}, with the name of the
 * election as their qualifier.
 */
final class CandidateBeans implements ImportBeanDefinitionRegistrar {
    private final Environment environment;

    CandidateBeans(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        ElectionNames.check(environment);
        Binder.get(environment)
                .bind("baton.elections", Bindable.mapOf(String.class, Object.class))
                .orElseGet(Map::of)
                .keySet()
                .forEach(election -> {
                    register(registry, election, Candidate.class, "candidate");
                    register(registry, election, Gate.class, "gate");
                });
    }

    /** The definition names a method of a bean, not code, so that it can be processed ahead of time. */
    private static void register(BeanDefinitionRegistry registry, String election, Class<?> type, String method) {
        RootBeanDefinition definition =
                (RootBeanDefinition) BeanDefinitionBuilder.rootBeanDefinition(BatonElections.class)
                        .setFactoryMethodOnBean(method, "batonElections")
                        .addConstructorArgValue(election)
                        .getBeanDefinition();
        definition.setTargetType(type);
        definition.setDestroyMethodName("");
        definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, election));
        registry.registerBeanDefinition("baton." + method + "." + election, definition);
    }
}
