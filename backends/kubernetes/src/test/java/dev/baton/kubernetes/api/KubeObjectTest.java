package dev.baton.kubernetes.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KubeObjectTest {
    private static KubeObject withVersion(String version) {
        return KubeObject.newLease("nightly").withVersion(version);
    }

    @Test // API-2
    void versionIsANumberFromWhichAnEpochCanBeDerived() {
        assertThat(withVersion("7").revision()).isEqualTo(7);
        assertThat(withVersion("9223372036854775807").revision()).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest // API-2
    @ValueSource(strings = {"", "abc", "0x10", "1.5", "-1", "7 ", "9223372036854775808", "18446744073709551616"})
    void versionThatIsNotADecimalNumberIsRefused(String version) {
        assertThatThrownBy(withVersion(version)::revision)
                .isInstanceOf(KubeException.class)
                .hasMessageContaining("the resourceVersion of nightly is not a decimal number");
    }
}
