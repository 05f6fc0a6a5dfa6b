package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.disk.LocalDisk;
import dev.baton.file.posix.NativeCode;
import dev.baton.file.posix.NativeFile;
import dev.baton.file.posix.StoreFiles;
import dev.baton.file.process.SocketPath;
import dev.baton.file.record.EpochSlots;
import dev.baton.spi.StoreCheck;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

/** Checks whether a directory can be used as a store. Removes everything that it creates. */
record FileSelfTest(DirectoryLayout layout, BatonClock clock) {
    private static final long MIN_FREE_BYTES = 1 << 20;
    private static final Duration EARLIEST_CLOCK = Duration.ofDays(365 * 50);

    /** A check that needs a temporary file. */
    private interface FileCheck {
        String run(Path file) throws IOException;
    }

    List<StoreCheck> run() {
        return List.of(
                run("directory", this::checkDirectory),
                run("ownership", this::checkOwnership),
                run("flock", this::checkFlock),
                run("filesystem", this::checkFileSystem),
                run("space", this::checkSpace),
                run("socket", () -> withScratchFile(FileSelfTest::checkSocket)),
                run("clock", this::checkClock),
                run("epochs", this::checkEpochs));
    }

    private static StoreCheck run(String name, Callable<String> check) {
        try {
            return new StoreCheck(name, true, check.call());
        } catch (Exception | LinkageError failed) {
            return new StoreCheck(name, false, String.valueOf(failed.getMessage()));
        }
    }

    private String checkDirectory() throws IOException {
        String state = Files.notExists(layout.directory())
                ? " does not exist; the first candidate creates it"
                : " is writable";
        return withScratchFile(file -> layout.directory() + state);
    }

    /** Makes the same checks as a candidate, of every file and not only of those that it would use first. */
    private String checkOwnership() throws IOException {
        layout.requireOwn();
        int count = 0;
        for (Path folder : List.of(layout.locks(), layout.epochs(), layout.history(), layout.live(), layout.roster())) {
            for (Path file : DirectoryLayout.list(folder)) {
                if (!file.equals(layout.control()) && !file.toString().endsWith(DirectoryLayout.SOCKET_SUFFIX)) {
                    StoreFiles.requireRegular(file);
                    count++;
                }
            }
        }
        return count + " files, all of this user alone";
    }

    private String checkFlock() throws IOException {
        NativeCode.load();
        return withScratchFile(file -> {
            try (NativeFile locked = NativeFile.openLocked(file, Duration.ZERO);
                    NativeFile other = NativeFile.open(file).orElseThrow()) {
                if (other.tryLockShared()) {
                    throw new IOException("flock(2) on " + layout.directory()
                            + " does not exclude other processes; use a local file system");
                }
                locked.sync();
                return "flock(2) and fsync(2) work";
            }
        });
    }

    private String checkFileSystem() throws IOException {
        new LocalDisk(layout).require();
        return Files.getFileStore(ProcessScope.existingAncestor(layout.directory()))
                .type();
    }

    private String checkSpace() throws IOException {
        long free = Files.getFileStore(ProcessScope.existingAncestor(layout.directory()))
                .getUsableSpace();
        if (free < MIN_FREE_BYTES) {
            throw new IOException("only " + free + " bytes are free; free at least " + MIN_FREE_BYTES);
        }
        return free / MIN_FREE_BYTES + " MiB free";
    }

    private static String checkSocket(Path file) throws IOException {
        Path directory = file.resolveSibling("." + ProcessHandle.current().pid() + ".s");
        SocketPath socket = SocketPath.create(
                new DirectoryLayout(directory), file.getFileName().toString());
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket.path()));
            return "unix-domain sockets work";
        } finally {
            socket.remove();
            Files.deleteIfExists(new DirectoryLayout(directory).live());
            Files.deleteIfExists(directory);
        }
    }

    private String checkClock() throws IOException {
        if (clock.wallMillis() < EARLIEST_CLOCK.toMillis()) {
            throw new IOException("the wall clock shows " + clock.now() + "; set it");
        }
        return "the wall clock is set";
    }

    /** Without this check, only the next candidate would notice a damaged epoch file. */
    private String checkEpochs() throws IOException {
        List<String> elections = DirectoryLayout.names(layout.epochs(), "");
        for (String election : elections) {
            Path path = layout.epoch(election);
            EpochSlots.newest(StoreFiles.read(path, NativeFile.MAX_BYTES), path);
        }
        return elections.size() == 1 ? "1 election, intact" : elections.size() + " elections, all intact";
    }

    private String withScratchFile(FileCheck check) throws IOException {
        layout.requireOwn();
        Path existing = ProcessScope.existingAncestor(layout.directory());
        Path file = StoreFiles.temporary(layout.directory().resolve("doctor"));
        StoreFiles.createFile(file);
        try {
            return check.run(file);
        } finally {
            Files.deleteIfExists(file);
            for (Path made = layout.directory(); !made.equals(existing); made = StoreFiles.parentOf(made)) {
                Files.deleteIfExists(made);
            }
        }
    }
}
