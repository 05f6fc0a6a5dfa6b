package dev.baton.spring;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** Starts applications without a web server. */
final class TestApplication {
    static final String JPA = "org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration";

    /** What an application without a database leaves out. */
    static final String DATABASES = "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration," + JPA;

    private TestApplication() {}

    /** Returns the URL of a store in memory that no other test uses. */
    static String newStore() {
        return "memory:" + UUID.randomUUID();
    }

    /** Starts an application with the given beans, as one replica. */
    static ConfigurableApplicationContext start(List<String> properties, Class<?>... beans) {
        List<Class<?>> sources = new ArrayList<>(List.of(beans));
        sources.add(AutoConfigured.class);
        List<String> all = new ArrayList<>(properties);
        if (properties.stream().noneMatch(property -> property.startsWith("spring.datasource.url"))) {
            all.add("spring.autoconfigure.exclude=" + DATABASES);
        }
        all.add("spring.main.banner-mode=off");
        all.add("logging.level.root=WARN");
        return new SpringApplicationBuilder(sources.toArray(Class<?>[]::new))
                .web(WebApplicationType.NONE)
                .properties(all.toArray(String[]::new))
                .run();
    }

    @Configuration(proxyBeanMethods = false)
    // Spring Integration is there for its annotations only.
    @EnableAutoConfiguration(
            excludeName = "org.springframework.boot.autoconfigure.integration.IntegrationAutoConfiguration")
    static class AutoConfigured {}
}
