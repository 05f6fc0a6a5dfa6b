package dev.baton.quorum.mutant;

import dev.baton.testkit.quorum.SimulationLevel;
import java.util.List;
import java.util.stream.Stream;

/** A rule of the quorum, broken by a change of its source, and what must find that. */
record QuorumMutant(String name, String description, List<SourceChange> changes, MutantFinder finder) {

    static List<QuorumMutant> all() {
        return Stream.of(DiskMutants.ALL, MemberMutants.ALL, StreamMutants.ALL, ConnectionMutants.ALL, StepMutants.ALL)
                .flatMap(List::stream)
                .toList();
    }

    /** Returns a bug that schedules of the protocol and the disk find. */
    static QuorumMutant protocol(String name, String description, SourceChange change) {
        return new QuorumMutant(
                name, description, List.of(change), new MutantFinder.Schedules(SimulationLevel.PROTOCOL));
    }

    /** Returns a bug that schedules of whole members find. */
    static QuorumMutant member(String name, String description, SourceChange change) {
        return new QuorumMutant(name, description, List.of(change), new MutantFinder.Schedules(SimulationLevel.MEMBER));
    }

    /** Returns a bug that a unit test finds. */
    static QuorumMutant unit(String name, String description, SourceChange change, String test, String method) {
        return new QuorumMutant(name, description, List.of(change), new MutantFinder.UnitTest(test, method));
    }
}
