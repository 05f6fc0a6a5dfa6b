package dev.baton.spring;

import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Reads the connection details of the application's database, whose type Spring Boot 4 moved to another package. Of several,
 * the primary ones; without these there is no own database.
 */
@AutoConfiguration(before = BatonAutoConfiguration.class)
class OwnDatabaseConfiguration {

    /** Spring Boot 3. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails")
    static class Boot3 {
        @Bean
        OwnDatabase batonDatabaseOfBoot3(
                ObjectProvider<org.springframework.boot.autoconfigure.jdbc.JdbcConnectionDetails> present) {
            return () -> Optional.ofNullable(present.getIfUnique())
                    .map(own -> new DatabaseDetails(own.getJdbcUrl(), own.getUsername(), own.getPassword()));
        }
    }

    /** Spring Boot 4. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails")
    static class Boot4 {
        @Bean
        OwnDatabase batonDatabaseOfBoot4(
                ObjectProvider<org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails> present) {
            return () -> Optional.ofNullable(present.getIfUnique())
                    .map(own -> new DatabaseDetails(own.getJdbcUrl(), own.getUsername(), own.getPassword()));
        }
    }
}
