package dev.baton.lab;

import java.util.List;

/** Successive readings of the cost of a {@link MeteredProcess}. */
final class ProcessMeter {
    private final LabProcess process;
    private final SampleSet cpu = new SampleSet();
    private final SampleSet threads = new SampleSet();
    private final Reading first;
    private Reading last;

    private record Reading(double threads, long spent, long time) {
        double percentSince(Reading earlier) {
            return 100.0 * (spent - earlier.spent) / (time - earlier.time);
        }
    }

    ProcessMeter(LabProcess process) throws Exception {
        this.process = process;
        this.first = query();
        this.last = first;
    }

    void read() throws Exception {
        Reading reading = query();
        threads.add(reading.threads);
        cpu.add(reading.percentSince(last));
        last = reading;
    }

    /** Returns the percentages of a core between two readings. */
    SampleSet cpu() {
        return cpu;
    }

    /** Returns the percentage of a core over all readings. */
    double meanCpu() {
        return last.percentSince(first);
    }

    SampleSet threads() {
        return threads;
    }

    private Reading query() throws Exception {
        process.send("meter");
        List<String> reply = process.await("spent");
        return new Reading(Double.parseDouble(reply.get(0)), Long.parseLong(reply.get(1)), System.nanoTime());
    }
}
