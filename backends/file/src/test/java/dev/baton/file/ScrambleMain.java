package dev.baton.file;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * Several candidates as a program: {@code DIR ELECTION MARKER NAME}. Each leads a few times and, while it
 * does, creates the marker exclusively: two leaders at once collide there.
 */
final class ScrambleMain {
    static final int CANDIDATES = 4;
    static final int REIGNS = 5;

    private ScrambleMain() {}

    public static void main(String[] args) throws InterruptedException {
        Path marker = Path.of(args[2]);
        CountDownLatch reigns = new CountDownLatch(CANDIDATES * REIGNS);
        try (Baton baton = Baton.connect("file:" + args[0])) {
            List<Candidate> candidates = new ArrayList<>();
            for (int i = 0; i < CANDIDATES; i++) {
                Candidate candidate = baton.election(args[1])
                        .candidate(CandidateSettings.builder()
                                .instanceId(args[3] + "-" + i)
                                .reacquireDelay(Duration.ofMillis(20))
                                .build());
                CountDownLatch own = new CountDownLatch(REIGNS);
                candidate.whileLeading(leadership -> {
                    touch(marker);
                    if (own.getCount() > 0) {
                        own.countDown();
                        reigns.countDown();
                    }
                    candidate.stepDown(Duration.ZERO);
                });
                candidates.add(candidate);
            }
            candidates.forEach(Candidate::start);
            reigns.await();
        }
        System.out.println("done");
    }

    private static void touch(Path marker) {
        try {
            Files.createFile(marker);
            LockSupport.parkNanos(500_000);
            Files.delete(marker);
        } catch (IOException twoLeaders) {
            System.out.println("collision " + twoLeaders);
        }
    }
}
