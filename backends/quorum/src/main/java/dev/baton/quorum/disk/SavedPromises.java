package dev.baton.quorum.disk;

import dev.baton.quorum.step.LeasePromise;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The promises that the previous start of a member left in its folder.
 *
 * @param promises those of this boot, by election
 * @param complete whether these are provably all promises: the file is that of the previous start, in this boot and in
 *     this folder, and no record is missing or damaged
 * @param abstainUntil until when the previous start abstained; meaningful if complete
 * @param votes number of the last write of votes that the file knows of; 0 if it does not know
 */
record SavedPromises(Map<String, LeasePromise> promises, boolean complete, long abstainUntil, long votes) {

    static SavedPromises read(StateDirectory directory, String boot, String place, long incarnation)
            throws IOException {
        byte[] bytes = directory.read(PromiseFile.NAME);
        Map<String, LeasePromise> promises = new HashMap<>();
        boolean intact = true;
        int from = 0;
        for (; from < bytes.length && !SlotPair.isBlank(bytes, from, SlotRecords.SLOT); from += PromiseFile.PAIR) {
            Optional<SlotRecords.StoredPromise> stored =
                    SlotPair.newest(bytes, from, SlotRecords.SLOT).map(slot -> SlotRecords.promise(slot.payload()));
            if (stored.isEmpty() && from / PromiseFile.PAIR > counted(promises)) {
                break; // The process ended while it added this record.
            }
            intact &= stored.isPresent() && SlotPair.isIntact(bytes, from, SlotRecords.SLOT);
            stored.filter(each -> each.boot().equals(boot))
                    .ifPresent(each -> promises.put(each.election(), each.promise()));
        }
        LeasePromise head = promises.getOrDefault(PromiseFile.HEAD, LeasePromise.NONE);
        long votes = promises.getOrDefault(PromiseFile.VOTES, LeasePromise.NONE).term();
        boolean complete = intact
                && !place.isEmpty()
                && head.leader().equals(place)
                && head.incarnation() == incarnation
                && promises.size() - 1 >= head.term();
        promises.remove(PromiseFile.HEAD);
        promises.remove(PromiseFile.VOTES);
        return new SavedPromises(promises, complete, head.until(), complete ? votes : 0);
    }

    private static long counted(Map<String, LeasePromise> promises) {
        return promises.getOrDefault(PromiseFile.HEAD, LeasePromise.NONE).term();
    }
}
