package dev.baton.seams;

import java.util.List;
import java.util.stream.Stream;

/**
 * A rule of a module, broken in one place, and the test that finds it.
 *
 * @param test the class of the test
 * @param method the method of the test; with the types of its parameters, if it has any
 */
record SeamMutant(String name, String description, List<SourceEdit> edits, String test, String method) {

    static List<SeamMutant> all() {
        return Stream.of(
                        CoreMutants.ALL,
                        FileMutants.ALL,
                        LeaseMutants.ALL,
                        StoreMutants.ALL,
                        PostgresMutants.ALL,
                        FenceMutants.ALL,
                        MariadbMutants.ALL,
                        ReconcileMutants.ALL,
                        ShardMutants.ALL,
                        LeashMutants.ALL,
                        EngineMutants.ALL,
                        MqttMutants.ALL,
                        NodeMutants.ALL)
                .flatMap(List::stream)
                .toList();
    }
}
