package dev.baton.quorum.stream;

import dev.baton.quorum.wire.ByteReader;
import dev.baton.quorum.wire.MalformedMessageException;
import dev.baton.quorum.wire.MemberTransport;
import dev.baton.quorum.wire.MessagePacket;
import dev.baton.quorum.wire.PeerArrivals;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Passes on the authenticated frames that a member receives: those of a peer to the admission of peers, then what is in
 * them to the member.
 *
 * @param <C> a connection of the transport
 */
public final class ReceivedFrames<C> {
    private final String self;
    private final PeerArrivals<C> arrivals;
    private final Supplier<MemberTransport.Handler> handler;

    public ReceivedFrames(String self, PeerArrivals<C> arrivals, Supplier<MemberTransport.Handler> handler) {
        this.self = self;
        this.arrivals = arrivals;
        this.handler = handler;
    }

    /**
     * Handles a frame.
     *
     * @param sender the hello message of the other side of the connection
     * @param number the number of the connection, by which the member answers a client
     */
    public void handle(C connection, HelloMessage sender, long number, byte[] frame) {
        Optional<String> note = frame[0] == PeerStream.NOTE
                ? Optional.of(new String(frame, 1, frame.length - 1, StandardCharsets.UTF_8))
                : Optional.empty();
        if (!sender.client() && arrivals.handle(connection, note)) {
            return;
        }
        if (frame[0] == PeerStream.PACKET && !sender.client()) {
            ByteReader in = new ByteReader(frame, 1, frame.length);
            MessagePacket.read(in, sender.from(), self, sender.incarnation()).forEach(handler.get()::messageReceived);
        } else if (note.isPresent() && sender.client()) {
            handler.get().requestReceived(number, note.get());
        } else if (note.isPresent()) {
            handler.get().noteReceived(sender.from(), note.get());
        } else {
            throw new MalformedMessageException("unknown frame type " + frame[0]);
        }
    }
}
