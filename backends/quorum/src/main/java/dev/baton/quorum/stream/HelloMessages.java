package dev.baton.quorum.stream;

import java.security.SecureRandom;
import java.util.function.LongSupplier;

/** Creates the hello messages of one process, each with new random numbers. */
public final class HelloMessages {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final boolean client;
    private final String self;
    private final long incarnation;
    private final String address;
    private final LongSupplier random;

    private HelloMessages(boolean client, String self, long incarnation, String address, LongSupplier random) {
        this.client = client;
        this.self = self;
        this.incarnation = incarnation;
        this.address = address;
        this.random = random;
    }

    /** Creates those of a member that listens at an address. */
    public static HelloMessages ofMember(String self, long incarnation, String address) {
        return new HelloMessages(false, self, incarnation, address, RANDOM::nextLong);
    }

    /** Creates those of a member without an address, with given random numbers. */
    public static HelloMessages ofMember(String self, long incarnation, LongSupplier random) {
        return new HelloMessages(false, self, incarnation, "", random);
    }

    /** Creates those of a client. */
    public static HelloMessages ofClient(String self) {
        return new HelloMessages(true, self, 0, "", RANDOM::nextLong);
    }

    /** Returns the hello message of a new stream to a member; the name is empty if the other side opened the stream. */
    public HelloMessage to(String member) {
        return new HelloMessage(client, self, member, incarnation, address, random.getAsLong(), random.getAsLong());
    }
}
