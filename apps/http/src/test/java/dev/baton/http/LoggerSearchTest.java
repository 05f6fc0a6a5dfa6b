package dev.baton.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.slf4j.spi.SLF4JServiceProvider;

class LoggerSearchTest {

    /** A class loader in which no logging library is registered. */
    private static final class Unregistered extends ClassLoader {
        Unregistered() {
            super(LoggerSearchTest.class.getClassLoader());
        }

        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            return name.startsWith("META-INF/services/org.slf4j")
                    ? Collections.emptyEnumeration()
                    : super.getResources(name);
        }
    }

    @Test // NODE-4
    void findsALoggerWhereNoneIsRegistered() {
        assertThat(ServiceLoader.load(SLF4JServiceProvider.class, new Unregistered()))
                .isEmpty();
        assertThat(ServiceLoader.load(SLF4JServiceProvider.class, new LoggerSearch(new Unregistered())))
                .hasSize(1);
    }

    @Test // NODE-4
    void restoresTheContextClassLoader() {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        LoggerSearch.around(
                () -> assertThat(Thread.currentThread().getContextClassLoader()).isInstanceOf(LoggerSearch.class));
        assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
    }
}
