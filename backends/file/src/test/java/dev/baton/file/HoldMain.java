package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.ContenderSettings;
import java.io.IOException;

/**
 * A leader with a hold, as a program: {@code DIR ELECTION ID}. Prints the path of the hold once it leads,
 * and stays until it is killed or its input ends.
 */
final class HoldMain {

    private HoldMain() {}

    public static void main(String[] args) throws IOException {
        try (FileBackend backend = FileBackend.open(FileUrl.parse("file:" + args[0]), BatonClock.system())) {
            AcquireOutcome outcome =
                    Player.answer(backend.contend(new ContenderSettings(args[1], args[2], 0, "", new HeardSignals()))
                            .acquire(0));
            System.out.println(outcome instanceof AcquireOutcome.Won ? backend.newHold() : outcome);
            if (System.in.read() < 0) {
                System.out.println("bye");
            }
        }
    }
}
