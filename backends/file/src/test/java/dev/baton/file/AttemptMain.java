package dev.baton.file;

import dev.baton.spi.Backend;
import dev.baton.spi.Clock;
import dev.baton.spi.Contest;

/** One attempt as a program: {@code DIR ELECTION ID}; prints the outcome, and who leads then. */
final class AttemptMain {

    private AttemptMain() {}

    public static void main(String[] args) {
        try (Backend backend = new FileBackendProvider().open("file:" + args[0], Clock.system())) {
            System.out.println(Player.answer(backend.contend(new Contest(args[1], args[2], 0, "", new HeardSignals()))
                    .acquire(0)));
            System.out.println("leader " + Player.answer(backend.observe(args[1])));
            System.out.println("checks " + backend.selfTest());
        }
    }
}
