package dev.baton.quorum.tcp;

import dev.baton.quorum.stream.FrameAuthenticator;
import dev.baton.quorum.stream.HandshakeProofs;
import dev.baton.quorum.stream.HelloMessage;
import dev.baton.quorum.stream.HelloMessages;
import dev.baton.quorum.stream.PeerStream;
import dev.baton.quorum.wire.ClientChannel;
import dev.baton.quorum.wire.ClusterKey;
import dev.baton.quorum.wire.MalformedMessageException;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Consumer;

/** A client's TCP connection to a member. */
public final class ClientConnection implements ClientChannel {
    private static final int TIMEOUT_MILLIS = 3_000;

    /** The first byte of a response that refuses a connection without TLS. */
    private static final int TLS_ALERT = 0x15;

    private final String member;
    private final Socket socket = new Socket();
    private final OutputStream out;
    private final DataInputStream in;
    private final FrameAuthenticator outgoing;
    private final FrameAuthenticator incoming;

    /** Connects and authenticates both sides. Blocks for at most a few seconds. */
    public ClientConnection(String self, String member, String address, ClusterKey key, Optional<MemberTls> tls)
            throws IOException {
        this.member = member;
        try {
            MemberAddress to = MemberAddress.parse(address);
            socket.connect(new InetSocketAddress(to.host, to.port), TIMEOUT_MILLIS);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            Socket carrier = tls.isPresent() ? tls.get().wrap(socket, to.host) : socket;
            out = new BufferedOutputStream(carrier.getOutputStream());
            in = new DataInputStream(carrier.getInputStream());
            byte[] ownHello = HelloMessages.ofClient(self).to(member).toBytes();
            write(ownHello);
            byte[] peerHello = read(HandshakeProofs.MAX_HELLO);
            HandshakeProofs handshake = new HandshakeProofs(key, ownHello, peerHello, true);
            if (!HelloMessage.read(peerHello).from().equals(member)
                    || !handshake.isPeerProof(read(HandshakeProofs.PROOF))) {
                throw new IOException("member " + member + " at " + address + " has another key or another name");
            }
            write(handshake.ownProof());
            outgoing = handshake.outgoing();
            incoming = handshake.incoming();
            socket.setSoTimeout(0);
        } catch (MalformedMessageException | IllegalArgumentException notAMember) {
            socket.close();
            throw new IOException("no member listens at " + address + ": " + notAMember.getMessage(), notAMember);
        } catch (IOException failed) {
            socket.close();
            throw failed;
        }
    }

    @Override
    public synchronized void send(String note) throws IOException {
        out.write(outgoing.seal(PeerStream.NOTE, note.getBytes(StandardCharsets.UTF_8))
                .array());
        out.flush();
    }

    @Override
    public void receive(Consumer<String> notes) throws IOException {
        while (!socket.isClosed()) {
            byte[] frame = read(0xFFFF);
            byte[] content;
            try {
                content = incoming.open(frame, 0, frame.length);
            } catch (MalformedMessageException forged) {
                throw new IOException("received an invalid frame from member " + member, forged);
            }
            notes.accept(new String(content, 1, content.length - 1, StandardCharsets.UTF_8));
        }
    }

    private byte[] read(int maxLength) throws IOException {
        int length = in.readUnsignedShort();
        if (length > maxLength) {
            throw new IOException(
                    length >>> 8 == TLS_ALERT
                            ? "the member requires TLS: add the tls- parameters to the URL"
                            : "the response is too long; it does not come from a member of this version");
        }
        return in.readNBytes(length);
    }

    private void write(byte[] part) throws IOException {
        out.write(PeerStream.withLength(part).array());
        out.flush();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException ignored) {
            // The socket is closed even if close() fails.
        }
    }
}
