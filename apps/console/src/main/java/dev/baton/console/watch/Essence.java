package dev.baton.console.watch;

import dev.baton.CandidateState;
import dev.baton.console.view.LiveView;
import dev.baton.console.view.Sighting;
import java.util.List;
import java.util.Optional;

/** What has to differ for the page to be told at once: everything of an election but the time of the last frames. */
record Essence(List<Instance> instances, Optional<String> badge) {

    static Essence of(LiveView live) {
        return new Essence(
                live.instances().stream().map(Instance::of).toList(),
                live.leader().map(Sighting::instanceId));
    }

    record Instance(String id, boolean leads, CandidateState state, long epoch, int priority, boolean healthy) {

        static Instance of(Sighting sighting) {
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
