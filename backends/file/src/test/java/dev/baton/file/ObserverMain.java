package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.LeaderInfo;
import dev.baton.spi.Backend;
import dev.baton.spi.LeaderWatcher;
import dev.baton.spi.TransferRequest;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** All that a mere observer does, as a program: {@code DIR ELECTION}. */
final class ObserverMain {

    private ObserverMain() {}

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch told = new CountDownLatch(1);
        try (Backend backend = new FileBackendProvider().open("file:" + args[0], BatonClock.system())) {
            System.out.println("leader " + Player.answer(backend.observe(args[1])));
            System.out.println("elections " + Player.answer(backend.elections()));
            System.out.println(
                    "history " + Player.answer(backend.history(args[1])).size());
            System.out.println(
                    "roster " + Player.answer(backend.roster().list(args[1])).size());
            Player.answer(backend.roster().send(new TransferRequest(args[1], "x", "r1")));
            backend.watch(args[1], new LeaderWatcher() {
                @Override
                public void leaderChanged(Optional<LeaderInfo> leader) {
                    told.countDown();
                }

                @Override
                public void confirmed() {
                    told.countDown();
                }

                @Override
                public void failed(Throwable cause) {
                    told.countDown();
                }
            });
            told.await();
        }
    }
}
