package dev.baton.http;

import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Objects;

/**
 * A class loader in which Javalin finds a logging library. Javalin looks only for one that is registered as a service, and
 * prints a page about logging if there is none, also if one is selected in another way.
 */
final class LoggerSearch extends ClassLoader {
    private static final String SERVICE = "META-INF/services/org.slf4j.spi.SLF4JServiceProvider";

    LoggerSearch(ClassLoader parent) {
        super(parent);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        Enumeration<URL> found = super.getResources(name);
        if (!name.equals(SERVICE) || found.hasMoreElements()) {
            return found;
        }
        URL fallback = Objects.requireNonNull(LoggerSearch.class.getResource("slf4j-provider"));
        return Collections.enumeration(List.of(fallback));
    }

    /** Runs an action that looks for services in this class loader. */
    static void around(Runnable action) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(new LoggerSearch(HttpServers.class.getClassLoader()));
        try {
            action.run();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
