package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.RunningCommand;
import org.junit.jupiter.api.Test;

class LeashReportTest {

    @Test
    void readsTheFirstOfEachLine() {
        LeashReport report = LeashReport.parse("o\ninit 12 7\nready\ninit 99 7\nended 3\n");
        assertThat(report.init()).contains(12L);
        assertThat(report.exitCode()).contains(3);
        assertThat(report.isReady()).isTrue();
        assertThat(report.endedByItself()).isTrue();
    }

    @Test // API-3: a pid that is used again is not the command
    void groupIsThatOfTheRecordedProcessOnly() {
        RunningCommand self =
                RunningCommand.ofPid(ProcessHandle.current().pid()).orElseThrow();
        String line = "o\ncommand " + self.pid() + " ";
        assertThat(LeashReport.parse(line + self.startTime() + "\n").runningGroup())
                .hasValue(self.pid());
        assertThat(LeashReport.parse(line + (self.startTime() - 1) + "\n").runningGroup())
                .isEmpty();
    }

    @Test
    void commandThatEndsAfterASignalDidNotEndByItself() {
        assertThat(LeashReport.parse("o\nready\nstopping\nended 143\n").endedByItself())
                .isFalse();
        assertThat(LeashReport.parse("o\nready\nended 0\nstopping\n").endedByItself())
                .isTrue();
    }

    @Test // a command that ran and ended with 127 itself has used its run
    void onlyACommandWithoutAProcessHasNotStarted() {
        assertThat(LeashReport.parse("o\nready\nended 127\n").provesNoStart()).isTrue();
        assertThat(LeashReport.parse("o\nready\nstopping\n").provesNoStart()).isTrue();
        assertThat(LeashReport.parse("o\nready\ncommand 5 7\nended 127\n").provesNoStart())
                .isFalse();
    }

    @Test
    void reportThatCannotBeReadProvesNothing() {
        assertThat(LeashReport.parse("").provesNoStart()).isFalse();
    }

    @Test
    void ignoresAnIncompleteLineAndOtherText() {
        LeashReport report = LeashReport.parse("o\ncommand 1x\nended 99999999999\nended 1");
        assertThat(report.runningGroup()).isEmpty();
        assertThat(report.exitCode()).isEmpty();
        assertThat(LeashReport.parse("").lines()).isEmpty();
    }
}
