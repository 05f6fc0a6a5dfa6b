package dev.baton.cli;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Logger;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/** Connects SLF4J to the {@link CommandLog}. SLF4J creates it by its name, which {@link Main} sets. */
public final class CommandLogProvider implements SLF4JServiceProvider, ILoggerFactory {
    private final Map<String, Logger> loggers = new ConcurrentHashMap<>();
    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter noContext = new NOPMDCAdapter();

    /** Called by SLF4J. */
    public CommandLogProvider() {}

    /** Selects this provider, whatever else is on the class path, unless a logger exists already. */
    static void select() {
        System.setProperty("slf4j.provider", CommandLogProvider.class.getName());
        // Otherwise SLF4J prints a line about it.
        System.setProperty("slf4j.internal.verbosity", "WARN");
    }

    @Override
    public Logger getLogger(String name) {
        return loggers.computeIfAbsent(name, CommandLogger::new);
    }

    @Override
    public ILoggerFactory getLoggerFactory() {
        return this;
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return noContext;
    }

    @Override
    public String getRequestedApiVersion() {
        return "2.0.99";
    }

    @Override
    public void initialize() {
        // The loggers need nothing.
    }
}
