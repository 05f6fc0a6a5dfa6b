package dev.baton.support.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LogTextTest {

    @Test // PG-9
    void plainWordsStayAndOthersAreQuoted() {
        assertThat(LogText.value("a-1.b:c/d")).isEqualTo("a-1.b:c/d");
        assertThat(LogText.value("")).isEqualTo("\"\"");
        assertThat(LogText.value("a b")).isEqualTo("\"a b\"");
        assertThat(LogText.value("a=b")).isEqualTo("\"a=b\"");
    }

    @Test // PG-9
    void quotedTextIsOneLineFromWhichTheOriginalCanBeRead() {
        assertThat(LogText.quoted("say \"no\"\\\nlevel=error\t\u001b[31m\u2028x"))
                .isEqualTo("\"say \\\"no\\\"\\\\\\nlevel=error\\t\\u001b[31m\\u2028x\"");
    }
}
