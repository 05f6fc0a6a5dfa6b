package dev.baton.file.disk;

import dev.baton.file.posix.NativeFile;
import dev.baton.file.posix.StoreFiles;
import java.io.IOException;
import java.nio.file.Path;

/** Makes writes durable: when a method has returned, a crash of the machine does not undo them. */
public interface DiskSync {

    /** The durability of the kernel. */
    DiskSync KERNEL = new DiskSync() {
        @Override
        public void sync(NativeFile file) throws IOException {
            file.sync();
        }

        @Override
        public void syncDirectory(Path directory) throws IOException {
            StoreFiles.syncDirectory(directory);
        }
    };

    /** Makes the content of the file durable. */
    void sync(NativeFile file) throws IOException;

    /** Makes the entries of the directory durable. */
    void syncDirectory(Path directory) throws IOException;
}
