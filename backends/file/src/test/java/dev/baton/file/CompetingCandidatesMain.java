package dev.baton.file;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * A program with several candidates: {@code DIR ELECTION MARKER NAME}. Each leads a few times and creates the marker
 * exclusively while it leads, so two leaders at the same time collide.
 */
final class CompetingCandidatesMain {
    static final int CANDIDATES = 4;
    static final int TENURES = 5;

    private CompetingCandidatesMain() {}

    public static void main(String[] args) throws InterruptedException {
        Path marker = Path.of(args[2]);
        CountDownLatch tenures = new CountDownLatch(CANDIDATES * TENURES);
        try (Baton baton = Baton.connect("file:" + args[0])) {
            List<Candidate> candidates = new ArrayList<>();
            for (int i = 0; i < CANDIDATES; i++) {
                Candidate candidate = baton.election(args[1])
                        .candidate(CandidateSettings.builder()
                                .instanceId(args[3] + "-" + i)
                                .reacquireDelay(Duration.ofMillis(20))
                                .build());
                CountDownLatch own = new CountDownLatch(TENURES);
                candidate.whileLeading(leadership -> {
                    touch(marker);
                    if (own.getCount() > 0) {
                        own.countDown();
                        tenures.countDown();
                    }
                    candidate.stepDown(Duration.ZERO);
                });
                candidates.add(candidate);
            }
            candidates.forEach(Candidate::start);
            tenures.await();
        }
        System.out.println("done");
    }

    private static void touch(Path marker) {
        try {
            Files.createFile(marker);
            // Not a channel, which an interrupt would close: work that is interrupted must not leave the marker behind.
            try (FileOutputStream file = new FileOutputStream(marker.toFile())) {
                file.getFD().sync();
            }
            Files.delete(marker);
        } catch (IOException twoLeaders) {
            System.out.println("collision " + twoLeaders);
        }
    }
}
