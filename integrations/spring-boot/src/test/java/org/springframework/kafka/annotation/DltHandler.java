package org.springframework.kafka.annotation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Like the annotation of Kafka's retries, which is no listener's. */
@Retention(RetentionPolicy.RUNTIME)
public @interface DltHandler {}
