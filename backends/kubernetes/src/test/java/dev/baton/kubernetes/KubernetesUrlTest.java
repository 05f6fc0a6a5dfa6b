package dev.baton.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubernetesUrlTest {

    @Test
    void readsNamespaceTimingAndContext() {
        KubernetesUrl url = KubernetesUrl.parse("kubernetes:jobs?ttl=9s&renew=2s&kubeconfig=/k&context=dev");
        assertThat(url.options()).isEqualTo(new KubernetesOptions(Duration.ofSeconds(9), Duration.ofSeconds(2)));
        assertThat(url.connection().namespace()).contains("jobs");
        assertThat(url.connection().kubeconfig()).contains("/k");
        assertThat(url.connection().context()).contains("dev");
    }

    @Test
    void usesTheNamespaceOfThePodWithoutAName() {
        assertThat(KubernetesUrl.parse("kubernetes:").connection().namespace()).isEmpty();
        assertThat(KubernetesUrl.parse("kubernetes:").options()).isEqualTo(KubernetesOptions.defaults());
    }

    @ParameterizedTest
    @CsvSource({
        "kubernetes:Jobs, namespace",
        "kubernetes:a/b, namespace",
        "kubernetes:?ttl=1s, at least 2 s",
        "kubernetes:?ttl=2500ms, whole seconds",
        "kubernetes:?ttl=3s&renew=2s, unsafe timing",
        "kubernetes:?tttl=3s, not known",
    })
    void refusesWrongUrls(String url, String message) {
        assertThatThrownBy(() -> KubernetesUrl.parse(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource({"nightly, nightly", "a.b-c, a.b-c"})
    void electionWithAnAllowedNameHasALeaseWithThatName(String election, String lease) {
        assertThat(LeaseNames.election(election)).isEqualTo(lease);
    }

    @ParameterizedTest
    @CsvSource({"Nightly_Report", "a:b", "_", "-x-", "x.-y", "baton-roster-1"})
    void otherElectionsHaveAnAllowedNameThatDiffers(String election) {
        assertThat(LeaseNames.election(election))
                .matches("baton-election(-[a-z0-9]+)+")
                .isNotEqualTo(LeaseNames.election(election + "x"))
                .hasSizeLessThan(253);
    }
}
