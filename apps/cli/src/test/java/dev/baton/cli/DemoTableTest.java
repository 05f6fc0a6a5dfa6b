package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DemoTableTest {

    @Test // PG-10
    void isUnreadWhenItsReaderHasEndedAndThereIsNoPage() {
        assertThat(table(System.out, "").isUnread()).isFalse();
        DemoTable unread = table(new PrintStream(closedPipe()), "");
        unread.note("demo-1 leads");
        assertThat(unread.isUnread()).isTrue();
        assertThat(table(new PrintStream(closedPipe()), "Open the page.").isUnread())
                .isFalse();
    }

    private static DemoTable table(PrintStream out, String invitation) {
        CommandContext context = new CommandContext(out, System.err, Map.of(), false);
        return new DemoTable(context, Optional.empty(), invitation, "");
    }

    private static OutputStream closedPipe() {
        return new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
    }
}
