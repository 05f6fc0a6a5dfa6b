package dev.baton.spring;

import dev.baton.Baton;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.Advisor;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/** Connects the application to its elections. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
        })
@EnableConfigurationProperties(BatonProperties.class)
@Import({BatonAutoConfiguration.AutoProxies.class, CandidateBeans.class})
public class BatonAutoConfiguration {
    private static final Logger LOG = LoggerFactory.getLogger("dev.baton");

    /** Outside of transactions, so that a method that does not run begins none. */
    private static final int LEADER_ONLY_ORDER = Ordered.HIGHEST_PRECEDENCE + 100;

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static KnownElections batonKnownElections(BeanFactory beans) {
        return new KnownElections(beans.getBeanProvider(BatonElections.class));
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static Advisor batonLeaderOnlyAdvisor(KnownElections elections, BeanFactory beans) {
        ObjectProvider<ObservationRegistry> observations = beans.getBeanProvider(ObservationRegistry.class);
        DefaultPointcutAdvisor advisor = new DefaultPointcutAdvisor(
                new AnnotationMatchingPointcut(null, LeaderOnly.class, true),
                new LeaderOnlyInterceptor(
                        elections, () -> observations.getIfAvailable(() -> ObservationRegistry.NOOP)));
        advisor.setOrder(LEADER_ONLY_ORDER);
        return advisor;
    }

    @Bean
    LeaderOnlyChecks batonLeaderOnlyChecks(ConfigurableListableBeanFactory beans, KnownElections elections) {
        return new LeaderOnlyChecks(beans, elections);
    }

    /** Applies advisors to beans, also if {@code spring.aop.auto} is off. */
    static final class AutoProxies implements ImportBeanDefinitionRegistrar {
        @Override
        public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
            AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
        }
    }

    /**
     * The connection and the candidates. If {@code baton.enabled} is false, the candidates never lead. The property is read
     * here and is no condition: conditions know fewer words for false, and are evaluated at build time if the application is
     * processed ahead of time.
     */
    @Configuration(proxyBeanMethods = false)
    static class Elections {

        @Bean
        @ConditionalOnMissingBean(Baton.class)
        StoreChoice batonStoreChoice(
                BatonProperties properties, ObjectProvider<OwnDatabase> database, Environment environment) {
            return StoreChoice.of(
                    properties,
                    () -> database.stream()
                            .flatMap(own -> own.details().stream())
                            .findFirst()
                            .or(() -> ofProperties(environment)));
        }

        /** Returns the details of an application that creates its {@code DataSource} itself. */
        private static Optional<DatabaseDetails> ofProperties(Environment environment) {
            return Optional.ofNullable(environment.getProperty("spring.datasource.url"))
                    .map(url -> new DatabaseDetails(
                            url,
                            environment.getProperty("spring.datasource.username"),
                            environment.getProperty("spring.datasource.password")));
        }

        @Bean
        @Lazy
        DisabledConnection batonDisabledConnection() {
            return DisabledConnection.open();
        }

        @Bean(destroyMethod = "close")
        @ConditionalOnMissingBean
        Baton baton(StoreChoice choice, BatonProperties properties, ObjectProvider<DisabledConnection> disabled) {
            if (!properties.enabled()) {
                return disabled.getObject().baton();
            }
            try {
                Baton baton = Baton.connect(choice.url());
                LOG.info("elections are in {} ({})", baton.backend().describe(), choice);
                return baton;
            } catch (IllegalArgumentException refused) {
                throw new StoreRefusedException(choice, refused);
            }
        }

        @Bean
        BatonElections batonElections(
                Baton baton,
                BatonProperties properties,
                ObjectProvider<DisabledConnection> disabled,
                ObjectProvider<CandidateCustomizer> customizers,
                ApplicationEventPublisher events) {
            List<CandidateCustomizer> ordered = customizers.orderedStream().toList();
            Baton used = properties.enabled() ? baton : disabled.getObject().baton();
            return new BatonElections(used, properties, ordered, events);
        }

        @Bean
        ElectionLifecycle batonElectionLifecycle(BatonElections elections, BatonProperties properties) {
            return new ElectionLifecycle(elections, properties.stopTimeout());
        }
    }
}
