package dev.baton.file.posix;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * The calls that only Linux has. The layout of {@code statx(2)}, unlike that of {@code stat}, is the same
 * on every processor.
 */
final class LinuxC {

    static {
        Map<String, Object> options =
                Map.of(Library.OPTION_STRING_ENCODING, System.getProperty("sun.jnu.encoding", "UTF-8"));
        Native.register(LinuxC.class, NativeLibrary.getInstance("c", options));
    }

    private LinuxC() {}

    static native int statx(int dirFd, String path, int flags, int mask, ByteBuffer into);

    static native int fdatasync(int fd);
}
