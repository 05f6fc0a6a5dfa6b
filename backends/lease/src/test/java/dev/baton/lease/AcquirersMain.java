package dev.baton.lease;

import dev.baton.BatonClock;
import dev.baton.spi.AcquireOutcome;
import dev.baton.spi.Contender;
import dev.baton.spi.ContenderSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** A program with eight candidates: prints that it is ready, tries to acquire on request, and prints how many won and lost. */
final class AcquirersMain {
    private AcquirersMain() {}

    public static void main(String[] arguments) throws IOException {
        LeaseUrl url = LeaseUrl.parse(arguments[0]);
        try (LeaseBackend backend = LeaseBackend.open(url.store(), url.options(), BatonClock.system())) {
            System.out.print(".");
            System.out.flush();
            System.in.read();
            List<AcquireOutcome> outcomes = ask(List.of(backend), 8);
            long won = outcomes.stream()
                    .filter(AcquireOutcome.Won.class::isInstance)
                    .count();
            long held = outcomes.stream()
                    .filter(AcquireOutcome.HeldBy.class::isInstance)
                    .count();
            System.out.printf("%02d%02d", won, held);
            System.out.flush();
            while (System.in.read() >= 0) {
                // The claim is kept until all have asked.
            }
        }
    }

    static List<AcquireOutcome> ask(List<LeaseBackend> backends, int each) {
        List<CompletionStage<AcquireOutcome>> asked = new ArrayList<>();
        for (int i = 0; i < each; i++) {
            for (LeaseBackend backend : backends) {
                Contender contender = backend.contend(
                        new ContenderSettings("reconciler", UUID.randomUUID().toString(), 0, "", new SilentSignals()));
                asked.add(contender.acquire(0));
            }
        }
        return asked.stream().map(stage -> stage.toCompletableFuture().join()).toList();
    }
}
