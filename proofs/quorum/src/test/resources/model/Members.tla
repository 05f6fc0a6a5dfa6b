------------------------------ MODULE Members -------------------------------
(* The membership changes while elections continue. The leader of the group  *)
(* election claims the current list for its term. It creates the next one,   *)
(* which differs by one member, when a majority has the current one on disk  *)
(* and every lease under an older one has ended. Another election with its   *)
(* own terms uses the list that each member has. In both elections votes are *)
(* cast one by one, while lists change between them. A candidate that adopts *)
(* a list starts again. Newcomers have an empty disk, and any member may     *)
(* restart or lose its disk. A heartbeat with its answer is one step here;   *)
(* module Election covers their delays.                                      *)
EXTENDS Naturals, FiniteSets, TLC

CONSTANTS Server, Founders, Nobody,
          Operators,       \* who may lead the group
          Candidates,      \* who may lead the other election
          First,           \* who leads the group at first, and all have its list; or Nobody
          MaxGroupTerm, MaxTerm, MaxTime, MaxVersion,
          MaxRestarts, MaxWipes, Promised, Leased,
          OldListRefused, MajorityFirst, LeaderIsLatest, WaitForLeases, FloorKept, WrittenFirst, DiskOfList

VARIABLES now, list, saved, store, groupTerm, groupCand, groupVotes, groupLead, confirmed, known, since,
          term, cand, votes, promise, lead, ack, lease, restarts, led

lists == <<list, saved, store>>
group == <<groupTerm, groupCand, groupVotes, groupLead>>
change == <<confirmed, known, since>>
election == <<term, cand, votes, promise, lead, ack, lease>>
vars == <<now, lists, group, change, election, restarts, led>>

Quorums(members) == {Q \in SUBSET members : 2 * Cardinality(Q) > Cardinality(members)}
Max(a, b) == IF a > b THEN a ELSE b
MaxOf(S) == CHOOSE x \in S : \A y \in S : x >= y

Newer(a, b) == a.term > b.term \/ (a.term = b.term /\ a.version > b.version)
\* A member supports only members of its list, and none with an older list.
Serves(j, i) == OldListRefused => i \in list[j].members /\ ~Newer(list[j], list[i])
\* A list names the disk of each member. A member with another disk takes no part.
TakesPart(i) == i \in list[i].members /\ (DiskOfList => list[i].stores[i] = store[i])
NoAcks == [j \in Server |-> 0]
NoPromise == [to |-> Nobody, until |-> 0]
FirstTerm == IF First = Nobody THEN 0 ELSE 1
Founding == [term |-> 0, version |-> 0, members |-> Founders, stores |-> [i \in Server |-> 0],
             floor |-> 0, groupFloor |-> 0]

Init ==
  /\ now = 1
  /\ list = [i \in Server |-> [Founding EXCEPT !.term = FirstTerm]]
  /\ saved = list
  /\ store = [i \in Server |-> 0]
  /\ groupTerm = [i \in Server |-> FirstTerm]
  /\ groupCand = [i \in Server |-> 0]
  /\ groupVotes = [i \in Server |-> {}]
  /\ groupLead = [i \in Server |-> IF i = First THEN 1 ELSE 0]
  /\ confirmed = [i \in Server |-> {}]
  /\ known = [i \in Server |-> <<0, 0>>]
  /\ since = [i \in Server |-> 0]
  /\ term = [i \in Server |-> 0]
  /\ cand = [i \in Server |-> 0]
  /\ votes = [i \in Server |-> {}]
  /\ promise = [i \in Server |-> NoPromise]
  /\ lead = [i \in Server |-> 0]
  /\ ack = [i \in Server |-> NoAcks]
  /\ lease = [i \in Server |-> 0]
  /\ restarts = 0
  /\ led = {}

Tick ==
  /\ now < MaxTime
  /\ now' = now + 1
  /\ UNCHANGED <<lists, group, change, election, restarts, led>>

\* A change of this node begins anew with another list.
NoChange(i) ==
  /\ confirmed' = [confirmed EXCEPT ![i] = {}]
  /\ known' = [known EXCEPT ![i] = <<0, 0>>]
  /\ since' = [since EXCEPT ![i] = 0]

\* Without restarts it does not matter when a list is on disk.
WriteLater(i) == saved' = IF MaxRestarts = 0 THEN [saved EXCEPT ![i] = list'[i]] ELSE saved

\* --- the election of the group's leader ---------------------------------------------------------------------------

GroupCampaign(i) ==
  LET t == Max(groupTerm[i], Max(list[i].groupFloor, list[i].term)) + 1 IN
  /\ i \in Operators /\ TakesPart(i) /\ groupLead[i] = 0 /\ t <= MaxGroupTerm
  /\ groupTerm' = [groupTerm EXCEPT ![i] = t]
  /\ groupCand' = [groupCand EXCEPT ![i] = t]
  /\ groupVotes' = [groupVotes EXCEPT ![i] = {i}]
  /\ UNCHANGED <<now, lists, groupLead, change, election, restarts, led>>

GroupVote(j, i) ==
  LET t == groupCand[i] IN
  /\ i # j /\ t > groupTerm[j] /\ t > Max(list[j].groupFloor, list[j].term)
  /\ TakesPart(j) /\ Serves(j, i)
  /\ groupTerm' = [groupTerm EXCEPT ![j] = t]
  /\ groupCand' = [groupCand EXCEPT ![j] = 0]
  /\ groupVotes' = [groupVotes EXCEPT ![i] = @ \cup {j}, ![j] = {}]
  /\ groupLead' = [groupLead EXCEPT ![j] = 0]
  /\ UNCHANGED <<now, lists, change, election, restarts, led>>

\* The winner claims its list for its term, so that its own campaigns begin anew.
Claim(i) ==
  /\ groupCand[i] > 0 /\ groupVotes[i] \cap list[i].members \in Quorums(list[i].members)
  /\ groupLead' = [groupLead EXCEPT ![i] = groupCand[i]]
  /\ list' = [list EXCEPT ![i].term = groupCand[i]]
  /\ groupCand' = [groupCand EXCEPT ![i] = 0]
  /\ groupVotes' = [groupVotes EXCEPT ![i] = {}]
  /\ cand' = [cand EXCEPT ![i] = 0]
  /\ votes' = [votes EXCEPT ![i] = {}]
  /\ NoChange(i) /\ WriteLater(i)
  /\ UNCHANGED <<now, store, groupTerm, term, promise, lead, ack, lease, restarts, led>>

\* --- the lists -----------------------------------------------------------------------------------------------------

\* A member sends its list to another one, which uses it at once.
Tell(i, j) ==
  LET stays == j \in list[i].members /\ (DiskOfList => list[i].stores[j] = store[j]) IN
  /\ Newer(list[i], list[j])
  /\ list' = [list EXCEPT ![j] = list[i]]
  /\ groupCand' = [groupCand EXCEPT ![j] = 0]
  /\ groupVotes' = [groupVotes EXCEPT ![j] = {}]
  /\ groupLead' = [groupLead EXCEPT ![j] = IF list[i].term # @ THEN 0 ELSE @]
  /\ cand' = [cand EXCEPT ![j] = 0]
  /\ votes' = [votes EXCEPT ![j] = {}]
  /\ lead' = [lead EXCEPT ![j] = IF stays THEN @ ELSE 0]
  /\ lease' = [lease EXCEPT ![j] = IF stays THEN @ ELSE 0]
  /\ NoChange(j) /\ WriteLater(j)
  /\ UNCHANGED <<now, store, groupTerm, term, promise, ack, restarts, led>>

Save(i) ==
  /\ saved[i] # list[i]
  /\ saved' = [saved EXCEPT ![i] = list[i]]
  /\ UNCHANGED <<now, list, store, group, change, election, restarts, led>>

\* A member confirms a list that is on its disk, with the highest terms it ever voted in. A member that knows of a later
\* leader of the group does not confirm the list of an earlier one.
Confirm(j, i) ==
  /\ groupLead[i] > 0 /\ groupLead[i] = list[i].term
  /\ j \in list[i].members \ confirmed[i] /\ list[j] = list[i]
  /\ WrittenFirst => saved[j] = list[j]
  /\ LeaderIsLatest => groupTerm[j] <= list[i].term
  /\ confirmed' = [confirmed EXCEPT ![i] = @ \cup {j}]
  /\ known' = [known EXCEPT ![i] = <<Max(@[1], term[j]), Max(@[2], groupTerm[j])>>]
  /\ since' = [since EXCEPT ![i] =
       IF @ = 0 /\ confirmed[i] \cup {j} \in Quorums(list[i].members) THEN now ELSE @]
  /\ UNCHANGED <<now, lists, group, election, restarts, led>>

Change(i, x) ==
  /\ groupLead[i] > 0 /\ groupLead[i] = list[i].term
  /\ list[i].version < MaxVersion /\ x # i
  /\ MajorityFirst => since[i] > 0
  /\ MajorityFirst /\ WaitForLeases => now >= since[i] + Promised
  /\ LET members == IF x \in list[i].members THEN list[i].members \ {x} ELSE list[i].members \cup {x}
         floor == Max(known[i][1], Max(term[i], list[i].floor))
         groupFloor == Max(known[i][2], list[i].groupFloor)
     IN list' = [list EXCEPT ![i] =
          [@ EXCEPT !.version = @ + 1, !.members = members, !.stores[x] = store[x],
                    !.floor = IF FloorKept THEN floor ELSE 0,
                    !.groupFloor = IF FloorKept THEN groupFloor ELSE 0]]
  /\ groupCand' = [groupCand EXCEPT ![i] = 0]
  /\ groupVotes' = [groupVotes EXCEPT ![i] = {}]
  /\ cand' = [cand EXCEPT ![i] = 0]
  /\ votes' = [votes EXCEPT ![i] = {}]
  /\ NoChange(i) /\ WriteLater(i)
  /\ UNCHANGED <<now, store, groupTerm, groupLead, term, promise, lead, ack, lease, restarts, led>>

\* --- another election ------------------------------------------------------------------------------------------------

Binds(j, i) == promise[j].until > now /\ promise[j].to # i

Campaign(i) ==
  LET t == Max(term[i], list[i].floor) + 1 IN
  /\ i \in Candidates /\ TakesPart(i) /\ lead[i] = 0 /\ t <= MaxTerm /\ ~Binds(i, i)
  /\ term' = [term EXCEPT ![i] = t]
  /\ cand' = [cand EXCEPT ![i] = t]
  /\ votes' = [votes EXCEPT ![i] = {i}]
  /\ UNCHANGED <<now, lists, group, change, promise, lead, ack, lease, restarts, led>>

Vote(j, i) ==
  LET t == cand[i] IN
  /\ i # j /\ t > term[j] /\ t > list[j].floor
  /\ TakesPart(j) /\ Serves(j, i) /\ ~Binds(j, i)
  /\ lead[j] = 0 \/ lease[j] <= now
  /\ term' = [term EXCEPT ![j] = t]
  /\ cand' = [cand EXCEPT ![j] = 0]
  /\ votes' = [votes EXCEPT ![i] = @ \cup {j}, ![j] = {}]
  /\ lead' = [lead EXCEPT ![j] = 0]
  /\ lease' = [lease EXCEPT ![j] = 0]
  /\ UNCHANGED <<now, lists, group, change, promise, ack, restarts, led>>

Win(i) ==
  /\ cand[i] > 0 /\ votes[i] \cap list[i].members \in Quorums(list[i].members)
  /\ lead' = [lead EXCEPT ![i] = cand[i]]
  /\ led' = led \cup {<<cand[i], i, Cardinality({r \in led : r[1] = cand[i]})>>}
  /\ cand' = [cand EXCEPT ![i] = 0]
  /\ votes' = [votes EXCEPT ![i] = {}]
  /\ ack' = [ack EXCEPT ![i] = NoAcks]
  /\ lease' = [lease EXCEPT ![i] = 0]
  /\ UNCHANGED <<now, lists, group, change, term, promise, restarts>>

\* A heartbeat and its acknowledgement. The lease lasts as long as the promises of a majority of the leader's members.
Follow(j, i) ==
  /\ i # j /\ lead[i] > 0 /\ j \in list[i].members /\ TakesPart(i) /\ TakesPart(j)
  /\ term[j] <= lead[i] /\ Serves(j, i) /\ ~Binds(j, i)
  /\ lead[j] = 0 \/ lead[j] < lead[i]
  /\ term' = [term EXCEPT ![j] = lead[i]]
  /\ cand' = [cand EXCEPT ![j] = 0]
  /\ votes' = [votes EXCEPT ![j] = {}]
  /\ promise' = [promise EXCEPT ![j] = [to |-> i, until |-> now + Promised]]
  /\ ack' = [ack EXCEPT ![i][j] = now]
  /\ lead' = [lead EXCEPT ![j] = 0]
  /\ LET fresh(Q) == \A k \in Q : k = i \/ k = j \/ (ack[i][k] > 0 /\ ack[i][k] + Leased > now)
         oldest(Q) == LET times == {IF k = i \/ k = j THEN now ELSE ack[i][k] : k \in Q}
                      IN CHOOSE t \in times : \A u \in times : t <= u
         ends == {oldest(Q) + Leased : Q \in {Q \in Quorums(list[i].members) : i \in Q /\ fresh(Q)}}
     IN lease' = [lease EXCEPT ![j] = 0, ![i] = IF ends = {} THEN @ ELSE Max(@, MaxOf(ends))]
  /\ UNCHANGED <<now, lists, group, change, restarts, led>>

Alone(i) ==
  /\ lead[i] > 0 /\ list[i].members = {i} /\ lease[i] < now + Leased
  /\ lease' = [lease EXCEPT ![i] = now + Leased]
  /\ UNCHANGED <<now, lists, group, change, term, cand, votes, promise, lead, ack, restarts, led>>

\* --- processes and disks ---------------------------------------------------------------------------------------------

NewProcess(i) ==
  /\ groupCand' = [groupCand EXCEPT ![i] = 0]
  /\ groupVotes' = [groupVotes EXCEPT ![i] = {}]
  /\ groupLead' = [groupLead EXCEPT ![i] = 0]
  /\ cand' = [cand EXCEPT ![i] = 0]
  /\ votes' = [votes EXCEPT ![i] = {}]
  /\ lead' = [lead EXCEPT ![i] = 0]
  /\ ack' = [ack EXCEPT ![i] = NoAcks]
  /\ lease' = [lease EXCEPT ![i] = 0]
  /\ NoChange(i)

\* kept: in the same boot a member knows its promise, otherwise it abstains.
Restart(i, kept) ==
  /\ restarts < MaxRestarts
  /\ restarts' = restarts + 1
  /\ NewProcess(i)
  /\ list' = [list EXCEPT ![i] = saved[i]]
  /\ promise' = [promise EXCEPT ![i] = IF kept THEN @ ELSE [to |-> Nobody, until |-> now + Promised]]
  /\ UNCHANGED <<now, saved, store, groupTerm, term, led>>

Wipe(i) ==
  /\ store[i] < MaxWipes
  /\ NewProcess(i)
  /\ store' = [store EXCEPT ![i] = @ + 1]
  /\ list' = [list EXCEPT ![i] = Founding]
  /\ saved' = [saved EXCEPT ![i] = Founding]
  /\ groupTerm' = [groupTerm EXCEPT ![i] = 0]
  /\ term' = [term EXCEPT ![i] = 0]
  /\ promise' = [promise EXCEPT ![i] = NoPromise]
  /\ UNCHANGED <<now, restarts, led>>

Next ==
  \/ Tick
  \/ \E i \in Server :
       \/ GroupCampaign(i) \/ Claim(i) \/ Save(i) \/ Campaign(i) \/ Win(i) \/ Alone(i) \/ Wipe(i)
       \/ \E kept \in BOOLEAN : Restart(i, kept)
       \/ \E j \in Server :
            GroupVote(j, i) \/ Tell(i, j) \/ Confirm(j, i) \/ Change(i, j) \/ Vote(j, i) \/ Follow(j, i)

Spec == Init /\ [][Next]_vars

Names == {p \in Permutations(Server) :
            \A set \in {Founders, Operators, Candidates, {First} \cap Server} : \A i \in set : p[i] \in set}
Leads(i) == lead[i] > 0 /\ lease[i] > now
OneReignPerTerm == \A a, b \in led : a[1] = b[1] => a = b
OneLeaseAtATime == \A i, j \in Server : Leads(i) /\ Leads(j) => i = j
OneListOfAName == \A i, j \in Server :
  list[i].term = list[j].term /\ list[i].version = list[j].version => list[i] = list[j]
=============================================================================
