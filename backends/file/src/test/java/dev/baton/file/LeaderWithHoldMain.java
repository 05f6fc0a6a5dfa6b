package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.ContenderSettings;
import java.io.IOException;

/**
 * A program that leads and creates a hold: {@code DIR ELECTION ID}. Prints the path of the hold and runs until it is
 * killed or its input ends.
 */
final class LeaderWithHoldMain {

    private LeaderWithHoldMain() {}

    public static void main(String[] args) throws IOException {
        try (FileBackend backend = FileBackend.open(FileUrl.parse("file:" + args[0]), BatonClock.system())) {
            AcquireOutcome outcome = TestContender.await(
                    backend.contend(new ContenderSettings(args[1], args[2], 0, "", new RecordedSignals()))
                            .acquire(0));
            System.out.println(outcome instanceof AcquireOutcome.Won ? backend.newHold() : outcome);
            if (System.in.read() < 0) {
                System.out.println("bye");
            }
        }
    }
}
