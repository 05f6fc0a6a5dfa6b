package dev.baton.lab;

import dev.baton.Baton;
import dev.baton.Candidate;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The two methods that JMH compares: {@code isLeader()} of a leader, and reading both clocks. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class IsLeaderBodies {

    /** A leader in a real runtime that keeps renewing during the measurement. */
    @State(Scope.Benchmark)
    public static class Leading {
        private Baton baton = Baton.connect("memory:clock-reads");
        private Candidate candidate = baton.candidate("clock-reads");

        /** Waits for the leadership, so that the result is true and both clocks are read. */
        @Setup
        public void lead() throws InterruptedException {
            candidate.start();
            if (candidate.awaitLeadership(Duration.ofSeconds(10)).isEmpty()) {
                throw new IllegalStateException("the candidate did not acquire within 10 s");
            }
        }

        /** Stops the runtime. */
        @TearDown
        public void stop() {
            if (!candidate.isLeader()) {
                throw new IllegalStateException("the candidate lost its leadership, so the short path was measured");
            }
            baton.close();
        }
    }

    /** The call that an application makes before it acts. */
    @Benchmark
    public boolean isLeader(Leading leading) {
        return leading.candidate.isLeader();
    }

    /** The least cost of a check of two clocks. */
    @Benchmark
    public long bareReads() {
        return System.nanoTime() + System.currentTimeMillis();
    }
}
