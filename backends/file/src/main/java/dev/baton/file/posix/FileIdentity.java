package dev.baton.file.posix;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** What distinguishes a file or directory from a copy of it: no other one has the same identity while it exists. */
public record FileIdentity(long device, long inode) {

    /** Returns the identity of what is at the path, without following a symbolic link; empty if there is nothing. */
    public static Optional<FileIdentity> of(Path path) throws IOException {
        return NativeFileAttributes.of(new CString(path.toString()), path).map(NativeFileAttributes::identity);
    }

    /** Returns the form in which a liveness file contains it. */
    public String text() {
        return device + ":" + inode;
    }
}
