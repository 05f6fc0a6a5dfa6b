package dev.baton.examples.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mockingDetails;

import dev.baton.spring.BatonAutoConfiguration;
import dev.baton.testkit.spring.BatonTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

/** A test that replaces a bean with leader-only methods by a mock. */
@SpringBootTest(classes = NightlyReport.class)
@ImportAutoConfiguration(BatonAutoConfiguration.class)
@BatonTest
class MockedReportTest {
    @MockitoBean
    private NightlyReport mocked;

    @Test
    void applicationStarts(@Autowired NightlyReport report) throws InterruptedException {
        report.report();
        assertThat(mockingDetails(mocked).getInvocations()).hasSize(1);
    }
}
