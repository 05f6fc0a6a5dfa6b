/** A simulated and a real Kubernetes API server, for the tests of this project. */
@NullMarked
package dev.baton.testkit.kubernetes;

import org.jspecify.annotations.NullMarked;
