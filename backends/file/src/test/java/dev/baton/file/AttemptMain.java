package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.spi.Backend;
import dev.baton.spi.ContenderSettings;

/** One attempt as a program: {@code DIR ELECTION ID}; prints the outcome, and who leads then. */
final class AttemptMain {

    private AttemptMain() {}

    public static void main(String[] args) {
        try (Backend backend = new FileBackendProvider().open("file:" + args[0], BatonClock.system())) {
            System.out.println(
                    Player.answer(backend.contend(new ContenderSettings(args[1], args[2], 0, "", new HeardSignals()))
                            .acquire(0)));
            System.out.println("leader " + Player.answer(backend.observe(args[1])));
            System.out.println("checks " + backend.selfTest());
        }
    }
}
