package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LiveScreenTest {

    @Test // API-7: the cursor stays on the last character of a line as wide as the terminal
    void clearsNothingAfterTheTextOfALine() {
        assertThat(LiveScreen.frame("one\ntwo\n", 9)).isEqualTo("\u001b[H\u001b[Kone\n\u001b[Jtwo");
        assertThat(LiveScreen.frame("one\ntwo\nthree\n", 2)).isEqualTo("\u001b[H\u001b[Kone\n\u001b[Jtwo");
    }
}
