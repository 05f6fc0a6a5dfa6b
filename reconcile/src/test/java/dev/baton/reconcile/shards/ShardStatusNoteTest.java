package dev.baton.reconcile.shards;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ShardStatusNoteTest {

    @Test // LEASE-11
    void noteSurvivesARoundTrip() {
        BitSet held = new BitSet();
        held.set(0, 16);
        held.set(40);
        held.set(62, 64);
        ShardStatusNote note = new ShardStatusNote(64, 3, held, Optional.empty(), 0);
        assertThat(note.text()).isEqualTo("shards=64 weight=3 held=0-15,40,62-63");
        assertThat(ShardStatusNote.parse(note.text())).contains(note);
        assertThat(ShardStatusNote.parse("shards=64 weight=1 held="))
                .contains(new ShardStatusNote(64, 1, new BitSet(), Optional.empty(), 0));
    }

    @Test // LEASE-11
    void noteDistinguishesReplicasAndMayHaveFieldsOfLaterVersions() {
        ReplicaRun run = new ReplicaRun(1_800_000_000_000L, "web-1-pid77", "0a1b2c3d");
        BitSet held = new BitSet();
        held.set(3);
        ShardStatusNote note = new ShardStatusNote(8, 1, held, Optional.of(run), 0);
        assertThat(note.text()).isEqualTo("shards=8 weight=1 held=3 run=1800000000000/web-1-pid77/0a1b2c3d");
        assertThat(ShardStatusNote.parse(note.text())).contains(note);
        assertThat(ShardStatusNote.parse(note.text() + " zone=b")).contains(note);
        String answering = new ShardStatusNote(8, 1, held, Optional.of(run), 2).text();
        assertThat(answering).isNotEqualTo(note.text());
        assertThat(ShardStatusNote.parse(answering)).contains(note);
        assertThat(ShardStatusNote.parse("shards=8 weight=1 held= run=garbage"))
                .contains(new ShardStatusNote(8, 1, new BitSet(), Optional.empty(), 0));
    }

    @Test // LEASE-11
    void malformedNoteAssignsNoShard() {
        assertThat(ShardStatusNote.parse("")).isEmpty();
        assertThat(ShardStatusNote.parse("shards=4 weight=1 held=3-9")).isEmpty();
        assertThat(ShardStatusNote.parse("shards=4 weight=1 held=3-2")).isEmpty();
        assertThat(ShardStatusNote.parse("shards=4 weight=1 held=1,")).isEmpty();
        assertThat(ShardStatusNote.parse("shards=4 weight=-1 held=")).isEmpty();
        assertThat(ShardStatusNote.parse("shards=99999999999 weight=1 held=")).isEmpty();
    }
}
