package dev.baton.console.watch;

import dev.baton.CandidateState;
import dev.baton.console.view.InstanceSighting;
import dev.baton.console.view.LiveInstances;
import java.util.List;
import java.util.Optional;

/** What has to differ for the page to be told at once: everything of an election but the time of the last frames. */
record RowFingerprint(List<Instance> instances, Optional<String> badge) {

    static RowFingerprint of(LiveInstances live) {
        return new RowFingerprint(
                live.instances().stream().map(Instance::of).toList(),
                live.leader().map(InstanceSighting::instanceId));
    }

    record Instance(String id, boolean leads, CandidateState state, long epoch, int priority, boolean healthy) {

        static Instance of(InstanceSighting sighting) {
            var frame = sighting.frame();
            return new Instance(
                    frame.instanceId(),
                    frame.isLeader(),
                    frame.state(),
                    frame.epoch(),
                    frame.priority(),
                    frame.healthy());
        }
    }
}
