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

/** The two bodies that JMH compares: asking a leader whether it leads, and reading both clocks. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class IsLeaderBodies {

    /** A candidate that leads, in a real runtime that goes on renewing beside the measurement. */
    @State(Scope.Benchmark)
    public static class Leading {
        private Baton baton = Baton.connect("memory:clock-reads");
        private Candidate candidate = baton.candidate("clock-reads");

        /** Waits until it leads, so that the answer is true and takes both clocks to give. */
        @Setup
        public void lead() throws InterruptedException {
            candidate.start();
            if (candidate.awaitLeadership(Duration.ofSeconds(10)).isEmpty()) {
                throw new IllegalStateException("the candidate does not lead");
            }
        }

        /** Stops the runtime. */
        @TearDown
        public void stop() {
            if (!candidate.isLeader()) {
                throw new IllegalStateException("the candidate lost its leadership: the short way was measured");
            }
            baton.close();
        }
    }

    /** What a user calls before he acts. */
    @Benchmark
    public boolean isLeader(Leading leading) {
        return leading.candidate.isLeader();
    }

    /** The least that a check of two clocks can cost. */
    @Benchmark
    public long bareReads() {
        return System.nanoTime() + System.currentTimeMillis();
    }
}
