package dev.baton.spi.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which candidates stand in the way of a transfer. */
class QueueEntryTest {

    /** Candidates of other programs have a name in capitals. */
    private static List<QueueEntry> queue(String names) {
        return Stream.of(names.split(" ", -1))
                .map(name -> new QueueEntry(name, !name.equals(name.toUpperCase(Locale.ROOT))))
                .toList();
    }

    @Test // API-8
    void candidatesOfBatonLetTheSuccessorGoFirst() {
        assertThat(QueueEntry.obstacle(queue("leader a b c"), "c")).isEmpty();
        assertThat(QueueEntry.obstacle(queue("leader a"), "absent")).isEmpty();
        assertThat(QueueEntry.obstacle(queue("leader"), "b")).isEmpty();
    }

    @Test // API-8
    void candidateOfAnotherProgramInFrontIsAnObstacle() {
        assertThat(QueueEntry.obstacle(queue("leader NATIVE b"), "b"))
                .hasValueSatisfying(why -> assertThat(why).contains("NATIVE"));
        assertThat(QueueEntry.obstacle(queue("leader a NATIVE b"), "b")).isPresent();
        assertThat(QueueEntry.obstacle(queue("leader NATIVE"), "absent")).isPresent();
    }

    @Test // API-8
    void candidateOfAnotherProgramBehindIsNone() {
        assertThat(QueueEntry.obstacle(queue("leader b NATIVE"), "b")).isEmpty();
        assertThat(QueueEntry.obstacle(queue("NATIVE b"), "b")).isEmpty();
    }
}
