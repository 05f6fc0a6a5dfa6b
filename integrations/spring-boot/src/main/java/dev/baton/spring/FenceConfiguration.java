package dev.baton.spring;

import dev.baton.fence.Fence;
import javax.sql.DataSource;
import org.springframework.aop.Advisor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.core.Ordered;

/** The fence, and the guard of {@link Fenced} transactions. Disabled applications have it too, to refuse them. */
@AutoConfiguration(
        after = BatonAutoConfiguration.class,
        // Of advisors with the same order, the one that is defined later is inside.
        afterName = {
            "org.springframework.boot.autoconfigure.transaction.TransactionAutoConfiguration",
            "org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration"
        })
class FenceConfiguration {

    /** The election's own fence if the elections are locks in the application's database, else one for any store. */
    @Bean
    @ConditionalOnMissingBean
    Fence batonFence(ObjectProvider<StoreChoice> choice) {
        StoreChoice made = choice.getIfAvailable();
        return made != null && made.locksInOwnDatabase() ? Fence.byElection() : Fence.byHighestSeen();
    }

    /** Guards transactions, if the application has Spring's transactions of JDBC or JPA. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(
            name = {
                "org.springframework.jdbc.datasource.DataSourceUtils",
                "org.springframework.transaction.interceptor.TransactionInterceptor"
            })
    static class Transactions {

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static Advisor batonFencedAdvisor(KnownElections elections, BeanFactory beans) {
            ObjectProvider<Fence> fence = beans.getBeanProvider(Fence.class);
            ObjectProvider<DataSource> dataSource = beans.getBeanProvider(DataSource.class);
            DefaultPointcutAdvisor advisor = new DefaultPointcutAdvisor(
                    new AnnotationMatchingPointcut(null, Fenced.class, true),
                    new FencedInterceptor(elections, fence::getObject, dataSource::getObject));
            // Inside of transactions, which have the same order by default; a check at start-up makes sure.
            advisor.setOrder(Ordered.LOWEST_PRECEDENCE);
            return advisor;
        }

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static FencedTransactionManagers batonFencedTransactionManagers() {
            return new FencedTransactionManagers();
        }

        @Bean
        FencedChecks batonFencedChecks(
                ConfigurableListableBeanFactory beans,
                BatonElections elections,
                ObjectProvider<Fence> fence,
                ObjectProvider<DataSource> dataSource) {
            return new FencedChecks(beans, elections, fence::getObject, dataSource::getObject);
        }
    }
}
