package dev.baton.quorum.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.testkit.DirtyPages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The directory on a real disk keeps what the simulated one of the proofs promises. */
class DiskDirectoryTest {
    private static final byte[] TEXT = "promise".getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path folder;

    @Test // QUORUM-7
    void forcedWriteLeavesNoPageThatIsNotOnDisk() throws IOException {
        try (StateFile file = DiskDirectory.open(folder).open("votes")) {
            file.write(0, new byte[10_000]);
            assumeTrue(DirtyPages.of(folder.resolve("votes")) > 0, "this disk or kernel does not count pages");
            file.force();
            assertThat(DirtyPages.of(folder.resolve("votes"))).isZero();
        }
    }

    @Test // QUORUM-7
    void mappedBytesAreInTheFileAtOnceAlsoAfterItGrew() throws IOException {
        try (StateFile file = DiskDirectory.open(folder).open("promises")) {
            file.write(0, new byte[100]);
            StateFile.Memory small = file.map(100);
            file.write(100, new byte[100]);
            StateFile.Memory large = file.map(200);
            small.put(10, TEXT);
            large.put(150, TEXT);
            assertThat(large.size()).isEqualTo(200);
            assertThat(Files.readString(folder.resolve("promises")).replace("\0", ""))
                    .isEqualTo("promisepromise");
        }
    }

    @Test // QUORUM-7
    void renamedFileReplacesTheOtherAndStaysOpen() throws IOException {
        StateDirectory directory = DiskDirectory.open(folder);
        Files.write(folder.resolve("promises"), new byte[3]);
        try (StateFile file = directory.open("promises.new")) {
            directory.rename("promises.new", "promises");
            file.write(0, TEXT);
        }
        assertThat(directory.exists("promises.new")).isFalse();
        assertThat(directory.read("promises")).isEqualTo(TEXT);
        assertThat(directory.read("votes")).isEmpty();
    }

    @Test // QUORUM-7
    void placeIsThatOfTheDirectoryAndOfItsLock() throws IOException {
        StateDirectory directory = DiskDirectory.open(folder);
        assertThat(directory.place()).isEmpty();
        directory.lock().close();
        assertThat(directory.place())
                .isEqualTo(DiskDirectory.open(folder).place())
                .matches("\\d+:\\d+:\\d+");
    }
}
