package dev.baton.lab;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What a {@link MeteredProcess} process spent, reading by reading. */
final class ProcessMeter {
    private final LabProcess process;
    private final List<Double> cpu = new ArrayList<>();
    private final List<Double> threads = new ArrayList<>();
    private final long firstTime;
    private final long firstSpent;
    private long lastTime;
    private long lastSpent;

    ProcessMeter(LabProcess process) throws IOException, InterruptedException {
        this.process = process;
        this.lastSpent = ask();
        this.lastTime = System.nanoTime();
        this.firstSpent = lastSpent;
        this.firstTime = lastTime;
        threads.clear();
    }

    void read() throws IOException, InterruptedException {
        long spent = ask();
        long time = System.nanoTime();
        cpu.add(100.0 * (spent - lastSpent) / (time - lastTime));
        lastSpent = spent;
        lastTime = time;
    }

    /** Percent of a core between two readings. */
    SampleSet cpu() {
        return SampleSet.of(cpu);
    }

    /** Percent of a core over all readings. */
    double meanCpu() {
        return 100.0 * (lastSpent - firstSpent) / (lastTime - firstTime);
    }

    SampleSet threads() {
        return SampleSet.of(threads);
    }

    private long ask() throws IOException, InterruptedException {
        process.tell("meter");
        List<String> answer = process.await("spent");
        threads.add(Double.parseDouble(answer.get(0)));
        return Long.parseLong(answer.get(1));
    }
}
