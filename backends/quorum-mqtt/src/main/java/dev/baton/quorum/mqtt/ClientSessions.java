package dev.baton.quorum.mqtt;

import dev.baton.quorum.wire.PresenceNotes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The sessions of a member with its clients. Used only by the member's thread. */
final class ClientSessions {
    /** The maximum number of clients. */
    static final int CAPACITY = 256;

    private final MqttTransport transport;
    private final Map<String, Long> numbers = new HashMap<>();
    private final Map<Long, MqttSession> sessions = new HashMap<>();
    private long lastNumber;

    ClientSessions(MqttTransport transport) {
        this.transport = transport;
    }

    /** A client has proved its presence. Returns whether there is room for it. */
    boolean proved(MqttSession session) {
        close(session.name);
        if (sessions.size() >= CAPACITY) {
            return false;
        }
        numbers.put(session.name, ++lastNumber);
        sessions.put(lastNumber, session);
        return true;
    }

    @Nullable
    MqttSession get(String name) {
        Long number = numbers.get(name);
        return number == null ? null : sessions.get(number);
    }

    @Nullable
    MqttSession get(long number) {
        return sessions.get(number);
    }

    /** Returns the number of a connected client; 0 if it is not connected. */
    long numberOf(String name) {
        return numbers.getOrDefault(name, 0L);
    }

    void gone(String name, Nonce connection) {
        MqttSession session = get(name);
        if (session != null && session.connection.equals(connection)) {
            close(name);
        }
    }

    private void close(String name) {
        Long number = numbers.remove(name);
        if (number != null) {
            sessions.remove(number);
            transport.handler().clientDisconnected(number);
        }
    }

    void closeAll() {
        List.copyOf(numbers.keySet()).forEach(this::close);
    }

    /** Ends silent sessions and keeps the others alive. */
    void check(long now) {
        for (MqttSession session : List.copyOf(sessions.values())) {
            if (session.isSilent(now)) {
                close(session.name);
            } else if (session.needsKeepAlive(now)) {
                transport.sendNote(session, PresenceNotes.KEEP_ALIVE);
            }
        }
    }

    /** Returns when to call {@link #check} again. */
    long nextCheckAt() {
        return sessions.values().stream()
                .mapToLong(MqttSession::nextCheckAt)
                .min()
                .orElse(Long.MAX_VALUE);
    }
}
