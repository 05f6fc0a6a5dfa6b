package dev.baton.spring;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.ConfigurableTransactionManager;

/** Adds what the guards need to every transaction manager: what a begin binds, and the check before the commit. */
final class FencedTransactionManagers implements BeanPostProcessor {

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof ConfigurableTransactionManager transactions) {
            transactions.addListener(new BegunConnections.Begin());
            transactions.addListener(new FencedTransaction.CommitCheck());
        }
        return bean;
    }
}
