package dev.baton.spring;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.ConfigurableTransactionManager;

/** Adds the check before the commit to every transaction manager. */
final class FencedTransactionManagers implements BeanPostProcessor {

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof ConfigurableTransactionManager transactions) {
            transactions.addListener(new FencedTransaction.CommitCheck());
        }
        return bean;
    }
}
