package dev.baton.lab;

import dev.baton.Baton;
import dev.baton.Candidate;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that leads many elections and does nothing, {@code URL N}: says {@code heap BYTES}, what one
 * election costs after a collection, then serves as a {@link MeteredProcess} process.
 */
final class IdleProcess {
    private static final int COLLECTIONS = 5;
    private static final int BATCH = 100;

    private IdleProcess() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        LineProtocol speaker = new LineProtocol();
        int count = Integer.parseInt(args[1]);
        long emptyHeap = usedHeap();
        int threads = ManagementFactory.getThreadMXBean().getThreadCount();
        Baton baton = Baton.connect(args[0]);
        List<Candidate> candidates = new ArrayList<>(count);
        while (candidates.size() < count) {
            candidates.addAll(lead(baton, candidates.size(), Math.min(count, candidates.size() + BATCH)));
        }
        speaker.say("ready");
        new MeteredProcess(speaker, threads).serve();
        speaker.say("heap " + (usedHeap() - emptyHeap) / count);
        long leading = candidates.stream().filter(Candidate::isLeader).count();
        speaker.say("leading " + leading);
        // No orderly end: giving ten thousand claims back is not what is measured here.
        Runtime.getRuntime().halt(0);
    }

    /** Some more elections, all of them led: started in turns, for a start is not what is measured. */
    private static List<Candidate> lead(Baton baton, int from, int to) throws InterruptedException {
        List<Candidate> batch = new ArrayList<>();
        for (int i = from; i < to; i++) {
            Candidate candidate = baton.candidate("election-" + i);
            candidate.start();
            batch.add(candidate);
        }
        for (Candidate candidate : batch) {
            if (candidate.awaitLeadership(Duration.ofMinutes(1)).isEmpty()) {
                throw new IllegalStateException(candidate.election() + " was not won");
            }
        }
        return batch;
    }

    /** The least of a few looks: between two of them a renewal may have left something behind. */
    private static long usedHeap() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }
}
