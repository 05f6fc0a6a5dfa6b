package dev.baton.examples.ledger;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.util.concurrent.CountDownLatch;

/** Runs an embedded PostgreSQL server until it is ended, and prints its URL. */
final class DatabaseMain {

    private DatabaseMain() {}

    public static void main(String[] args) throws Exception {
        try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
            System.out.println("postgres://postgres@localhost:" + server.getPort() + "/postgres");
            new CountDownLatch(1).await();
        }
    }
}
