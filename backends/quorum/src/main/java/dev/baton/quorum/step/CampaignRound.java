package dev.baton.quorum.step;

/**
 * One round of requests of a candidate. Sets of members are bit masks after {@link Membership#bit}.
 *
 * @param number distinguishes answers to this pre-vote from answers to an earlier one
 * @param term the term that the pre-vote asks about
 * @param granted members that granted the request
 * @param answered members that need not be asked again
 * @param endsAt monotonic nanoseconds
 * @param resendAt next repetition for members that have not answered, in monotonic nanoseconds
 * @param resendGap wait before that repetition; it doubles each time, up to the interval of heartbeats
 */
record CampaignRound(int number, long term, long granted, long answered, long endsAt, long resendAt, long resendGap) {
    static final CampaignRound NONE = new CampaignRound(0, 0, 0, 0, 0, 0, 0);

    CampaignRound grant(long bits) {
        return withMembers(granted | bits, answered | bits);
    }

    CampaignRound answer(long bits) {
        return withMembers(granted, answered | bits);
    }

    /** Returns this round without any answers: they belong to a previous membership. */
    CampaignRound cleared() {
        return withMembers(0, 0);
    }

    CampaignRound resend(long nanos, long maxGap) {
        long gap = Math.min(2 * resendGap, maxGap);
        return new CampaignRound(number, term, granted, answered, endsAt, nanos + gap, gap);
    }

    private CampaignRound withMembers(long newGranted, long newAnswered) {
        return new CampaignRound(number, term, newGranted, newAnswered, endsAt, resendAt, resendGap);
    }
}
