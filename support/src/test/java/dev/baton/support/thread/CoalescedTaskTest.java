package dev.baton.support.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

class CoalescedTaskTest {
    private final Deque<Runnable> queue = new ArrayDeque<>();
    private boolean hasNoThread;
    private int runs;
    private final CoalescedTask task = new CoalescedTask(this::execute, () -> runs++);

    private void execute(Runnable run) {
        if (hasNoThread) {
            throw new OutOfMemoryError("unable to create native thread");
        }
        queue.add(run);
    }

    @Test
    void requestsBeforeItBeginsResultInOneRun() {
        task.request();
        task.request();
        assertThat(queue).hasSize(1);
        queue.remove().run();
        task.request();
        queue.remove().run();
        assertThat(runs).isEqualTo(2);
    }

    @Test
    void requestCountsAgainAfterATimeWithoutThreads() {
        hasNoThread = true;
        assertThatThrownBy(task::request).isInstanceOf(OutOfMemoryError.class);
        hasNoThread = false;
        task.request();
        assertThat(queue).hasSize(1);
    }
}
