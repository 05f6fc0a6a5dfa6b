package dev.baton.spi.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TenureRecordsTest {

    @ParameterizedTest
    @ValueSource(strings = {"fa-IR", "ar-EG", "mr-IN"})
    void nameIsTheSameInEveryLanguage(String language) {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag(language));
        try {
            assertThat(TenureRecords.name(42)).isEqualTo("0000000000000000042");
        } finally {
            Locale.setDefault(before);
        }
    }
}
