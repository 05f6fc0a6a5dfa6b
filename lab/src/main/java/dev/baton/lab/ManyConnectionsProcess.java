package dev.baton.lab;

import dev.baton.Baton;
import dev.baton.Candidate;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A program with many idle candidates, each in an election of its own and on a connection of its own: {@code URL N}, and
 * {@code leader} or {@code standby}. It reports its cost like every {@link MeteredProcess}.
 */
final class ManyConnectionsProcess {
    private ManyConnectionsProcess() {}

    public static void main(String[] args) throws Exception {
        LineProtocol protocol = new LineProtocol();
        int threads = ManagementFactory.getThreadMXBean().getThreadCount();
        List<Candidate> candidates = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            Candidate candidate = Baton.connect(args[0]).candidate("election-" + i);
            candidate.start();
            candidates.add(candidate);
        }
        for (Candidate candidate : candidates) {
            if (args[2].equals("leader")
                    && candidate.awaitLeadership(Duration.ofMinutes(1)).isEmpty()) {
                throw new IllegalStateException(candidate.election() + ": not acquired within a minute");
            }
        }
        protocol.send("ready");
        MeteredProcess.serve(protocol, threads);
        Runtime.getRuntime().halt(0);
    }
}
