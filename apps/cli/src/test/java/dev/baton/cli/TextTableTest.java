package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextTableTest {

    @Test // a statement to copy keeps its lines, but a terminal executes nothing
    void detailsKeepTheirLineBreaksAndNoOtherControlCharacter() {
        assertThat(TextTable.lines("run:\nCREATE \u001b[2JTABLE\r\nGRANT"))
                .isEqualTo("run:\n      CREATE ?[2JTABLE\n      GRANT");
        assertThat(TextTable.plain("a\nb")).isEqualTo("a?b");
    }
}
