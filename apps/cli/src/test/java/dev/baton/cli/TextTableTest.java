package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TextTableTest {

    @Test // a statement to copy keeps its lines, but a terminal executes nothing
    void detailsKeepTheirLineBreaksAndNoOtherControlCharacter() {
        assertThat(TextTable.lines("run:\nCREATE \u001b[2JTABLE\r\nGRANT"))
                .isEqualTo("run:\n      CREATE ?[2JTABLE\n      GRANT");
        assertThat(TextTable.plain("a\nb")).isEqualTo("a?b");
    }

    @Test // PG-10
    void longCellsAreCutInTheMiddleUntilTheRowFitsTheTerminal() {
        TextTable table = TextTable.on(new CommandContext(System.out, System.err, Map.of("COLUMNS", "30"), true));
        table.row("payments-settlement-eu-west-1", "pod-7c9d", TextColour.GREEN.of("ok"));
        assertThat(table.toString()).isEqualTo("payments…-west-1  pod-7c9d  \u001b[32mok\u001b[0m\n");
    }

    @Test // PG-10
    void keptColumnsAreCutOnlyWhenTheOthersAreNarrow() {
        CommandContext narrow = new CommandContext(System.out, System.err, Map.of("COLUMNS", "26"), true);
        TextTable table = TextTable.on(narrow)
                .row("payments-settlement-eu-west-1", "no candidates")
                .keep(1);
        assertThat(table.fits()).isFalse();
        assertThat(table.toString()).isEqualTo("payme…est-1  no candidates\n");
        CommandContext narrower = new CommandContext(System.out, System.err, Map.of("COLUMNS", "20"), true);
        assertThat(TextTable.on(narrower)
                        .row("payments-settlement-eu-west-1", "no candidates")
                        .keep(1)
                        .toString())
                .isEqualTo("paym…t-1  no ca…ates\n");
    }

    @Test // PG-10
    void columnsAreLeftOutBeforeKeptOnesAreCut() {
        assertThat(status("80")).isEqualTo("payments-settlement-eu-west-1  pod-7c9d  7  4m  no candidates\n");
        assertThat(status("36")).isEqualTo("paym…t-1  pod-7c9d  7  no candidates\n");
        assertThat(status("33")).isEqualTo("paym…t-1  pod-7c9d  no candidates\n");
        assertThat(status("30")).isEqualTo("paym…t-1  pod-7c9d  no ca…ates\n");
    }

    @Test // PG-10
    void rowsFitAlsoATerminalOfTwentyColumns() {
        assertThat(status("20")).isEqualTo("pa…-1  po…9d  no …es\n");
    }

    private static String status(String width) {
        return TextTable.on(new CommandContext(System.out, System.err, Map.of("COLUMNS", width), true))
                .row("payments-settlement-eu-west-1", "pod-7c9d", 7, "4m", "no candidates")
                .keep(4)
                .omit(3, 2)
                .toString();
    }

    @Test // PG-10
    void nothingIsCutAndNothingIsColouredWithoutATerminal() {
        TextTable table = TextTable.on(new CommandContext(System.out, System.err, Map.of("COLUMNS", "10"), false));
        table.row("payments-settlement-eu-west-1", TextColour.RED.of("no"));
        assertThat(table.toString()).isEqualTo("payments-settlement-eu-west-1  no\n");
    }
}
