package dev.baton.testkit.spring;

import dev.baton.Baton;
import dev.baton.spring.BatonElections;
import dev.baton.testkit.MemoryStore;
import dev.baton.testkit.TestBaton;
import dev.baton.testkit.VirtualTime;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans of {@link BatonTest}. */
@Configuration(proxyBeanMethods = false)
class VirtualElections {

    @Bean
    VirtualTime batonVirtualTime() {
        return new VirtualTime();
    }

    @Bean
    MemoryStore batonMemoryStore() {
        return new MemoryStore();
    }

    @Bean(destroyMethod = "close")
    Baton baton(MemoryStore store, VirtualTime time) {
        return TestBaton.connect(store, time);
    }

    @Bean(destroyMethod = "close")
    LeadershipSwitch batonLeadershipSwitch(BatonElections elections, MemoryStore store, VirtualTime time) {
        return new LeadershipSwitch(elections, TestBaton.connect(store, time), time);
    }
}
