package dev.baton.store.task;

import dev.baton.store.ObjectStore;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** Locks a task until this process is killed. */
final class TaskLockMain {

    private TaskLockMain() {}

    public static void main(String[] args) throws InterruptedException {
        TaskLockTimes times = new TaskLockTimes(
                Duration.ofMillis(Long.parseLong(args[2])), Duration.ofMillis(Long.parseLong(args[3])));
        TaskLock held =
                new TaskLocks(ObjectStore.open(args[0])).tryLock(args[1], times).orElseThrow();
        System.out.println("locked with epoch " + held.epoch());
        new CountDownLatch(1).await();
    }
}
