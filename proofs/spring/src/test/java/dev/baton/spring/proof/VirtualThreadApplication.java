package dev.baton.spring.proof;

import dev.baton.spring.LeaderOnly;
import dev.baton.spring.LeadershipEvent;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/** A replica whose scheduler starts a run at a fixed rate, although the last one has not ended. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration(
        excludeName = {
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
        })
@EnableScheduling
public class VirtualThreadApplication {
    private static final int RATE = 5;

    /** Each run takes so many periods that the next ones are due before it ends. */
    private static final int PERIODS = 20;

    private int beats;
    private final Runs leaderOnly = new Runs();
    private final Runs plain = new Runs();

    public static void main(String[] arguments) {
        SpringApplication.run(VirtualThreadApplication.class, arguments);
    }

    /** How many runs of a method there are at once. */
    static final class Runs {
        private final AtomicInteger running = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();

        void begin() {
            int now = running.incrementAndGet();
            most.accumulateAndGet(now, Math::max);
        }

        void end() {
            running.decrementAndGet();
        }
    }

    @Scheduled(fixedRate = RATE)
    synchronized void beat() {
        beats++;
        notifyAll();
    }

    private synchronized void awaitPeriods() throws InterruptedException {
        int end = beats + PERIODS;
        while (beats < end) {
            wait();
        }
    }

    @Scheduled(fixedRate = RATE)
    @LeaderOnly("nightly")
    void leaderOnly() {
        leaderOnly.begin();
        ApplicationProcess.report("run begins");
        String end = "ends";
        try {
            awaitPeriods();
        } catch (InterruptedException tenureEnded) {
            end = "is interrupted";
        }
        ApplicationProcess.report(
                "run " + end + ", thread " + Thread.currentThread().getClass().getSimpleName() + ", at once "
                        + leaderOnly.most + ", of the other method " + plain.most);
        leaderOnly.end();
    }

    @Scheduled(fixedRate = RATE)
    void plain() throws InterruptedException {
        plain.begin();
        try {
            awaitPeriods();
        } finally {
            plain.end();
        }
    }

    @EventListener
    void released(LeadershipEvent.Released event) {
        ApplicationProcess.report("released");
    }

    @Bean
    DisposableBean pool() {
        return () -> ApplicationProcess.report("pool closed");
    }
}
