------------------------------ MODULE Members -------------------------------
(* The membership changes while elections continue. The leader of the group  *)
(* election claims the current membership for its term. It creates the next  *)
(* one, which differs by one member, when a majority has the current one and *)
(* every lease under an older one has ended. Another election with its own   *)
(* terms uses the membership that each member has. The votes of a majority   *)
(* are one step here; module Election covers delays.                         *)
EXTENDS Naturals, FiniteSets, TLC

CONSTANTS Server, Founders, Nobody, MaxGroupTerm, MaxTerm, MaxTime, MaxVersion,
          Promised, Leased,
          OldListRefused, MajorityFirst, LeaderIsLatest, WaitForLeases, FloorKept

VARIABLES now, list, groupTerm, groupLead, since, known, term, promise, lead, ack, lease, report, led

vars == <<now, list, groupTerm, groupLead, since, known, term, promise, lead, ack, lease, report, led>>

Quorums(members) == {Q \in SUBSET members : 2 * Cardinality(Q) > Cardinality(members)}
Max(a, b) == IF a > b THEN a ELSE b
MaxOf(S) == CHOOSE x \in S : \A y \in S : x >= y

Newer(a, b) == a.term > b.term \/ (a.term = b.term /\ a.version > b.version)
Serves(j, i) == OldListRefused => ~Newer(list[j], list[i])
NoAcks == [j \in Server |-> 0]

Init ==
  /\ now = 1
  /\ list = [i \in Server |-> [term |-> 0, version |-> 0, members |-> Founders, floor |-> 0]]
  /\ groupTerm = [i \in Server |-> 0]
  /\ groupLead = [i \in Server |-> 0]
  /\ since = [i \in Server |-> 0]
  /\ known = [i \in Server |-> 0]
  /\ term = [i \in Server |-> 0]
  /\ promise = [i \in Server |-> [to |-> Nobody, until |-> 0]]
  /\ lead = [i \in Server |-> 0]
  /\ ack = [i \in Server |-> NoAcks]
  /\ lease = [i \in Server |-> 0]
  /\ report = [i \in Server |-> 0]
  /\ led = {}

Tick ==
  /\ now < MaxTime
  /\ now' = now + 1
  /\ UNCHANGED <<list, groupTerm, groupLead, since, known, term, promise, lead, ack, lease, report, led>>

\* A member wins the group election and claims the membership for its term.
Claim(i, Q) ==
  /\ i \in Q /\ groupTerm[i] < MaxGroupTerm
  /\ Q \in Quorums(list[i].members)
  /\ \A j \in Q : groupTerm[j] <= groupTerm[i] /\ Serves(j, i)
  /\ LET t == groupTerm[i] + 1
     IN /\ groupTerm' = [j \in Server |-> IF j \in Q THEN t ELSE groupTerm[j]]
        /\ groupLead' = [j \in Server |-> IF j = i THEN t ELSE IF j \in Q THEN 0 ELSE groupLead[j]]
        /\ list' = [list EXCEPT ![i].term = t]
  /\ since' = [since EXCEPT ![i] = 0]
  /\ report' = [report EXCEPT ![i] = term[i]]
  /\ UNCHANGED <<now, known, term, promise, lead, ack, lease, led>>

\* A member sends its membership to another one, which adopts it and reports the highest term it ever voted in.
Tell(i, j) ==
  /\ Newer(list[i], list[j])
  /\ list' = [list EXCEPT ![j] = list[i]]
  /\ report' = [report EXCEPT ![j] = term[j]]
  /\ since' = [since EXCEPT ![j] = 0]
  /\ lead' = [lead EXCEPT ![j] = IF j \in list[i].members THEN @ ELSE 0]
  /\ lease' = [lease EXCEPT ![j] = IF j \in list[i].members THEN @ ELSE 0]
  /\ groupTerm' = [groupTerm EXCEPT ![j] = Max(@, list[i].term)]
  /\ groupLead' = [groupLead EXCEPT ![j] = IF list[i].term > groupTerm[j] THEN 0 ELSE @]
  /\ UNCHANGED <<now, known, term, promise, ack, led>>

\* A member that knows of a later leader of the group does not confirm the membership of an earlier one.
Have(i) == {j \in list[i].members :
              list[j] = list[i] /\ (LeaderIsLatest => groupTerm[j] = list[i].term)}

NoteMajority(i) ==
  /\ groupLead[i] = list[i].term /\ groupLead[i] > 0 /\ since[i] = 0
  /\ Have(i) \in Quorums(list[i].members)
  /\ since' = [since EXCEPT ![i] = now]
  /\ known' = [known EXCEPT ![i] = MaxOf({report[j] : j \in Have(i)})]
  /\ UNCHANGED <<now, list, groupTerm, groupLead, term, promise, lead, ack, lease, report, led>>

Change(i, x) ==
  /\ groupLead[i] = list[i].term /\ groupLead[i] > 0
  /\ list[i].version < MaxVersion
  /\ MajorityFirst => since[i] > 0
  /\ MajorityFirst /\ WaitForLeases => now >= since[i] + Promised
  /\ x # i
  /\ LET members == IF x \in list[i].members THEN list[i].members \ {x} ELSE list[i].members \cup {x}
         floor == IF FloorKept THEN Max(known[i], list[i].floor) ELSE 0
     IN /\ members # {}
        /\ list' = [list EXCEPT ![i] =
             [term |-> @.term, version |-> @.version + 1, members |-> members, floor |-> floor]]
  /\ since' = [since EXCEPT ![i] = 0]
  /\ report' = [report EXCEPT ![i] = term[i]]
  /\ UNCHANGED <<now, groupTerm, groupLead, known, term, promise, lead, ack, lease, led>>

Binds(j, i) == promise[j].until > now /\ promise[j].to # i

Elect(i, Q) ==
  /\ i \in Q /\ lead[i] = 0
  /\ Q \in Quorums(list[i].members)
  /\ LET t == Max(term[i], list[i].floor) + 1
     IN /\ t <= MaxTerm
        /\ \A j \in Q : term[j] < t /\ Serves(j, i) /\ ~Binds(j, i) /\ t > list[j].floor
                        /\ (lead[j] = 0 \/ lease[j] <= now)
        /\ term' = [j \in Server |-> IF j \in Q THEN t ELSE term[j]]
        /\ lead' = [j \in Server |-> IF j = i THEN t ELSE IF j \in Q THEN 0 ELSE lead[j]]
        /\ led' = led \cup {<<t, i, Cardinality({r \in led : r[1] = t})>>}
  /\ ack' = [ack EXCEPT ![i] = NoAcks]
  /\ lease' = [j \in Server |-> IF j \in Q THEN 0 ELSE lease[j]]
  /\ UNCHANGED <<now, list, groupTerm, groupLead, since, known, promise, report>>

\* A heartbeat and its acknowledgement. The lease lasts as long as the promises of a majority of the leader's members.
Follow(j, i) ==
  /\ i # j /\ lead[i] > 0 /\ j \in list[i].members /\ i \in list[i].members
  /\ term[j] <= lead[i] /\ Serves(j, i) /\ ~Binds(j, i) /\ j \in list[j].members
  /\ lead[j] = 0 \/ lead[j] < lead[i]
  /\ term' = [term EXCEPT ![j] = lead[i]]
  /\ promise' = [promise EXCEPT ![j] = [to |-> i, until |-> now + Promised]]
  /\ ack' = [ack EXCEPT ![i][j] = now]
  /\ lead' = [lead EXCEPT ![j] = 0]
  /\ LET fresh(Q) == \A k \in Q : k = i \/ k = j \/ (ack[i][k] > 0 /\ ack[i][k] + Leased > now)
         oldest(Q) == LET times == {IF k = i \/ k = j THEN now ELSE ack[i][k] : k \in Q}
                      IN CHOOSE t \in times : \A u \in times : t <= u
         ends == {oldest(Q) + Leased : Q \in {Q \in Quorums(list[i].members) : i \in Q /\ fresh(Q)}}
     IN lease' = [lease EXCEPT ![j] = 0, ![i] = IF ends = {} THEN @ ELSE Max(@, MaxOf(ends))]
  /\ UNCHANGED <<now, list, groupTerm, groupLead, since, known, report, led>>

Alone(i) ==
  /\ lead[i] > 0 /\ list[i].members = {i} /\ lease[i] < now + Leased
  /\ lease' = [lease EXCEPT ![i] = now + Leased]
  /\ UNCHANGED <<now, list, groupTerm, groupLead, since, known, term, promise, lead, ack, report, led>>

Next ==
  \/ Tick
  \/ \E i \in Server :
       \/ NoteMajority(i) \/ Alone(i)
       \/ \E Q \in SUBSET Server : Claim(i, Q) \/ Elect(i, Q)
       \/ \E j \in Server : Tell(i, j) \/ Change(i, j) \/ Follow(j, i)

Spec == Init /\ [][Next]_vars

Names == Permutations(Server)
Leads(i) == lead[i] > 0 /\ lease[i] > now
OneReignPerTerm == \A a, b \in led : a[1] = b[1] => a = b
OneLeaseAtATime == \A i, j \in Server : Leads(i) /\ Leads(j) => i = j
=============================================================================
