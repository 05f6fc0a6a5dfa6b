----------------------------- MODULE Enrolment ------------------------------
(* The enrolment of new disks, in larger groups than module Election has.    *)
(* A disk may vote when enough of the other members have recorded it. Any    *)
(* member can lose its disk, with its votes and the disks that it recorded.  *)
(* Registrations, answers and votes stay in flight: each is received late,   *)
(* twice or never, even after the disks of its sender and its receiver were  *)
(* lost. There is one term: votes in different terms have no relation.       *)
(* Each rule has a constant: TRUE is the protocol, FALSE a mutant.           *)
EXTENDS Naturals, FiniteSets, TLC

CONSTANTS Server, Nobody,
          Fresh,           \* whose disks nobody has recorded at first; the others are enrolled
          Voters,          \* whose votes are followed
          Candidates,      \* for whom they vote
          MaxLost,         \* members that may lose their disks
          MaxStores,       \* disks of a member, one after the other
          Witnesses,       \* how many others must have recorded a new disk
          KnownDiskStays, OwnDiskCounts, EnrolledVotes

VARIABLES store, enrolled, recorded, answers, vote, grants, lost

vars == <<store, enrolled, recorded, answers, vote, grants, lost>>

Init ==
  /\ store = [i \in Server |-> 1]
  /\ enrolled = [i \in Server |-> i \notin Fresh]
  /\ recorded = [j \in Server |-> [i \in Server |-> IF i \in Fresh THEN 0 ELSE 1]]
  /\ answers = {}
  /\ vote = [i \in Server |-> Nobody]
  /\ grants = {}
  /\ lost = {}

\* A registration arrives, perhaps that of an earlier disk. It is on disk before the answer is sent.
Record(j, i, s) ==
  /\ i # j /\ i \in Voters \cap (Fresh \cup lost) /\ s <= store[i]
  /\ recorded[j][i] # s
  /\ KnownDiskStays => recorded[j][i] = 0
  /\ recorded' = [recorded EXCEPT ![j][i] = s]
  /\ answers' = answers \cup {<<j, i, s>>}
  /\ UNCHANGED <<store, enrolled, vote, grants, lost>>

Witness(j, i) == \E s \in 1..store[i] : <<j, i, s>> \in answers /\ (OwnDiskCounts => s = store[i])

Enrol(i) ==
  /\ ~enrolled[i]
  /\ Cardinality({j \in Server \ {i} : Witness(j, i)}) >= Witnesses
  /\ enrolled' = [enrolled EXCEPT ![i] = TRUE]
  /\ UNCHANGED <<store, recorded, answers, vote, grants, lost>>

Vote(j, c) ==
  /\ vote[j] = Nobody /\ (EnrolledVotes => enrolled[j])
  /\ vote' = [vote EXCEPT ![j] = c]
  /\ grants' = grants \cup {<<j, c>>}
  /\ UNCHANGED <<store, enrolled, recorded, answers, lost>>

Lose(i) ==
  /\ store[i] < MaxStores /\ Cardinality(lost \cup {i}) <= MaxLost
  /\ lost' = lost \cup {i}
  /\ store' = [store EXCEPT ![i] = @ + 1]
  /\ enrolled' = [enrolled EXCEPT ![i] = FALSE]
  /\ recorded' = [recorded EXCEPT ![i] = [j \in Server |-> 0]]
  /\ vote' = [vote EXCEPT ![i] = Nobody]
  /\ UNCHANGED <<answers, grants>>

Next ==
  \E i \in Server :
    \/ Enrol(i) \/ Lose(i)
    \/ \E j \in Server, s \in 1..MaxStores : Record(j, i, s)
    \/ i \in Voters /\ \E c \in Candidates : Vote(i, c)

Spec == Init /\ [][Next]_vars

Leads(c) == 2 * Cardinality({j \in Server : <<j, c>> \in grants}) > Cardinality(Server)

OneReignPerTerm == \A c, d \in Candidates : Leads(c) /\ Leads(d) => c = d
OneVotePerTerm == \A j \in Server, c, d \in Candidates : <<j, c>> \in grants /\ <<j, d>> \in grants => c = d

Alike == Server \ (IF Voters = Server THEN Fresh ELSE Fresh \cup Voters)
Names == Permutations(Candidates) \cup Permutations(Alike) \cup Permutations(Fresh)
=============================================================================
