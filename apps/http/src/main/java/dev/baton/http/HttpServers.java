package dev.baton.http;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.util.JavalinException;
import io.javalin.util.JavalinLogger;
import java.net.BindException;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Starts HTTP servers with common settings: no banner, no server version in responses, 405 where only the method is wrong,
 * {@code HEAD} answered as {@code GET}, bodies that occupy no thread while they arrive.
 */
public final class HttpServers {

    private HttpServers() {}

    /**
     * Starts a server.
     *
     * @param port 0 for any free port
     * @param bodies reads the bodies of requests
     * @param configure adds routes and settings
     * @throws BindException if the address cannot be used, with the address and the cause
     */
    public static Javalin start(String host, int port, BodyLoader bodies, Consumer<JavalinConfig> configure)
            throws BindException {
        Javalin server = Javalin.create(config -> {
            config.startup.showJavalinBanner = false;
            config.startup.showOldJavalinVersionWarning = false;
            config.http.prefer405over404 = true;
            config.jetty.modifyHttpConfiguration(http -> http.setSendServerVersion(false));
            config.jetty.modifyServer(jetty -> {
                jetty.insertHandler(bodies);
                jetty.insertHandler(new HeadRequests());
                jetty.insertHandler(new NoWebSockets());
                jetty.setErrorHandler(new JsonErrorHandler(Map::of));
            });
            JsonResponses.handleErrors(config.routes);
            configure.accept(config);
        });
        try {
            startQuietly(server, host, port);
            return server;
        } catch (JavalinException failed) {
            BindException bind =
                    new BindException("cannot listen on " + host + ":" + port + ": " + rootMessage(failed));
            bind.initCause(failed);
            throw bind;
        }
    }

    /** A failure is thrown. Javalin would log it as an error, too. */
    private static synchronized void startQuietly(Javalin server, String host, int port) {
        boolean before = JavalinLogger.enabled;
        JavalinLogger.enabled = false;
        try {
            LoggerSearch.around(() -> server.start(host, port));
        } finally {
            JavalinLogger.enabled = before;
        }
    }

    private static String rootMessage(Throwable failed) {
        Throwable cause = failed;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage());
    }
}
