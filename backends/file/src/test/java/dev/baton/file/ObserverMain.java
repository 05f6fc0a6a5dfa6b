package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.LeaderInfo;
import dev.baton.spi.Backend;
import dev.baton.spi.LeaderWatcher;
import dev.baton.spi.TransferRequest;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** A program that uses every function for observers: {@code DIR ELECTION}. */
final class ObserverMain {

    private ObserverMain() {}

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch notified = new CountDownLatch(1);
        try (Backend backend = new FileBackendProvider().open("file:" + args[0], BatonClock.system())) {
            System.out.println("leader " + TestContender.await(backend.observe(args[1])));
            System.out.println("elections " + TestContender.await(backend.elections()));
            System.out.println(
                    "history " + TestContender.await(backend.history(args[1])).size());
            System.out.println("roster "
                    + TestContender.await(backend.roster().list(args[1])).size());
            TestContender.await(backend.roster().send(new TransferRequest(args[1], "x", "r1")));
            backend.watch(args[1], new LeaderWatcher() {
                @Override
                public void leaderChanged(Optional<LeaderInfo> leader) {
                    notified.countDown();
                }

                @Override
                public void confirmed() {
                    notified.countDown();
                }

                @Override
                public void failed(Throwable cause) {
                    notified.countDown();
                }
            });
            notified.await();
        }
    }
}
