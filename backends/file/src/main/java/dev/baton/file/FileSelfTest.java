package dev.baton.file;

import dev.baton.BatonClock;
import dev.baton.file.disk.DirectoryLayout;
import dev.baton.file.posix.FileErrors;
import dev.baton.file.posix.NativeCode;
import dev.baton.file.posix.NativeFile;
import dev.baton.file.posix.OwnerOnlyFiles;
import dev.baton.file.posix.RegularFile;
import dev.baton.file.process.SocketPath;
import dev.baton.file.record.EpochSlots;
import dev.baton.spi.StoreCheck;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Tries a directory as a store, and leaves nothing behind that was not there. */
final class FileSelfTest {
    private static final long ENOUGH_BYTES = 1 << 20;
    private static final Duration EARLIEST_CLOCK = Duration.ofDays(365 * 50);

    private final DirectoryLayout layout;
    private final BatonClock clock;

    /** A trial: says what it found, or throws. */
    private interface Trial {
        String run() throws IOException;
    }

    FileSelfTest(DirectoryLayout layout, BatonClock clock) {
        this.layout = layout;
        this.clock = clock;
    }

    List<StoreCheck> run() {
        return List.of(
                check("directory", this::writable),
                check("flock", this::locks),
                check("filesystem", this::isLocal),
                check("space", this::hasSpace),
                check("socket", this::listens),
                check("clock", this::tellsTime),
                check("epochs", this::epochsAreWhole));
    }

    private static StoreCheck check(String name, Trial trial) {
        try {
            return new StoreCheck(name, true, trial.run());
        } catch (IOException | RuntimeException | LinkageError failed) {
            return new StoreCheck(name, false, String.valueOf(failed.getMessage()));
        }
    }

    private String writable() throws IOException {
        return withScratch(file -> layout.directory() + " can be written");
    }

    private String locks() throws IOException {
        NativeCode.load();
        return withScratch(file -> {
            try (NativeFile ours = NativeFile.openLocked(file, Duration.ZERO);
                    NativeFile other = NativeFile.open(file).orElseThrow()) {
                if (other.tryLockShared()) {
                    throw new IOException(
                            "flock(2) on " + layout.directory() + " locks nobody out; use a local file system");
                }
                ours.sync();
                return "flock(2) excludes, fsync works";
            }
        });
    }

    private String isLocal() throws IOException {
        String type = Files.getFileStore(existing()).type().toLowerCase(Locale.ROOT);
        if (type.startsWith("nfs") || type.startsWith("cifs") || type.startsWith("smb") || type.contains("sshfs")) {
            throw new IOException(layout.directory() + " is on " + type
                    + ", a network file system: its locks are not to be trusted; use a local one");
        }
        return type;
    }

    private String hasSpace() throws IOException {
        long free = Files.getFileStore(existing()).getUsableSpace();
        if (free < ENOUGH_BYTES) {
            throw new IOException("only " + free + " bytes free; free at least " + ENOUGH_BYTES);
        }
        return free / ENOUGH_BYTES + " MiB free";
    }

    private String listens() throws IOException {
        return withScratch(file -> {
            Path path = file.resolveSibling("." + ProcessHandle.current().pid() + ".s");
            SocketPath socket = new SocketPath(new DirectoryLayout(path), "s");
            Path free = socket.fresh();
            try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
                server.bind(UnixDomainSocketAddress.of(free));
                return "unix-domain sockets work";
            } finally {
                socket.remove();
                Files.deleteIfExists(free.getParent());
                Files.deleteIfExists(path);
            }
        });
    }

    private String tellsTime() throws IOException {
        if (clock.wallMillis() < EARLIEST_CLOCK.toMillis()) {
            throw new IOException("the wall clock stands at " + clock.now() + "; set it");
        }
        return "the wall clock is set";
    }

    /** A damaged one would be noticed by the next candidate only. */
    private String epochsAreWhole() throws IOException {
        List<String> elections = DirectoryLayout.names(layout.epochs(), "");
        for (String election : elections) {
            Path path = layout.epoch(election);
            try {
                EpochSlots.newest(Files.readAllBytes(RegularFile.at(path)), path);
            } catch (FileSystemException refused) {
                throw FileErrors.explained("read", path, refused);
            }
        }
        return "of " + elections.size() + " elections, all whole";
    }

    /** A trial on a file that is there only for it. */
    private interface FileTrial {
        String run(Path file) throws IOException;
    }

    private String withScratch(FileTrial trial) throws IOException {
        Path above = existing();
        Path file = OwnerOnlyFiles.temporary(layout.directory().resolve("doctor"));
        OwnerOnlyFiles.createFile(file);
        try {
            return trial.run(file);
        } finally {
            Files.deleteIfExists(file);
            for (Path made = layout.directory(); !made.equals(above); made = OwnerOnlyFiles.directoryOf(made)) {
                Files.deleteIfExists(made);
            }
        }
    }

    private Path existing() {
        Path path = layout.directory();
        while (!Files.exists(path) && path.getParent() != null) {
            path = path.getParent();
        }
        return path;
    }
}
