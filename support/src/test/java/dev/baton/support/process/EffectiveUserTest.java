package dev.baton.support.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class EffectiveUserTest {
    @TempDir
    Path proc;

    @Test // FILE-2
    void isTheEffectiveUserAndNotTheRealOne() throws IOException {
        Path status = Files.createDirectories(proc.resolve("self")).resolve("status");
        assertThat(EffectiveUser.of(proc)).isEmpty();
        Files.writeString(status, "Name:\tjava\nUid:\t0\t54321\t1\t2\nGid:\t0\t0\t0\t0\n");
        assertThat(EffectiveUser.of(proc)).contains(54_321L);
        Files.writeString(status, "Uid:\tx\n");
        assertThat(EffectiveUser.of(proc)).isEmpty();
    }

    @Test // FILE-2
    @EnabledOnOs(OS.LINUX)
    void ownsTheFilesThatThisProcessCreates() throws IOException {
        Path mine = Files.createFile(proc.resolve("mine"));
        assertThat(EffectiveUser.id()).contains(((Number) Files.getAttribute(mine, "unix:uid")).longValue());
    }
}
