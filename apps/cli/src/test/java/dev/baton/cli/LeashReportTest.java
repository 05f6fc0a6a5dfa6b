package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeashReportTest {

    @Test
    void readsTheFirstOfEachLine() {
        LeashReport report = LeashReport.parse("o\ninit 12\nready\ncommand 14\ninit 99\ncommand 98\nended 3\n");
        assertThat(report.init()).contains(12L);
        assertThat(report.command()).contains(14L);
        assertThat(report.exitCode()).contains(3);
        assertThat(report.isReady()).isTrue();
        assertThat(report.endedByItself()).isTrue();
        assertThat(report.isGone()).isFalse();
    }

    @Test
    void commandThatEndsAfterASignalDidNotEndByItself() {
        assertThat(LeashReport.parse("o\nready\nstopping\nended 143\n").endedByItself())
                .isFalse();
        assertThat(LeashReport.parse("o\nready\nended 0\nstopping\n").endedByItself())
                .isTrue();
    }

    @Test
    void ignoresAnIncompleteLineAndOtherText() {
        LeashReport report = LeashReport.parse("o\ncommand 1x\nended 99999999999\nended 1");
        assertThat(report.command()).isEmpty();
        assertThat(report.exitCode()).isEmpty();
        assertThat(LeashReport.parse("").lines()).isEmpty();
    }
}
