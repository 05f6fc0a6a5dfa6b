package dev.baton.examples.spring;

import dev.baton.testkit.postgres.PostgresTestServer;
import dev.baton.testkit.postgres.TestServers;

/** A server for the demo, until this process ends. Prints the JDBC URL of its database. */
final class DemoDatabase {

    private DemoDatabase() {}

    public static void main(String[] args) throws InterruptedException {
        PostgresTestServer server = TestServers.started("newest");
        System.out.println("jdbc:postgresql://localhost:" + server.port() + "/postgres");
        Thread.currentThread().join();
    }
}
