package dev.baton.file;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import java.nio.ByteBuffer;
import java.util.Map;

/** Linux's {@code statx(2)}: its layout, unlike that of {@code stat}, is the same on every processor. */
final class StatX {

    static {
        Map<String, Object> options =
                Map.of(Library.OPTION_STRING_ENCODING, System.getProperty("sun.jnu.encoding", "UTF-8"));
        Native.register(StatX.class, NativeLibrary.getInstance("c", options));
    }

    private StatX() {}

    static native int statx(int dirFd, String path, int flags, int mask, ByteBuffer into);
}
