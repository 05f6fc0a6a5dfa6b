package dev.baton.fence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.BatonException;
import dev.baton.LeadershipLostException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that former leaders cannot replace. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class FencedFileTest {
    @TempDir
    Path folder;

    private static void write(Path file, long epoch, String text) throws IOException {
        FencedFile.write(file, FixedLeadership.of("nightly", epoch), text.getBytes(StandardCharsets.UTF_8));
    }

    @Test // FENCE-2
    void newerLeaderReplacesFileAndOlderOneCannot() throws IOException {
        Path file = folder.resolve("state.json");
        write(file, 3, "three");
        write(file, 3, "three again");
        write(file, 5, "five");
        assertThatThrownBy(() -> write(file, 4, "four"))
                .isInstanceOfSatisfying(
                        StaleEpochException.class,
                        stale -> assertThat(stale.currentEpoch()).hasValue(5));
        assertThat(file).hasContent("five");
        assertThat(FencedFile.epochOf(file)).hasValue(5);
        assertThat(FencedFile.epochOf(folder.resolve("other"))).isEmpty();
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left)
                    .extracting(Path::getFileName)
                    .map(Path::toString)
                    .containsExactlyInAnyOrder("state.json", "state.json.epoch");
        }
    }

    @Test // FENCE-2
    void incompleteStampIsIgnoredAndDamagedStampRefused() throws IOException {
        Path file = folder.resolve("state.json");
        write(file, 3, "three");
        Path stamp = folder.resolve("state.json.epoch");
        Files.writeString(stamp, "99 nigh", StandardOpenOption.APPEND);
        assertThatThrownBy(() -> write(file, 2, "two")).isInstanceOf(StaleEpochException.class);
        write(file, 4, "four");
        assertThat(stamp).hasContent("3 nightly\n4 nightly\n");
        Files.writeString(stamp, "rubbish\n", StandardOpenOption.APPEND);
        assertThatThrownBy(() -> write(file, 5, "five"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("damaged");
        assertThat(file).hasContent("four");
    }

    @Test // FENCE-2
    void linksInTheFolderLeadToNoOtherFile() throws IOException {
        Path file = folder.resolve("state.json");
        Path precious = Files.writeString(folder.resolve("precious"), "precious");
        Files.createSymbolicLink(folder.resolve("state.json.baton-new"), precious);
        write(file, 3, "three");
        assertThat(file).hasContent("three").isRegularFile();
        assertThat(Files.isSymbolicLink(file)).isFalse();
        Path other = folder.resolve("other.json");
        Files.createSymbolicLink(folder.resolve("other.json.epoch"), precious);
        assertThatThrownBy(() -> write(other, 3, "three"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not a regular file");
        assertThatThrownBy(() -> FencedFile.epochOf(other)).hasMessageContaining("not a regular file");
        assertThat(precious).hasContent("precious");
        assertThat(other).doesNotExist();
    }

    @Test // FENCE-2
    void pipesInTheFolderBlockNothing() throws Exception {
        Path file = folder.resolve("state.json");
        assertThat(new ProcessBuilder(
                                "mkfifo",
                                file + ".baton-new",
                                folder.resolve("other.json.epoch").toString())
                        .start()
                        .waitFor())
                .isZero();
        write(file, 3, "three");
        assertThat(file).hasContent("three");
        assertThatThrownBy(() -> write(folder.resolve("other.json"), 3, "three"))
                .hasMessageContaining("not a regular file");
    }

    @Test // FENCE-2
    void keepsLinksAndPermissions() throws IOException {
        Path file = folder.resolve("state.json");
        write(file, 1, "one");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);
        write(link, 2, "two");
        assertThat(file).hasContent("two");
        assertThat(link).isSymbolicLink();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-r-----");
        assertThatThrownBy(() -> write(file, 1, "one")).isInstanceOf(StaleEpochException.class);
    }

    @Test // FENCE-2
    void writeRequiresValidLeadershipOfSameElection() throws IOException {
        Path file = folder.resolve("state.json");
        assertThatThrownBy(() -> write(file, 0, "none")).isInstanceOf(BatonException.class);
        assertThatThrownBy(() -> FencedFile.write(file, new FixedLeadership("nightly", 3, Duration.ZERO), new byte[0]))
                .isInstanceOf(LeadershipLostException.class);
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
        write(file, 3, "three");
        assertThatThrownBy(() -> FencedFile.write(file, FixedLeadership.of("weekly", 9), new byte[0]))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("election nightly");
    }

    @Test // FENCE-2
    void lastWriteOfConcurrentThreadsHasNewestEpoch() throws Exception {
        Path file = folder.resolve("state.json");
        ExecutorService threads = Executors.newFixedThreadPool(8);
        List<Future<Integer>> all = new ArrayList<>();
        for (int i = 1; i <= 8; i++) {
            long epoch = i;
            all.add(threads.submit(() -> FileWriterMain.write(file, epoch, 10)));
        }
        for (Future<Integer> writer : all) {
            writer.get();
        }
        threads.shutdown();
        assertThat(all.get(7).get()).isEqualTo(10);
        assertThat(file).hasContent("8 10");
    }

    @Test // FENCE-2
    void writeWaitsForProcessThatHoldsLock() throws Exception {
        Path file = folder.resolve("state.json");
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try (TestProgram holder = TestProgram.start(
                LockHolderMain.class, folder.resolve("state.json.epoch").toString())) {
            assertThat(holder.next()).isEqualTo("locked true");
            Thread writer = threads.submit(Thread::currentThread).get();
            Future<Integer> written = threads.submit(() -> FileWriterMain.write(file, 1, 1));
            TestDatabase.await("the write waits or is done", () -> written.isDone() || isWaiting(writer));
            assertThat(file).doesNotExist();
            holder.proceed();
            assertThat(written.get()).isEqualTo(1);
            assertThat(file).hasContent("1 1");
        } finally {
            threads.shutdownNow();
        }
    }

    private static boolean isWaiting(Thread writer) {
        return Stream.of(writer.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("awaitLock"));
    }

    @Test // FENCE-2
    void lastWriteOfConcurrentProcessesHasNewestEpoch() throws Exception {
        Path file = folder.resolve("state.json");
        try (TestProgram older = TestProgram.start(FileWriterMain.class, file.toString(), "1", "100000");
                TestProgram newer = TestProgram.start(FileWriterMain.class, file.toString(), "2", "50")) {
            older.next();
            newer.next();
            older.proceed();
            TestDatabase.await("the older leader has written", () -> Files.exists(file));
            newer.proceed();
            assertThat(newer.next()).isEqualTo("50");
            assertThat(Integer.parseInt(older.next())).isBetween(1, 99_999);
        }
        assertThat(file).hasContent("2 50");
    }
}
