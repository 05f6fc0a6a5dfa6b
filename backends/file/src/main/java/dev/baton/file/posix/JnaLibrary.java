package dev.baton.file.posix;

import com.sun.jna.NativeLibrary;
import dev.baton.support.thread.NamedThreads;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Loads JNA on a thread of its own. While it is loaded, JNA starts a program, waits for its end, and loses an interrupt of
 * the thread that waits: a command would go on although it was requested to stop.
 */
final class JnaLibrary {
    private JnaLibrary() {}

    /** Loads JNA with the C library. An interrupt of the caller is kept for later. */
    static void load() {
        FutureTask<NativeLibrary> loading = new FutureTask<>(() -> NativeLibrary.getInstance("c"));
        try {
            NamedThreads.start("baton-native", loading);
        } catch (OutOfMemoryError noThread) {
            loading.run();
        }
        boolean interrupted = false;
        try {
            while (!loading.isDone()) {
                interrupted |= awaitUnlessInterrupted(loading);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns whether the caller was interrupted before the library was loaded. */
    private static boolean awaitUnlessInterrupted(FutureTask<NativeLibrary> loading) {
        try {
            loading.get();
            return false;
        } catch (InterruptedException kept) {
            return true;
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException("cannot load the C library", failed.getCause());
        }
    }
}
