package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.spi.Backend;
import dev.baton.spi.ContenderSettings;

/** A program that tries once to acquire and prints the outcome and the leader: {@code DIR ELECTION ID}. */
final class AttemptMain {

    private AttemptMain() {}

    public static void main(String[] args) {
        try (Backend backend = new FileBackendProvider().open("file:" + args[0], BatonClock.system())) {
            System.out.println(TestContender.await(
                    backend.contend(new ContenderSettings(args[1], args[2], 0, "", new RecordedSignals()))
                            .acquire(0)));
            System.out.println("leader " + TestContender.await(backend.observe(args[1])));
            System.out.println("checks " + backend.selfTest());
        }
    }
}
