package dev.baton.lab;

import java.io.IOException;
import java.util.List;

/** Successive readings of the cost of a {@link MeteredProcess}. */
final class ProcessMeter {
    private final LabProcess process;
    private final SampleSet cpu = new SampleSet();
    private final SampleSet threads = new SampleSet();
    private final long firstTime;
    private final long firstSpent;
    private long lastTime;
    private long lastSpent;

    ProcessMeter(LabProcess process) throws IOException, InterruptedException {
        this.process = process;
        this.firstSpent = Long.parseLong(query().get(1));
        this.firstTime = System.nanoTime();
        this.lastSpent = firstSpent;
        this.lastTime = firstTime;
    }

    void read() throws IOException, InterruptedException {
        List<String> reply = query();
        long spent = Long.parseLong(reply.get(1));
        long time = System.nanoTime();
        threads.add(Double.parseDouble(reply.get(0)));
        cpu.add(100.0 * (spent - lastSpent) / (time - lastTime));
        lastSpent = spent;
        lastTime = time;
    }

    /** Returns the percentages of a core between two readings. */
    SampleSet cpu() {
        return cpu;
    }

    /** Returns the percentage of a core over all readings. */
    double meanCpu() {
        return 100.0 * (lastSpent - firstSpent) / (lastTime - firstTime);
    }

    SampleSet threads() {
        return threads;
    }

    private List<String> query() throws IOException, InterruptedException {
        process.send("meter");
        return process.await("spent");
    }
}
