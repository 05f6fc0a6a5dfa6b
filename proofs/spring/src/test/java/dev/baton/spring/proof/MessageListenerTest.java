package dev.baton.spring.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.Baton;
import dev.baton.Registration;
import dev.baton.spring.BatonElections;
import dev.baton.spring.LeaderOnly;
import dev.baton.spring.LeaderWorks;
import jakarta.jms.ConnectionFactory;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.broker.BrokerService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jms.annotation.EnableJms;
import org.springframework.jms.annotation.JmsListener;
import org.springframework.jms.config.DefaultJmsListenerContainerFactory;
import org.springframework.jms.config.JmsListenerEndpointRegistry;
import org.springframework.jms.core.JmsTemplate;

/** The listener of a message queue in two replicas of a Spring Boot application: one receives, in order. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class MessageListenerTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    /** What both replicas did, and what ends the processing of the slow message. */
    private static final List<String> LOG = new CopyOnWriteArrayList<>();

    private static volatile CountDownLatch slow = new CountDownLatch(1);

    private final String store = "memory:" + UUID.randomUUID();
    private final BrokerService broker = new BrokerService();

    @BeforeEach
    void startBroker() throws Exception {
        LOG.clear();
        slow = new CountDownLatch(1);
        broker.setBrokerName("orders");
        broker.setPersistent(false);
        broker.setUseJmx(false);
        broker.start();
    }

    @AfterEach
    void stopBroker() throws Exception {
        slow.countDown();
        broker.stop();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableJms
    @EnableAutoConfiguration(
            excludeName = {
                "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
                "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
            })
    static class Orders {
        @Value("${baton.instance-id}")
        private String replica = "";

        /** Replicas in one process do not share their connection. */
        @Bean(destroyMethod = "close")
        Baton baton(@Value("${store}") String url) {
            return Baton.builder().url(url).isolated().connect();
        }

        @Bean
        ConnectionFactory connections() {
            return new ActiveMQConnectionFactory("vm://orders?create=false");
        }

        @Bean
        JmsTemplate messages(ConnectionFactory connections) {
            return new JmsTemplate(connections);
        }

        @Bean
        DefaultJmsListenerContainerFactory jmsListenerContainerFactory(ConnectionFactory connections) {
            DefaultJmsListenerContainerFactory factory = new DefaultJmsListenerContainerFactory();
            factory.setConnectionFactory(connections);
            factory.setAutoStartup(false);
            return factory;
        }

        @JmsListener(id = "orders", destination = "orders")
        public void receive(String message) throws InterruptedException {
            LOG.add(replica + " begins " + message);
            if (message.equals("slow")) {
                slow.await();
            }
            LOG.add(replica + " ends " + message);
        }

        @Bean
        Registration leading(BatonElections elections, JmsListenerEndpointRegistry registry) {
            return elections.candidate("orders").whileLeading(leadership -> {
                LOG.add(replica + " leads");
                LeaderWorks.running(registry.getListenerContainer("orders")).run(leadership);
            });
        }
    }

    /** The same listener with the annotation that would lose messages. */
    static class Gated {
        @JmsListener(destination = "orders")
        @LeaderOnly("orders")
        public void receive(String message) {}
    }

    private ConfigurableApplicationContext replica(String id, Class<?>... more) {
        return new SpringApplicationBuilder(Orders.class)
                .sources(more)
                .web(WebApplicationType.NONE)
                .run(
                        "--store=" + store,
                        "--baton.instance-id=" + id,
                        "--spring.main.banner-mode=off",
                        "--logging.level.root=WARN");
    }

    private static void send(ConfigurableApplicationContext replica, String... messages) {
        for (String message : messages) {
            replica.getBean(JmsTemplate.class).convertAndSend("orders", message);
        }
    }

    private static void awaitLogged(String line) {
        await().atMost(LONG).untilAsserted(() -> assertThat(LOG).contains(line));
    }

    @Test // API-1, API-3
    void nextReplicaReceivesAfterTheFormerLeaderHasProcessedItsMessage() {
        try (ConfigurableApplicationContext anna = replica("anna")) {
            awaitLogged("anna leads");
            try (ConfigurableApplicationContext ben = replica("ben")) {
                send(ben, "first", "slow", "last");
                awaitLogged("anna begins slow");
                Thread stop = new Thread(() ->
                        anna.getBean(BatonElections.class).candidate("orders").stepDown(LONG));
                stop.start();
                await().atMost(LONG)
                        .until(() -> !anna.getBean(JmsListenerEndpointRegistry.class)
                                .getListenerContainer("orders")
                                .isRunning());
                slow.countDown();
                awaitLogged("ben ends last");
                assertThat(LOG)
                        .containsExactly(
                                "anna leads",
                                "anna begins first",
                                "anna ends first",
                                "anna begins slow",
                                "anna ends slow",
                                "ben leads",
                                "ben begins last",
                                "ben ends last");
            }
        }
    }

    @Test // API-1
    void containerStartsAgainInTheNextTenure() {
        try (ConfigurableApplicationContext anna = replica("anna")) {
            awaitLogged("anna leads");
            try (ConfigurableApplicationContext ben = replica("ben")) {
                send(ben, "first");
                awaitLogged("anna ends first");
                anna.getBean(BatonElections.class).candidate("orders").stepDown(LONG);
                awaitLogged("ben leads");
                send(anna, "second");
                awaitLogged("ben ends second");
            }
            send(anna, "third");
            awaitLogged("anna ends third");
            assertThat(LOG).filteredOn(line -> line.contains("ends")).hasSize(3);
        }
    }

    @Test // API-1
    void refusesListenerThatWouldLoseItsMessages() {
        assertThatThrownBy(() -> replica("anna", Gated.class).close())
                .message()
                .contains("Gated.receive is a message listener", "LeaderWorks.running(container)");
    }
}
