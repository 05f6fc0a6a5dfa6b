package dev.baton.file.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.baton.support.process.EffectiveUser;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An interrupt during the first use of the native code, whose library waits for a program while it is loaded. */
class InterruptedLoadTest {
    @TempDir
    Path directory;

    @ParameterizedTest // FILE-9
    @ValueSource(strings = {"probe", "locks"})
    void interruptIsNotLostWhileTheNativeCodeIsLoaded(String use) throws Exception {
        assumeThat(EffectiveUser.id()).as("root, for a mount").contains(0L);
        // It has no more output long before it ends.
        Path slow = Files.writeString(directory.resolve("ldconfig"), "#!/bin/sh\nexec >&- 2>&-\nsleep 1\n");
        assertThat(slow.toFile().setExecutable(true)).isTrue();
        Process process = new ProcessBuilder(
                        "unshare",
                        "--mount",
                        "sh",
                        "-c",
                        "mount --bind \"$0\" /sbin/ldconfig && exec \"$@\"",
                        slow.toString(),
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        InterruptedLoadMain.class.getName(),
                        use)
                .redirectError(new File("/dev/null"))
                .start();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip())
                .isEqualTo("interrupted=true");
        assertThat(process.waitFor()).isZero();
    }
}
