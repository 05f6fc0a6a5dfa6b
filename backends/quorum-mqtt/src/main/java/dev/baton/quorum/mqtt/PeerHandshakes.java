package dev.baton.quorum.mqtt;

import dev.baton.quorum.wire.MalformedMessageException;
import dev.baton.quorum.wire.MemberTransport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Who is there: greetings are exchanged until both sides have proved that they hear each other now. Then each
 * direction has a key of its own, made of both sides' random numbers, so that nothing recorded earlier, kept by the
 * broker or meant for somebody else can be read.
 */
final class PeerHandshakes {
    private static final int MOST = 1_000;
    private static final long SILENCE = 10_000_000_000L;

    private final MqttSettings settings;
    private final GroupTopics topics;
    private final MqttProcessTrace trace = MqttProcessTrace.here();
    private final Nonce nonce = Nonce.random();
    private final Map<String, MqttPeer> all = new TreeMap<>();
    private long numbers;

    PeerHandshakes(MqttSettings settings) {
        this.settings = settings;
        this.topics = new GroupTopics(settings.group());
    }

    Nonce nonce() {
        return nonce;
    }

    @Nullable
    MqttPeer get(String name) {
        return all.get(name);
    }

    Collection<MqttPeer> all() {
        return List.copyOf(all.values());
    }

    Set<String> linked() {
        Set<String> names = new TreeSet<>();
        all.forEach((name, other) -> {
            if (other.linked && !other.client) {
                names.add(name);
            }
        });
        return names;
    }

    /** What this process says of itself to everybody. */
    byte[] greeting() {
        return sealed(true, Optional.empty(), "hello");
    }

    /** What the broker says of this process when its connection has ended. */
    byte[] will() {
        return sealed(false, Optional.empty(), "gone");
    }

    private byte[] sealed(boolean asks, Optional<Greeting.Echo> echo, String purpose) {
        return new Greeting(settings.client(), settings.self(), settings.incarnation(), nonce, trace, asks, echo)
                .seal(settings.key(), settings.group(), purpose);
    }

    /** Hears a greeting, and answers it when that helps. */
    void greeted(byte[] payload, BrokerConnection broker, MemberTransport.Ears ears, long now) {
        Greeting greeting = Greeting.open(payload, settings.key(), settings.group(), "hello");
        if (greeting.from().equals(settings.self())) {
            if (!greeting.nonce().equals(nonce)) {
                throw new MalformedMessageException("another process bears the name " + settings.self());
            }
            return;
        }
        if (settings.client() && greeting.client()) {
            return;
        }
        MqttPeer other = known(greeting, now);
        if (other == null) {
            return;
        }
        boolean isForMe = greeting.echo()
                .filter(echo ->
                        echo.to().equals(settings.self()) && echo.nonce().equals(nonce))
                .isPresent();
        boolean linked = other.linked || isForMe;
        boolean isNew = other.answered == null || !greeting.nonce().equals(other.answered);
        boolean isMissed = greeting.echo().isEmpty() ? !linked : greeting.asks() && isForMe;
        if (isNew || isMissed) {
            // Before anything else is said: the other side understands it only after this.
            other.answered = greeting.nonce();
            Greeting.Echo echo = new Greeting.Echo(greeting.from(), greeting.nonce());
            broker.publish(topics.greetingsOf(greeting.from()), sealed(!linked, Optional.of(echo), "hello"));
        }
        if (isForMe) {
            proved(other, greeting, ears, now);
        }
    }

    private @Nullable MqttPeer known(Greeting greeting, long now) {
        MqttPeer other = all.get(greeting.from());
        if (other == null && all.size() < MOST) {
            other = new MqttPeer(greeting.from(), ++numbers);
            all.put(greeting.from(), other);
        }
        if (other != null
                && other.linked
                && other.proved != null
                && other.proved.nonce().equals(greeting.nonce())) {
            other.heardAt = now;
        }
        return other;
    }

    private void proved(MqttPeer other, Greeting greeting, MemberTransport.Ears ears, long now) {
        Greeting before = other.proved;
        if (before != null && before.incarnation() > greeting.incarnation()) {
            return;
        }
        if (before == null || !before.nonce().equals(greeting.nonce())) {
            other.outgoing = new MqttFrameAuthenticator(
                    settings.key(), settings.group(), settings.self(), nonce, other.name, greeting.nonce());
            other.incoming = new MqttFrameAuthenticator(
                    settings.key(), settings.group(), other.name, greeting.nonce(), settings.self(), nonce);
            other.takeWaiting();
        }
        other.client = greeting.client();
        other.proved = greeting;
        other.heardAt = now;
        other.stopWatching();
        if (!other.linked) {
            other.linked = true;
            if (!other.client) {
                ears.linked(other.name);
            }
        }
    }

    /** The broker says that a connection has ended: on this machine the kernel knows whether the process has. */
    void ended(byte[] payload, MemberTransport.Ears ears, long now) {
        Greeting will = Greeting.open(payload, settings.key(), settings.group(), "gone");
        MqttPeer other = all.get(will.from());
        Greeting last = other == null ? null : other.proved;
        if (other == null || last == null || !last.nonce().equals(will.nonce())) {
            return;
        }
        unlink(other, ears);
        if (other.client) {
            all.remove(other.name);
        } else if (trace.isOnTheMachineOf(last.trace())) {
            other.watch(now);
        } else {
            ears.gone(other.name, last.incarnation(), false);
        }
    }

    /** Looks for processes whose connections ended, and forgets those that were not heard for long. */
    void look(MemberTransport.Ears ears, long now) {
        for (MqttPeer other : all()) {
            Greeting last = other.proved;
            if (last != null && other.isFoundDead(now)) {
                ears.gone(other.name, last.incarnation(), true);
            }
            if (other.linked && now - other.heardAt > SILENCE) {
                unlink(other, ears);
            }
        }
    }

    long nextLook() {
        long next = Long.MAX_VALUE;
        for (MqttPeer other : all.values()) {
            next = Math.min(next, other.nextLook());
        }
        return next;
    }

    private void unlink(MqttPeer other, MemberTransport.Ears ears) {
        other.linked = false;
        other.answered = null;
        if (other.client) {
            ears.left(other.number);
        }
    }

    /** This process has lost its broker. */
    void lostBroker(MemberTransport.Ears ears) {
        List<MqttPeer> some = new ArrayList<>(all.values());
        some.stream().filter(other -> other.linked).forEach(other -> unlink(other, ears));
    }
}
