package dev.baton.quorum.mqtt;

import dev.baton.quorum.wire.ByteReader;
import dev.baton.quorum.wire.ByteWriter;
import dev.baton.support.process.ProcessIdentity;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process identity in a greeting: {@code "BOOT_ID pid:[NAMESPACE]"}, the pid and the start time. */
final class ProcessIdentityCodec {
    private static final ProcessIdentity UNKNOWN = new ProcessIdentity("", 0, 0, 0);
    private static final Pattern MACHINE = Pattern.compile("(\\S+) pid:\\[(\\d{1,18})]");

    private ProcessIdentityCodec() {}

    /** Writes the identity; an empty text and zeros if a part of it is unknown. */
    static void write(ProcessIdentity process, ByteWriter out) {
        ProcessIdentity known = process.isComplete() ? process : UNKNOWN;
        String machine = process.isComplete() ? known.bootId() + " pid:[" + known.pidNamespace() + "]" : "";
        out.text(machine).int8(known.pid()).int8(known.startTime());
    }

    static ProcessIdentity read(ByteReader in) {
        Matcher machine = MACHINE.matcher(in.text());
        long pid = in.int8();
        long startTime = in.int8();
        return machine.matches()
                ? new ProcessIdentity(machine.group(1), Long.parseLong(machine.group(2)), pid, startTime)
                : UNKNOWN;
    }
}
