package dev.baton.reconcile.shards;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

class ShardStatusNoteTest {

    @Test // LEASE-11
    void noteSurvivesARoundTrip() {
        BitSet held = new BitSet();
        held.set(0, 16);
        held.set(40);
        held.set(62, 64);
        ShardStatusNote note = new ShardStatusNote(64, 3, held);
        assertThat(note.text()).isEqualTo("shards=64 weight=3 held=0-15,40,62-63");
        assertThat(ShardStatusNote.parse(note.text())).contains(note);
        assertThat(ShardStatusNote.parse("shards=64 weight=1 held="))
                .contains(new ShardStatusNote(64, 1, new BitSet()));
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
