package dev.baton.examples.ledger;

import dev.baton.Baton;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.postgresql.ds.PGSimpleDataSource;

/** One replica as a program: {@code URL ID}. Runs until TERM, and releases the leadership then. */
final class ReplicaMain {
    private static final Duration INTERVAL = Duration.ofMillis(250);

    private ReplicaMain() {}

    public static void main(String[] args) throws Exception {
        if (args.length != 2) {
            System.err.println("usage: ReplicaMain postgres://USER@HOST:PORT/DATABASE ID");
            System.exit(2);
        }
        Ledger ledger = new Ledger(dataSource(args[0]));
        ledger.create();
        Baton baton = Baton.connect(args[0]);
        LedgerReplica replica = new LedgerReplica(baton, ledger, args[1], INTERVAL, System.out::println);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            replica.close();
            baton.close();
        }));
        replica.start();
        System.out.println(args[1] + " runs");
        new CountDownLatch(1).await();
    }

    /** Returns a source of connections to the database of the election. */
    static PGSimpleDataSource dataSource(String url) {
        String user = url.replaceFirst("postgres://([^@]*)@.*", "$1");
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url.replaceFirst("postgres://[^@]*@", "jdbc:postgresql://"));
        source.setUser(user);
        return source;
    }
}
