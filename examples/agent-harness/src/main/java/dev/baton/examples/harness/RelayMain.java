package dev.baton.examples.harness;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/** The relay program: {@code [--port N]}. Prints its port, and runs until it is stopped. */
public final class RelayMain {

    private RelayMain() {}

    public static void main(String[] args) throws InterruptedException {
        ProgramOptions.run(args, Set.of("--port"), RelayMain::run);
    }

    private static void run(ProgramOptions options) throws IOException, InterruptedException {
        try (RelayServer server = RelayServer.start(options.number("--port", 0))) {
            System.out.println("relay on port " + server.port());
            new CountDownLatch(1).await();
        }
    }
}
