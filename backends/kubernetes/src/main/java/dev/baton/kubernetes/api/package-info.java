/** Requests to the Kubernetes API: Leases as JSON, exactly as they were read, and nothing that repeats a write. */
@NullMarked
package dev.baton.kubernetes.api;

import org.jspecify.annotations.NullMarked;
