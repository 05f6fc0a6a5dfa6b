package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.CandidateEvent;
import dev.baton.CandidateState;
import dev.baton.EndReason;
import dev.baton.StopCause;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EventJsonLinesTest {
    private static final Map<CandidateEvent, String> LINES = Map.of(
            new CandidateEvent.StateChanged(CandidateState.FOLLOWER, CandidateState.ACQUIRING),
            "\"event\":\"state_change\",\"from\":\"follower\",\"to\":\"acquiring\"}",
            new CandidateEvent.Acquired(7),
            "\"event\":\"acquired\",\"epoch\":7}",
            new CandidateEvent.Released(7, EndReason.TRANSFERRED),
            "\"event\":\"released\",\"epoch\":7,\"reason\":\"transferred\"}",
            new CandidateEvent.Lost(7, EndReason.EXPIRED),
            "\"event\":\"lost\",\"epoch\":7,\"reason\":\"expired\"}",
            new CandidateEvent.AcquireFailed(Optional.empty(), Optional.empty()),
            "\"event\":\"acquire_failed\"}",
            new CandidateEvent.ErrorRaised(new IllegalStateException("x")),
            "\"event\":\"error\"}",
            new CandidateEvent.Stopped(StopCause.REQUESTED),
            "\"event\":\"stopped\"}");

    @Test // API-5
    void writesTheFieldsOfEveryKindOfEvent() {
        LINES.forEach((event, fields) -> assertThat(new EventJsonLines("job", "me").line(event))
                .matches("\\{\"time\":\"[^\"]+\",\"mono_ns\":-?\\d+,\"election\":\"job\",\"instance_id\":\"me\",.*")
                .endsWith("," + fields));
        assertThat(LINES.keySet().stream().map(Object::getClass))
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.asList(CandidateEvent.class.getPermittedSubclasses()).stream()
                                .filter(type -> type.isRecord())
                                .map(type -> (Class<?>) type)
                                .toList());
    }
}
