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

/** {@code on-unreadable=lead}: a corrupt lock never silences the only responder. */
class UnreadableLeadTest {
    private Site site;

    @BeforeEach
    void open() throws IOException {
        site = new Site();
    }

    @AfterEach
    void close() {
        site.close();
    }

    private Player eager(String id) {
        return site.player(site.process(site.clock, true), id);
    }

    @Test // FILE-3
    void whileTheLockIsGarbageUnderALiveHolderItLeadsWithoutAnEpoch() throws IOException {
        Player holder = site.player("holder");
        Claim held = holder.win();
        site.write("garbage");
        Player eager = eager("eager");
        Claim unconfirmed = eager.win();
        assertThat(unconfirmed.epoch()).isZero();
        assertThat(site.read()).as("nothing was written").isEqualTo("garbage");
        assertThat(eager.renew(unconfirmed)).isInstanceOf(RenewOutcome.Renewed.class);
        holder.renew(held);
        assertThat(eager.renew(unconfirmed)).isEqualTo(new RenewOutcome.Gone(EndReason.TAKEN_OVER));
        eager.mustWait();
    }

    @Test // FILE-3
    void whenTheLockCanBeTakenProperlyTheUnconfirmedLeadershipMakesRoomForARealOne() throws IOException {
        Player holder = site.player("holder");
        holder.win();
        site.write("garbage");
        Player eager = eager("eager");
        Claim unconfirmed = eager.win();
        site.clock.pass(Duration.ofMillis(10_001));
        assertThat(eager.renew(unconfirmed)).isEqualTo(new RenewOutcome.Gone(EndReason.EXPIRED));
        assertThat(eager.signals().tries).hasPositiveValue();
        assertThat(eager.win().epoch()).isGreaterThan(1);
    }

    @Test // FILE-3
    void aStoreThatCannotBeReadMakesAnUnconfirmedLeader() throws IOException {
        Path inTheWay = Files.writeString(site.directory, "a file");
        Player eager = eager("eager");
        Claim unconfirmed = eager.win();
        assertThat(unconfirmed.epoch()).isZero();
        assertThat(eager.renew(unconfirmed)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(eager.release(unconfirmed)).isInstanceOf(ReleaseOutcome.Released.class);
        assertThat(Files.readString(inTheWay)).isEqualTo("a file");
    }

    @Test // FILE-3
    void aReadableForeignClaimIsHonouredAllTheSame() {
        Player holder = site.player("holder");
        holder.win();
        assertThat(eager("eager").mustWait().holder()).isEqualTo("holder");
    }

    @Test // FILE-3
    void byDefaultAnUnreadableLockMakesNobodyLeader() throws IOException {
        Player holder = site.player("holder");
        holder.win();
        site.write("garbage");
        Player observer = site.player("observer");
        observer.mustWait();
        assertThat(Player.answer(observer.backend().observe(Site.ELECTION))).isEmpty();
    }
}
