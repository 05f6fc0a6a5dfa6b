package dev.baton.support.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {

    @ParameterizedTest // FILE-2
    @ValueSource(strings = {"nightly", "shard:3", "a.b_c-D", "x", "0", "-"})
    void aNameIsOfLettersDigitsAndAFewMarks(String name) {
        assertThat(Names.check("election", name)).isEqualTo(name);
    }

    @ParameterizedTest // FILE-2
    @ValueSource(strings = {"", ".", "..", ".hidden", "a/b", "a\\b", "a b", "ä", "a\n", "a\0b", "%2e%2e"})
    void aNameCanNeverEscapeItsDirectory(String name) {
        assertThatThrownBy(() -> Names.check("election", name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not a name: 1 to 128 of A-Z a-z 0-9 . _ : - and not starting with a dot");
    }

    @Test // FILE-2
    void aNameHasAtMost128CharactersAndALongOneIsNotRepeatedInFull() {
        assertThat(Names.check("election", "x".repeat(128))).hasSize(128);
        assertThatThrownBy(() -> Names.check("election", "x".repeat(129)))
                .hasMessageStartingWith("election \"" + "x".repeat(40) + "…\" is not a name");
    }

    @Test // PG-9
    void whatIsWrongWithANameIsShownWithoutControlCharacters() {
        assertThatThrownBy(() -> Names.check("instance id", "a\u0007b")).hasMessageStartingWith("instance id \"a?b\"");
    }

    @Test // LEASE-11
    void electionThatStoresANumberOfShardsIsInternal() {
        assertThat(Names.isInternal("orders:layout.1.64")).isTrue();
        assertThat(Names.isInternal("orders:layout.12.64.done")).isTrue();
        for (String usual : new String[] {
            "orders",
            "orders:3",
            "layout.1.64",
            ":layout.1.64",
            "orders:layout",
            "orders:layout.0.4",
            "orders:layout.1.4.x"
        }) {
            assertThat(Names.isInternal(usual)).as(usual).isFalse();
        }
    }
}
