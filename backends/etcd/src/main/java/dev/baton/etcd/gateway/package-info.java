/**
 * Requests to etcd over its JSON gateway ({@code /v3}), which every etcd server from 3.4 serves beside gRPC. It needs no
 * library: requests have a real time limit, and a watch is one response that does not end.
 */
@NullMarked
package dev.baton.etcd.gateway;

import org.jspecify.annotations.NullMarked;
