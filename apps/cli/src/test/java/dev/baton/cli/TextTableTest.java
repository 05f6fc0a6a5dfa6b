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
    void nothingIsCutAndNothingIsColouredWithoutATerminal() {
        TextTable table = TextTable.on(new CommandContext(System.out, System.err, Map.of("COLUMNS", "10"), false));
        table.row("payments-settlement-eu-west-1", TextColour.RED.of("no"));
        assertThat(table.toString()).isEqualTo("payments-settlement-eu-west-1  no\n");
    }
}
