package dev.baton.spring;

import dev.baton.Baton;
import dev.baton.micrometer.BatonMetrics;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Health, the endpoint and the metrics. Spring Boot 4 moved the types of health to another package. */
@AutoConfiguration(after = BatonAutoConfiguration.class)
class ActuatorConfiguration {

    /** Spring Boot 3. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.actuate.health.HealthIndicator")
    @ConditionalOnProperty(prefix = "management.health.baton", name = "enabled", matchIfMissing = true)
    static class HealthOfBoot3 {
        @Bean
        @ConditionalOnMissingBean(name = "batonHealthIndicator")
        org.springframework.boot.actuate.health.HealthIndicator batonHealthIndicator(BatonElections elections) {
            ElectionReport report = new ElectionReport(elections);
            return () -> (report.isUp()
                            ? org.springframework.boot.actuate.health.Health.up()
                            : org.springframework.boot.actuate.health.Health.down())
                    .withDetails(report.details())
                    .build();
        }
    }

    /** Spring Boot 4. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
    @ConditionalOnProperty(prefix = "management.health.baton", name = "enabled", matchIfMissing = true)
    static class HealthOfBoot4 {
        @Bean
        @ConditionalOnMissingBean(name = "batonHealthIndicator")
        org.springframework.boot.health.contributor.HealthIndicator batonHealthIndicator(BatonElections elections) {
            ElectionReport report = new ElectionReport(elections);
            return () -> (report.isUp()
                            ? org.springframework.boot.health.contributor.Health.up()
                            : org.springframework.boot.health.contributor.Health.down())
                    .withDetails(report.details())
                    .build();
        }
    }

    /** {@code /actuator/baton}. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(
            name = "org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint")
    static class Endpoints {
        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnAvailableEndpoint
        BatonEndpoint batonEndpoint(BatonElections elections) {
            return new BatonEndpoint(elections);
        }
    }

    /** The meters. Spring Boot binds every {@code MeterBinder} to its registries. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "io.micrometer.core.instrument.binder.MeterBinder")
    static class Metrics {
        @Bean
        @ConditionalOnMissingBean
        BatonMetrics batonMetrics(Baton baton) {
            return new BatonMetrics(baton);
        }
    }
}
