package dev.baton.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The text of the self-test about the server's clock. */
class ServerClockTest {

    @Test
    void clockIsAheadOrBehindByAPositiveNumber() {
        assertThat(PostgresSelfTest.describeClock(78)).contains("is 78 ms ahead of ours");
        assertThat(PostgresSelfTest.describeClock(-78)).contains("is 78 ms behind ours");
    }
}
