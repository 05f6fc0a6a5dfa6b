/**
 * An agent harness behind a fan-out relay: every instance that shares a key receives every event, and exactly one acts.
 *
 * <p>Entry points are three programs: {@link dev.baton.examples.harness.RelayMain}, {@link
 * dev.baton.examples.harness.HarnessMain} and {@link dev.baton.examples.harness.AskerMain}. {@code
 * docs/guide/example-agent-harness.md} explains how to run them.
 *
 * <p>A harness acts on three surfaces, each behind its own gate of the candidate. The relay does not rely on the gates:
 * every action carries the epoch of its tenure, and the relay refuses a former leader and a second answer. An event is
 * answered as long as one instance that received it is alive.
 */
@NullMarked
package dev.baton.examples.harness;

import org.jspecify.annotations.NullMarked;
