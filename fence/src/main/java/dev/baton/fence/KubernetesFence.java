package dev.baton.fence;

import dev.baton.BatonException;
import dev.baton.Leadership;
import dev.baton.LeadershipLostException;
import dev.baton.support.text.KubeElectionLease;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the update of a Kubernetes object depend on a leadership: by the Lease of the election, and by the {@code
 * resourceVersion} of the object. Works with any client of Kubernetes, and sends nothing itself. Thread-safe.
 *
 * <p>In this order: read the object, read the Lease, call {@link #annotations}, and update the object with the annotations
 * and with the {@code uid} and {@code resourceVersion} that were read. Read without {@code resourceVersion=0}: a cache can
 * be old. The API server answers 409 if the object has changed since.
 *
 * <pre>{@code
 * KubernetesFence fence = Fence.byKubernetes();
 * ConfigMap report = client.configMaps().withName("report").require();
 * Lease lease = client.leases().withName(fence.leaseName(leadership)).require();
 * Map<String, String> marks =
 *         fence.annotations(leadership, report.getMetadata().getAnnotations(), Serialization.asJson(lease));
 * ConfigMap next = report.edit().editMetadata().addToAnnotations(marks).endMetadata().addToData("total", total).build();
 * client.resource(next).lockResourceVersion(report.getMetadata().getResourceVersion()).update();
 * }</pre>
 *
 * <p><strong>Limits.</strong> Kubernetes has no transaction over two objects.
 *
 * <ul>
 *   <li>A former leader is refused for an object from the first guarded update of that object by a newer leader on.
 *       <em>Before that</em>, an update that it prepared while it led, and sends after a freeze, is accepted. A new leader
 *       that must not miss late updates makes a guarded update of each object before it reads; the annotation changes the
 *       object even if nothing else does.
 *   <li>The same holds if the next leader is a program without Baton, which makes no guarded updates.
 *   <li>The creation of an object has no precondition. Create it empty in advance. Delete it with the preconditions {@code
 *       uid} and {@code resourceVersion}, after {@link #annotations} has returned.
 *   <li>A patch or a server-side apply without {@code resourceVersion} is not refused.
 * </ul>
 */
public final class KubernetesFence {
    /** The annotation of a guarded object: who has updated it last. */
    public static final String ANNOTATION = "baton.dev/fence";

    KubernetesFence() {}

    /** Returns the name of the Lease to read, in the namespace of the election. */
    public String leaseName(Leadership leadership) {
        return KubeElectionLease.name(leadership.election());
    }

    /**
     * Checks what was read, and returns the annotations to add to the object.
     *
     * @param object the annotations of the object, which was read first
     * @param leaseJson the Lease as JSON, which was read after the object
     * @throws StaleEpochException if the Lease does not belong to this leadership, or a later leader has updated the object
     * @throws LeadershipLostException if the leadership is not valid
     * @throws BatonException if it is not one of a {@code kubernetes:} election, the object is guarded by another
     *     election, or the JSON is malformed
     */
    public Map<String, String> annotations(Leadership leadership, Map<String, String> object, String leaseJson) {
        Fence.requireLeader(leadership);
        String candidate = leadership
                .tenureId()
                .flatMap(KubeElectionLease::candidate)
                .orElseThrow(() -> new BatonException("the leadership of " + leadership.election() + " by "
                        + leadership.instanceId() + " is not one on Kubernetes; use Fence.byHighestSeen()"));
        LastWriter own = new LastWriter(leadership.epoch(), candidate, leadership.election());
        Optional<LastWriter> last = Optional.ofNullable(object.get(ANNOTATION)).map(LastWriter::parse);
        if (last.isPresent()) {
            last.get().admit(own, leadership);
        }
        LeaseReading lease = LeaseReading.parse(leaseJson);
        if (!lease.isOf(leadership, candidate)) {
            throw new StaleEpochException(leadership, lease.epoch() > leadership.epoch() ? lease.epoch() : 0, null);
        }
        return Map.of(ANNOTATION, own.text());
    }

    /** The value of the annotation. */
    private record LastWriter(long epoch, String candidate, String election) {
        private static final int PARTS = 3;

        static LastWriter parse(String text) {
            String[] parts = text.split(" ", PARTS);
            try {
                if (parts.length == PARTS) {
                    return new LastWriter(Long.parseLong(parts[0]), parts[1], parts[2]);
                }
            } catch (NumberFormatException malformed) {
                // As below.
            }
            throw new BatonException("the annotation " + ANNOTATION + " is malformed: \"" + text
                    + "\"; nothing was written. Correct or remove it");
        }

        String text() {
            return epoch + " " + candidate + " " + election;
        }

        void admit(LastWriter writer, Leadership leadership) {
            if (!election.equals(writer.election)) {
                throw new BatonException("the object is guarded by the election " + election + " and not by "
                        + writer.election + "; nothing was written. Remove its annotation " + ANNOTATION
                        + " to change that");
            }
            if (epoch > writer.epoch) {
                throw new StaleEpochException(leadership, epoch, null);
            }
            if (epoch == writer.epoch && !candidate.equals(writer.candidate)) {
                throw StaleEpochException.ofOtherTenure(leadership);
            }
        }
    }
}
