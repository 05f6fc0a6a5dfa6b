package dev.baton.lab.mixed.program;

import java.nio.file.Path;
import java.util.List;

/**
 * The arguments of a program with a participant in each of several elections.
 *
 * @param servers how the engine is reached: the URL of the elections, or what the other program needs instead
 * @param readings the file for what it records
 * @param holder its name in the store
 */
record ProgramPlan(String servers, Path readings, String holder, List<String> elections) {

    static ProgramPlan parse(String... words) {
        return new ProgramPlan(words[0], Path.of(words[1]), words[2], List.of(words[3].split(",", -1)));
    }
}
