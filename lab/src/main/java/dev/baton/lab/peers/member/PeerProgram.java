package dev.baton.lab.peers.member;

import dev.baton.lab.LineProtocol;
import dev.baton.lab.nemesis.history.HistoryLog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.logging.LogManager;

/**
 * A program that takes part in one election: {@code SYSTEM ENDPOINT ELECTION ID [HISTORY]}. The system is the name of a
 * {@link MemberKind}. Sends {@code waiting} when it takes part and {@code acquired NANOS} when it becomes leader. The command
 * {@code yield} gives up the leadership; the reply is {@code from NANOS}, the time before the call. With a history it also
 * records all the time whether it leads.
 */
public final class PeerProgram {
    private static final Duration INTERVAL = Duration.ofMillis(2);

    private PeerProgram() {}

    public static void main(String[] args) throws Exception {
        LogManager.getLogManager().reset(); // Libraries log to the terminal.
        LineProtocol protocol = new LineProtocol();
        try (ElectionSystem system = MemberKind.parse(args[0]).open(args[1], args[3])) {
            ElectionMember member = system.join(args[2], () -> protocol.send("acquired " + System.nanoTime()));
            if (args.length > 4) {
                LeadershipReadings.start(new HistoryLog(Path.of(args[4])), args[2], INTERVAL, member::leads);
            }
            protocol.send("waiting");
            protocol.runCommands(command -> {
                long from = System.nanoTime();
                member.release();
                protocol.send("from " + from);
            });
        }
        // Threads of a library must not keep the process.
        System.exit(0);
    }
}
