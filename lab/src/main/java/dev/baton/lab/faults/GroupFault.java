package dev.baton.lab.faults;

import dev.baton.testkit.NetworkNamespaces.Cut;
import java.util.Random;

/** A fault of a group. It is over when it returns: all processes run, and nothing is cut. */
enum GroupFault {
    LEADER_KILLED,
    LEADER_STOPPED,
    LEADER_FROZEN,
    MAJORITY_KILLED,
    LEASES_CHANGED,
    LEADER_CUT_OFF,
    LEADER_REFUSED,
    LEADER_ONLY_SENDS,
    LEADER_ONLY_RECEIVES,
    LEADER_IN_MINORITY,
    RELAY_KILLED,
    PROMISES_ZEROED,
    VOTES_ZEROED,
    FOLDER_LOST,
    FOLDER_MOVED,
    FOLDER_COPIED,
    FOLDER_COPIED_FROM_CUT_OFF_LEADER,
    FOLDER_RESTORED;

    /** Injects the fault into a group with a leader, and ends it. */
    void inject(FaultedGroup group, FaultedGroup.Leader leader, Random random) throws Exception {
        switch (this) {
            case LEADER_KILLED -> MemberProcessFaults.leaderKilled(group, leader);
            case LEADER_STOPPED -> MemberProcessFaults.leaderStopped(group, leader);
            case LEADER_FROZEN -> MemberProcessFaults.leaderFrozen(group, leader);
            case MAJORITY_KILLED -> MemberProcessFaults.majorityKilled(group, leader);
            case LEASES_CHANGED -> MemberProcessFaults.leasesChanged(group, leader);
            case LEADER_CUT_OFF -> GroupNetworkFaults.leaderCut(group, leader, Cut.DROP);
            case LEADER_REFUSED -> GroupNetworkFaults.leaderCut(group, leader, Cut.RESET);
            case LEADER_ONLY_SENDS -> GroupNetworkFaults.leaderCut(group, leader, Cut.INCOMING);
            case LEADER_ONLY_RECEIVES -> GroupNetworkFaults.leaderCut(group, leader, Cut.OUTGOING);
            case LEADER_IN_MINORITY -> GroupNetworkFaults.leaderInMinority(group, leader, random);
            case RELAY_KILLED -> GroupNetworkFaults.relayKilled(group, random);
            case PROMISES_ZEROED -> FolderFaults.promisesZeroed(group, leader, random);
            case VOTES_ZEROED -> FolderFaults.votesZeroed(group, leader, random);
            case FOLDER_LOST -> FolderFaults.lost(group, leader, random);
            case FOLDER_MOVED -> FolderFaults.moved(group, leader, random);
            case FOLDER_COPIED -> FolderFaults.copied(group, leader);
            case FOLDER_COPIED_FROM_CUT_OFF_LEADER -> FolderFaults.copiedFromCutOffLeader(group, leader);
            case FOLDER_RESTORED -> FolderFaults.restored(group, leader, random);
        }
    }
}
