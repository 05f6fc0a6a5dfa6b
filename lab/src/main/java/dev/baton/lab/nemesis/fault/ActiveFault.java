package dev.baton.lab.nemesis.fault;

/** A fault that can be injected once. */
public interface ActiveFault {
    void begin() throws Exception;

    /** Ends the fault. Called after {@link #begin}, also if that failed. */
    void end() throws Exception;

    /** Returns a fault that is over when it has begun. */
    static ActiveFault once(FaultAction action) {
        return of(action, () -> {});
    }

    static ActiveFault of(FaultAction begin, FaultAction end) {
        return new ActiveFault() {
            @Override
            public void begin() throws Exception {
                begin.run();
            }

            @Override
            public void end() throws Exception {
                end.run();
            }
        };
    }

    /** One half of a fault. */
    interface FaultAction {
        void run() throws Exception;
    }
}
