package dev.baton.cli;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** A logger that writes to the {@link CommandLog}. */
final class CommandLogger extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1;

    CommandLogger(String loggerName) {
        this.name = loggerName;
    }

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
        return null;
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level,
            @Nullable Marker marker,
            String pattern,
            Object @Nullable [] arguments,
            @Nullable Throwable failure) {
        String message = MessageFormatter.basicArrayFormat(pattern, arguments);
        CommandLog.write(
                new LogEntry(Instant.now(), level, name, String.valueOf(message), Optional.ofNullable(failure)));
    }

    @Override
    public boolean isTraceEnabled() {
        return CommandLog.isShown(name, Level.TRACE);
    }

    @Override
    public boolean isDebugEnabled() {
        return CommandLog.isShown(name, Level.DEBUG);
    }

    @Override
    public boolean isInfoEnabled() {
        return CommandLog.isShown(name, Level.INFO);
    }

    @Override
    public boolean isWarnEnabled() {
        return CommandLog.isShown(name, Level.WARN);
    }

    @Override
    public boolean isErrorEnabled() {
        return CommandLog.isShown(name, Level.ERROR);
    }
}
