package dev.baton.lab.mixed.program;

import dev.baton.lab.mixed.judge.LeadReading;
import dev.baton.support.thread.NamedThreads;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Asks all the time whether participants of this process still lead, and passes on what they say. Of readings that follow
 * each other closely only some are passed on, and always the last one.
 */
public final class LeadReadings implements AutoCloseable {
    private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long PASS_INTERVAL = TimeUnit.MILLISECONDS.toNanos(20);

    private final Consumer<LeadReading> sink;
    private final List<Lead> leads = new CopyOnWriteArrayList<>();
    private volatile boolean ended;

    public LeadReadings(Consumer<LeadReading> sink) {
        this.sink = sink;
        NamedThreads.start("lead-readings", this::run);
    }

    /** One leadership. Only for the thread that reads. */
    private static final class Lead {
        final String election;
        final String holder;
        final long tenure;
        final BooleanSupplier leads;
        long before;
        long after;
        long passed;

        Lead(String election, String holder, long tenure, BooleanSupplier leads) {
            this.election = election;
            this.holder = holder;
            this.tenure = tenure;
            this.leads = leads;
        }

        LeadReading last() {
            return new LeadReading(election, holder, tenure, before, after);
        }
    }

    /**
     * Reads a leadership from now on, until it is over.
     *
     * @param holder the name of the participant in the store
     * @param leads whether it leads, by its own knowledge
     */
    public void add(String election, String holder, long tenure, BooleanSupplier leads) {
        this.leads.add(new Lead(election, holder, tenure, leads));
    }

    private void run() {
        while (!ended) {
            leads.removeIf(lead -> !read(lead));
            LockSupport.parkNanos(INTERVAL);
        }
    }

    private boolean read(Lead lead) {
        long before = System.nanoTime();
        boolean holds = lead.leads.getAsBoolean();
        long after = System.nanoTime();
        // After a pause the reading before it is passed on too: it shows when the pause began.
        if (!holds || before - lead.after > PASS_INTERVAL) {
            pass(lead);
        }
        lead.before = before;
        lead.after = after;
        if (holds && after - lead.passed > PASS_INTERVAL) {
            pass(lead);
        }
        return holds;
    }

    private void pass(Lead lead) {
        if (lead.after > lead.passed) {
            lead.passed = lead.after;
            sink.accept(lead.last());
        }
    }

    @Override
    public void close() {
        ended = true;
    }
}
