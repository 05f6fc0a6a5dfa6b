package dev.baton.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.EndReason;
import dev.baton.spi.Claim;
import dev.baton.spi.ReleaseOutcome;
import dev.baton.spi.RenewOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code on-unreadable=lead}: a candidate leads without an epoch while the lock is unreadable. */
class UnreadableLeadTest {
    private FileStoreFixture store;

    @BeforeEach
    void open() throws IOException {
        store = new FileStoreFixture();
    }

    @AfterEach
    void close() {
        store.close();
    }

    private TestContender candidate(String id) {
        return store.contender(store.process(store.clock, true), id);
    }

    @Test // FILE-3
    void leadsWithoutEpochWhileLockOfLiveHolderIsMalformed() throws IOException {
        TestContender holder = store.contender("holder");
        Claim held = holder.win();
        store.write("garbage");
        TestContender candidate = candidate("candidate");
        Claim unconfirmed = candidate.win();
        assertThat(unconfirmed.epoch()).isZero();
        assertThat(store.read()).as("nothing was written").isEqualTo("garbage");
        assertThat(candidate.renew(unconfirmed)).isInstanceOf(RenewOutcome.Renewed.class);
        holder.renew(held);
        assertThat(candidate.renew(unconfirmed)).isEqualTo(new RenewOutcome.Gone(EndReason.TAKEN_OVER));
        candidate.expectHeld();
    }

    @Test // FILE-3
    void unconfirmedLeadershipEndsWhenClaimCanBeTaken() throws IOException {
        TestContender holder = store.contender("holder");
        holder.win();
        store.write("garbage");
        TestContender candidate = candidate("candidate");
        Claim unconfirmed = candidate.win();
        store.clock.advance(Duration.ofMillis(10_001));
        assertThat(candidate.renew(unconfirmed)).isEqualTo(new RenewOutcome.Gone(EndReason.EXPIRED));
        assertThat(candidate.signals().tryNowCount).hasPositiveValue();
        assertThat(candidate.win().epoch()).isGreaterThan(1);
    }

    @Test // FILE-3
    void leadsWithoutEpochIfStoreIsUnreadable() throws IOException {
        Path obstacle = Files.writeString(store.directory, "a file");
        TestContender candidate = candidate("candidate");
        Claim unconfirmed = candidate.win();
        assertThat(unconfirmed.epoch()).isZero();
        assertThat(candidate.renew(unconfirmed)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(candidate.release(unconfirmed)).isInstanceOf(ReleaseOutcome.Released.class);
        assertThat(Files.readString(obstacle)).isEqualTo("a file");
    }

    @Test // FILE-3
    void waitsForReadableForeignClaim() {
        TestContender holder = store.contender("holder");
        holder.win();
        assertThat(candidate("candidate").expectHeld().holder()).isEqualTo("holder");
    }

    @Test // FILE-3
    void doesNotLeadOnMalformedLockByDefault() throws IOException {
        TestContender holder = store.contender("holder");
        holder.win();
        store.write("garbage");
        TestContender observer = store.contender("observer");
        observer.expectHeld();
        assertThat(TestContender.await(observer.backend().observe(FileStoreFixture.ELECTION)))
                .isEmpty();
    }
}
