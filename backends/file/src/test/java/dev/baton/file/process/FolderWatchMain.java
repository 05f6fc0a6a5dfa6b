package dev.baton.file.process;

import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.disk.FolderNames;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Watches the store in the directory of the argument, mounts an empty file system over it, and prints what it noticed. */
final class FolderWatchMain {
    private FolderWatchMain() {}

    public static void main(String[] args) throws Exception {
        DirectoryLayout layout = new DirectoryLayout(Path.of(args[0]));
        Files.createDirectories(layout.locks());
        Files.createDirectories(layout.epochs());
        CountDownLatch lost = new CountDownLatch(1);
        // Without the kernel's report, the folders would be compared after this test.
        Duration check = Duration.ofHours(1);
        BooleanSupplier onLoss = () -> {
            lost.countDown();
            return true;
        };
        try (FolderWatch watch = new FolderWatch(layout, new FolderNames(layout.directory()), onLoss, check)) {
            watch.start();
            int mounted = new ProcessBuilder("mount", "-t", "tmpfs", "tmpfs", args[0])
                    .inheritIO()
                    .start()
                    .waitFor();
            System.out.println("mounted=" + (mounted == 0));
            System.out.println("noticed=" + (mounted == 0 && lost.await(20, TimeUnit.SECONDS)));
        }
        Runtime.getRuntime().halt(0);
    }
}
