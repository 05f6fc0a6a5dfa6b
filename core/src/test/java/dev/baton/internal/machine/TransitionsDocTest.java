package dev.baton.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Checks that docs/internals/transitions.md matches the machine. */
class TransitionsDocTest {
    private static final Path PAGE = Path.of("..", "docs", "internals", "transitions.md");

    @Test // PG-2
    void pageMatchesTheMachine() throws IOException {
        String page = new TransitionsDocument().render();
        if (Boolean.getBoolean("transitions.update")) {
            Files.createDirectories(PAGE.getParent());
            Files.writeString(PAGE, page);
        }
        assertThat(Files.exists(PAGE) ? Files.readString(PAGE) : "")
                .as("docs/internals/transitions.md differs from the machine; if the machine is correct, run"
                        + " mvn -pl core test -Dtest=TransitionsDocTest -Dtransitions.update=true and commit the page")
                .isEqualTo(page);
    }
}
