package dev.baton.quorum.mutant;

import dev.baton.testkit.quorum.SimulationLevel;

/** What must find a planted bug. */
sealed interface MutantFinder {

    /** The simulator, with the schedules of one level. */
    record Schedules(SimulationLevel level) implements MutantFinder {}

    /**
     * A test.
     *
     * @param test the class: its full name, or the one below the package {@code dev.baton.quorum}
     */
    record UnitTest(String test, String method) implements MutantFinder {
        String className() {
            return test.startsWith("dev.baton.") ? test : "dev.baton.quorum." + test;
        }
    }
}
