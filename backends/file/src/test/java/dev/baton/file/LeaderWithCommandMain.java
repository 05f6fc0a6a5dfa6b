package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.ContenderSettings;
import dev.baton.spi.RunningCommand;
import java.io.IOException;

/**
 * A program that leads and records a running command: {@code DIR ELECTION ID PID}. Prints whether the command was
 * recorded and runs until it is killed or its input ends.
 */
final class LeaderWithCommandMain {

    private LeaderWithCommandMain() {}

    public static void main(String[] args) throws IOException {
        try (FileBackend backend = FileBackend.open(FileUrl.parse("file:" + args[0]), BatonClock.system())) {
            AcquireOutcome outcome = TestContender.await(
                    backend.contend(new ContenderSettings(args[1], args[2], 0, "", new RecordedSignals()))
                            .acquire(0));
            RunningCommand command =
                    RunningCommand.ofPid(Long.parseLong(args[3])).orElseThrow();
            System.out.println(
                    outcome instanceof AcquireOutcome.Won won
                            ? TestContender.await(
                                    backend.record(args[1], won.claim().epoch(), command))
                            : outcome);
            if (System.in.read() < 0) {
                System.out.println("bye");
            }
        }
    }
}
