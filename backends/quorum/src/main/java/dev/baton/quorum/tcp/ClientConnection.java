package dev.baton.quorum.tcp;

import dev.baton.quorum.wire.ByteWriter;
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

/** A connection of somebody who has the key but is no member: notes go out, notes come in. */
public final class ClientConnection implements ClientChannel {
    private static final int PATIENCE_MILLIS = 3_000;

    /** How an answer begins that refuses a connection without TLS. */
    private static final int TLS_ALERT = 0x15;

    private final Socket socket;
    private final OutputStream out;
    private final DataInputStream in;
    private final HelloMessage peer;
    private final FrameAuthenticator outgoing;
    private final FrameAuthenticator incoming;

    /** Connects, proves and wants proof; waits for as long as that takes, at most a few seconds. */
    public ClientConnection(String self, String member, String address, ClusterKey key, Optional<MemberTls> tls)
            throws IOException {
        int colon = address.lastIndexOf(':');
        String host = address.substring(0, Math.max(0, colon)).replaceAll("^\\[(.*)]$", "$1");
        Socket bare = new Socket();
        socket = bare;
        try {
            bare.connect(new InetSocketAddress(host, Integer.parseInt(address.substring(colon + 1))), PATIENCE_MILLIS);
            bare.setTcpNoDelay(true);
            bare.setSoTimeout(PATIENCE_MILLIS);
            Socket carrier = tls.isPresent() ? tls.get().over(bare, host) : bare;
            out = new BufferedOutputStream(carrier.getOutputStream());
            in = new DataInputStream(carrier.getInputStream());
            byte[] mine = TcpHandshake.hello(true, self, member, 0, "").toBytes();
            write(mine);
            byte[] theirs = read(TcpHandshake.LONGEST_HELLO);
            peer = HelloMessage.read(theirs);
            TcpHandshake handshake = new TcpHandshake(key, mine, theirs, true);
            if (!peer.from().equals(member) || !handshake.proves(read(TcpHandshake.PROOF))) {
                throw new IOException("member " + member + " at " + address + " has another key or another name");
            }
            write(handshake.proof());
            outgoing = handshake.outgoing();
            incoming = handshake.incoming();
            socket.setSoTimeout(0);
        } catch (MalformedMessageException | NumberFormatException noMember) {
            socket.close();
            throw new IOException("what listens at " + address + " is no member: " + noMember.getMessage(), noMember);
        } catch (IOException failed) {
            socket.close();
            throw failed;
        }
    }

    /** Who is at the other end. */
    public String member() {
        return peer.from();
    }

    @Override
    public synchronized void send(String note) throws IOException {
        out.write(outgoing.seal(PeerOutbox.NOTE, note.getBytes(StandardCharsets.UTF_8))
                .array());
        out.flush();
    }

    @Override
    public void hear(Consumer<String> ears) throws IOException {
        while (!socket.isClosed()) {
            byte[] frame = read(0xFFFF);
            byte[] content;
            try {
                content = incoming.open(frame, 0, frame.length);
            } catch (MalformedMessageException forged) {
                throw new IOException("member " + peer.from() + " sent " + forged.getMessage(), forged);
            }
            ears.accept(new String(content, 1, content.length - 1, StandardCharsets.UTF_8));
        }
    }

    private byte[] read(int longest) throws IOException {
        int length = in.readUnsignedShort();
        if (length > longest) {
            throw new IOException(
                    length >>> 8 == TLS_ALERT
                            ? "it speaks TLS: give the URL its tls- options too"
                            : "it is no member of a group, or one of another kind: too long an answer");
        }
        return in.readNBytes(length);
    }

    private void write(byte[] part) throws IOException {
        out.write(new ByteWriter()
                .octet(part.length >>> 8)
                .octet(part.length)
                .octets(part)
                .toBytes());
        out.flush();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException alreadyGone) {
            // It is closed either way.
        }
    }
}
