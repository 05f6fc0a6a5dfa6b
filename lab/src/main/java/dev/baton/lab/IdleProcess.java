package dev.baton.lab;

import dev.baton.Baton;
import dev.baton.Candidate;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A program that leads many elections and is idle: {@code URL N}. It reports its cost like every {@link MeteredProcess};
 * at the end it sends {@code heap BYTES}, the heap per election after a collection, and {@code leading COUNT}.
 */
final class IdleProcess {
    private static final int COLLECTIONS = 5;
    private static final int BATCH = 100;

    private IdleProcess() {}

    public static void main(String[] args) throws Exception {
        LineProtocol protocol = new LineProtocol();
        int count = Integer.parseInt(args[1]);
        long emptyHeap = usedHeap();
        int threads = ManagementFactory.getThreadMXBean().getThreadCount();
        Baton baton = Baton.connect(args[0]);
        List<Candidate> candidates = new ArrayList<>(count);
        while (candidates.size() < count) {
            candidates.addAll(lead(baton, candidates.size(), Math.min(count, candidates.size() + BATCH)));
        }
        protocol.send("ready");
        MeteredProcess.serve(protocol, threads);
        protocol.send("heap " + (usedHeap() - emptyHeap) / count);
        long leading = candidates.stream().filter(Candidate::isLeader).count();
        protocol.send("leading " + leading);
        // Skip the release of all claims: it takes long and is not measured.
        Runtime.getRuntime().halt(0);
    }

    /** Acquires some more elections, in batches because the start is not measured. */
    private static List<Candidate> lead(Baton baton, int from, int to) throws InterruptedException {
        List<Candidate> batch = new ArrayList<>();
        for (int i = from; i < to; i++) {
            Candidate candidate = baton.candidate("election-" + i);
            candidate.start();
            batch.add(candidate);
        }
        for (Candidate candidate : batch) {
            if (candidate.awaitLeadership(Duration.ofMinutes(1)).isEmpty()) {
                throw new IllegalStateException(candidate.election() + ": not acquired within a minute");
            }
        }
        return batch;
    }

    /** Returns the minimum of several readings, because renewals allocate between them. */
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
