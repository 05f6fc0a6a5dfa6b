package dev.baton.spring;

import dev.baton.Baton;
import dev.baton.testkit.MemoryStore;
import dev.baton.testkit.TestBaton;
import dev.baton.testkit.VirtualTime;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** A connection that an application brings itself: on virtual time, to a store that a test can cut off. */
@Configuration(proxyBeanMethods = false)
class VirtualConnection {

    @Bean
    VirtualTime time() {
        return new VirtualTime();
    }

    @Bean
    MemoryStore store() {
        return new MemoryStore();
    }

    @Bean(destroyMethod = "close")
    Baton baton(MemoryStore store, VirtualTime time) {
        return TestBaton.connect(store, time);
    }
}
