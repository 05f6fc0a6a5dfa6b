package dev.baton.spring;

import dev.baton.Candidate;
import dev.baton.Election;
import dev.baton.LeaderInfo;
import dev.baton.TransferOutcome;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * The Actuator endpoint {@code baton}: the elections of this application, and requests to change their leader. The
 * latter need {@code management.endpoint.baton.access=unrestricted}.
 */
@Endpoint(id = "baton", defaultAccess = Access.READ_ONLY)
public class BatonEndpoint {
    private static final Duration STEP_DOWN_TIMEOUT = Duration.ofSeconds(30);

    private final BatonElections elections;

    /** Creates the endpoint of the given elections. */
    public BatonEndpoint(BatonElections elections) {
        this.elections = elections;
    }

    /** Returns the state of this replica in each election. Sends no request to the store. */
    @ReadOperation
    public Map<String, Object> elections() {
        return Map.of("elections", new ElectionReport(elections).details());
    }

    /** Returns the leader, the live instances and the history of one election, as the store records them. */
    @ReadOperation
    public WebEndpointResponse<Map<String, Object>> election(@Selector String election) {
        if (find(election).isEmpty()) {
            return unknown(election);
        }
        Election read = elections.baton().election(election);
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("election", election);
        read.leader().ifPresent(leader -> body.put("leader", leader(leader)));
        body.put(
                "instances",
                read.roster().stream()
                        .map(status -> Map.of(
                                "instance_id", status.instanceId(),
                                "state", status.state().code(),
                                "leader", status.isLeader(),
                                "priority", status.priority(),
                                "healthy", status.healthy()))
                        .toList());
        body.put(
                "history",
                read.history().stream()
                        .map(tenure -> Map.of(
                                "epoch", tenure.epoch(),
                                "instance_id", tenure.instanceId(),
                                "from", tenure.from().toString(),
                                "to", tenure.to().map(Object::toString).orElse(""),
                                "reason", tenure.reason().orElse("")))
                        .toList());
        return new WebEndpointResponse<>(body);
    }

    /**
     * Requests a change of leader: {@code POST /actuator/baton/ELECTION/step-down}, or {@code
     * /actuator/baton/ELECTION/transfer/INSTANCE}.
     */
    @WriteOperation
    public WebEndpointResponse<Map<String, Object>> change(
            @Selector String election, @Selector(match = Selector.Match.ALL_REMAINING) String... action) {
        Optional<Candidate> candidate = find(election);
        if (candidate.isEmpty()) {
            return unknown(election);
        }
        List<String> words = List.of(action);
        if (words.equals(List.of("step-down"))) {
            boolean led = candidate.get().stepDown(STEP_DOWN_TIMEOUT);
            return led ? status(200, "released") : status(409, "this replica does not lead");
        }
        if (words.size() == 2 && words.get(0).equals("transfer")) {
            TransferOutcome outcome = candidate.get().transferTo(words.get(1));
            return outcome == TransferOutcome.SENT ? status(202, "sent") : status(404, "unknown target");
        }
        return status(400, "the actions are step-down and transfer/INSTANCE");
    }

    private Optional<Candidate> find(String election) {
        return elections.candidates().stream()
                .filter(candidate -> candidate.election().equals(election))
                .findFirst();
    }

    private static Map<String, Object> leader(LeaderInfo leader) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("instance_id", leader.instanceId());
        leader.confirmedEpoch().ifPresent(epoch -> shown.put("epoch", epoch));
        shown.put("since", leader.since().toString());
        leader.url().ifPresent(url -> shown.put("url", url));
        return shown;
    }

    private static WebEndpointResponse<Map<String, Object>> unknown(String election) {
        return status(404, "this application has no candidate in election " + election);
    }

    private static WebEndpointResponse<Map<String, Object>> status(int code, String text) {
        return new WebEndpointResponse<>(Map.of("status", text), code);
    }
}
