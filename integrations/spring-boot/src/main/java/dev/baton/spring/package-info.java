/**
 * Elections in Spring Boot applications.
 *
 * <p>{@link dev.baton.spring.LeaderOnly} runs a method only while this replica leads. {@link dev.baton.spring.Fenced}
 * guards a transaction, so that a former leader cannot commit it. {@link dev.baton.spring.Leaderships} returns the
 * leadership that a method runs under, and {@link dev.baton.spring.LeadershipEvent} reports the changes.
 */
@NullMarked
package dev.baton.spring;

import org.jspecify.annotations.NullMarked;
