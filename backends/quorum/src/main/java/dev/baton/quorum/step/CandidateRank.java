package dev.baton.quorum.step;

/** The order among rival candidates: priority, then the higher name, then the longer uptime. It never moves a vote. */
public record CandidateRank(int priority, String id, double uptime) implements Comparable<CandidateRank> {

    @Override
    public int compareTo(CandidateRank other) {
        if (priority != other.priority) {
            return Integer.compare(priority, other.priority);
        }
        int byName = id.compareTo(other.id);
        return byName != 0 ? byName : Double.compare(uptime, other.uptime);
    }
}
