package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JobFollowerTest {

    @Test // NODE-10
    void onlyNewOutputIsPrinted() {
        assertThat(JobFollower.added("", "one\n")).isEqualTo("one\n");
        assertThat(JobFollower.added("one\n", "one\n")).isEmpty();
        assertThat(JobFollower.added("one\n", "one\ntwo\n")).isEqualTo("two\n");
    }

    @Test // NODE-10
    void outputWhoseBeginningWasDroppedContinuesAfterTheLastPart() {
        String before = "x".repeat(5000) + "one\n";
        assertThat(JobFollower.added(before, before.substring(3000) + "two\n")).isEqualTo("two\n");
    }

    @Test // NODE-10
    void outputOfAnotherAttemptIsPrintedWhole() {
        assertThat(JobFollower.added("first\n", "second\n")).isEqualTo("second\n");
    }
}
