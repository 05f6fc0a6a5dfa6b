/**
 * An agent harness fed by a fan-out relay: every instance that shares a key hears every event, exactly one
 * acts.
 *
 * <p>Entry points: {@link dev.baton.examples.harness.RelayMain}, {@link dev.baton.examples.harness.HarnessMain} and
 * {@link dev.baton.examples.harness.AskerMain}, three programs; {@code docs/guide/example-agent-harness.md} tells how to run
 * them.
 *
 * <p>A harness acts on three surfaces, each behind one gate of its candidate. The relay trusts none of
 * them: what acts carries the epoch of its reign, and the relay refuses a former leader and a second
 * answer. An event is answered as long as one of those that heard it lives to lead.
 */
@NullMarked
package dev.baton.examples.harness;

import org.jspecify.annotations.NullMarked;
