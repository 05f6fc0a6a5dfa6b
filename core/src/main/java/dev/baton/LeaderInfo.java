package dev.baton;

import java.time.Instant;
import java.util.Optional;

/**
 * The leader of an election, as the store records it.
 *
 * <pre>{@code
 * Optional<URI> target = election.leader().flatMap(LeaderInfo::url).map(URI::create);
 * }</pre>
 *
 * @param election the name of the election
 * @param instanceId the instance id of the leader
 * @param epoch the epoch of the tenure; 0 if the holder has none (a foreign program, or an unconfirmed claim)
 * @param since the start of the tenure by the store's or the leader's wall clock; for display only
 * @param url the URL under which the leader can be reached, if it published one
 */
public record LeaderInfo(String election, String instanceId, long epoch, Instant since, Optional<String> url) {}
