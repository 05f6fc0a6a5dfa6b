/** Benchmarks of elections on Kubernetes, beside fabric8's {@code LeaderElector} on the same API server. */
@NullMarked
package dev.baton.lab.kubernetes;

import org.jspecify.annotations.NullMarked;
