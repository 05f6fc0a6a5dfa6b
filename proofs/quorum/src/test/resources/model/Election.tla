------------------------------ MODULE Election ------------------------------
(* An election among a fixed set of members, with leases. The newest         *)
(* heartbeat, acknowledgement and resignation of each member remain           *)
(* available: a member can receive them late, twice or never, even after      *)
(* their sender has moved on. Requesting and granting a vote is one step.     *)
(* That loses no behaviour: a late request is refused because of its term,    *)
(* and a late answer only delays the candidate.                               *)
(* Each rule has a constant: TRUE is the protocol, FALSE a mutant.            *)
EXTENDS Naturals, FiniteSets, TLC

CONSTANTS Server, Nobody, MaxTerm, MaxTime, MaxRestarts,
          Promised,        \* length of a follower's promise
          Leased,          \* length of the leader's lease
          OneVote, DurableVote, WholeMajority, PromiseKept, VoteHonoursPromise,
          AckHonoursOthers, CountFromSend, ResignEndsLease, TrueEvidence

VARIABLES now, term, vote, disk, role, promise, granted, ack, beat, answer, bye, starts, led

vars == <<now, term, vote, disk, role, promise, granted, ack, beat, answer, bye, starts, led>>

NoPromise == [to |-> Nobody, term |-> 0, start |-> 0, until |-> 0]
Silence == [term |-> 0, to |-> Nobody, at |-> 0, start |-> 0]
NoAcks == [j \in Server |-> 0]

Majority(S, U) == 2 * Cardinality(S) > Cardinality(U)
Enough(i, S) == IF WholeMajority THEN Majority(S, Server)
                ELSE \E alive \in SUBSET Server : i \in alive /\ Majority(S \cap alive, alive)

Live(j) == promise[j].until > now
Binds(j, i) == Live(j) /\ promise[j].to # i

Init ==
  /\ now = 1
  /\ term = [i \in Server |-> 0]
  /\ vote = [i \in Server |-> Nobody]
  /\ disk = [i \in Server |-> <<0, Nobody>>]
  /\ role = [i \in Server |-> "follower"]
  /\ promise = [i \in Server |-> NoPromise]
  /\ granted = [i \in Server |-> {}]
  /\ ack = [i \in Server |-> NoAcks]
  /\ beat = [i \in Server |-> Silence]
  /\ answer = [i \in Server |-> Silence]
  /\ bye = [i \in Server |-> 0]
  /\ starts = [i \in Server |-> 0]
  /\ led = {}

Tick ==
  /\ now < MaxTime
  /\ now' = now + 1
  /\ UNCHANGED <<term, vote, disk, role, promise, granted, ack, beat, answer, bye, starts, led>>

\* The candidate's own vote is on disk before it counts.
Campaign(i) ==
  /\ role[i] # "leader" /\ term[i] < MaxTerm
  /\ VoteHonoursPromise => ~Binds(i, i)
  /\ term' = [term EXCEPT ![i] = @ + 1]
  /\ vote' = [vote EXCEPT ![i] = i]
  /\ disk' = [disk EXCEPT ![i] = <<term[i] + 1, i>>]
  /\ role' = [role EXCEPT ![i] = "candidate"]
  /\ granted' = [granted EXCEPT ![i] = {i}]
  /\ ack' = [ack EXCEPT ![i] = NoAcks]
  /\ UNCHANGED <<now, promise, beat, answer, bye, starts, led>>

Vote(j, i) ==
  /\ i # j /\ role[i] = "candidate" /\ role[j] # "leader"
  /\ VoteHonoursPromise => ~Binds(j, i)
  /\ \/ term[i] > term[j]
     \/ term[i] = term[j] /\ (vote[j] = Nobody \/ ~OneVote)
  /\ term' = [term EXCEPT ![j] = term[i]]
  /\ vote' = [vote EXCEPT ![j] = i]
  /\ disk' = [disk EXCEPT ![j] = <<term[i], i>>]
  /\ role' = [role EXCEPT ![j] = "follower"]
  /\ granted' = [granted EXCEPT ![i] = @ \cup {j}, ![j] = {}]
  /\ ack' = [ack EXCEPT ![j] = NoAcks]
  /\ UNCHANGED <<now, promise, beat, answer, bye, starts, led>>

Win(i) ==
  /\ role[i] = "candidate" /\ Enough(i, granted[i])
  /\ role' = [role EXCEPT ![i] = "leader"]
  /\ promise' = [promise EXCEPT ![i] = NoPromise]
  /\ led' = led \cup {<<term[i], i, starts[i]>>}
  /\ UNCHANGED <<now, term, vote, disk, granted, ack, beat, answer, bye, starts>>

Beat(i) ==
  /\ role[i] = "leader"
  /\ beat' = [beat EXCEPT ![i] = [term |-> term[i], to |-> Nobody, at |-> now, start |-> starts[i]]]
  /\ beat' # beat
  /\ UNCHANGED <<now, term, vote, disk, role, promise, granted, ack, answer, bye, starts, led>>

Hear(j, i) ==
  LET m == beat[i] IN
  /\ m.term > 0 /\ i # j
  /\ AckHonoursOthers => m.term >= term[j] /\ (~Binds(j, i) \/ role[j] = "leader")
  /\ role[j] = "leader" => m.term > term[j]
  /\ term' = [term EXCEPT ![j] = IF m.term > @ THEN m.term ELSE @]
  /\ vote' = [vote EXCEPT ![j] = IF m.term > term[j] THEN i ELSE @]
  /\ role' = [role EXCEPT ![j] = "follower"]
  /\ granted' = [granted EXCEPT ![j] = {}]
  /\ promise' = [promise EXCEPT ![j] =
       [to |-> i, term |-> m.term, start |-> m.start, until |-> now + Promised]]
  /\ ack' = [ack EXCEPT ![j] = NoAcks]
  /\ answer' = [answer EXCEPT ![j] = [term |-> m.term, to |-> i, at |-> m.at, start |-> 0]]
  /\ UNCHANGED <<now, disk, beat, bye, starts, led>>

TakeAck(i, j) ==
  LET m == answer[j]
      from == IF CountFromSend THEN m.at ELSE now IN
  /\ m.to = i /\ role[i] = "leader" /\ m.term = term[i]
  /\ from > ack[i][j]
  /\ ack' = [ack EXCEPT ![i][j] = from]
  /\ answer' = [answer EXCEPT ![j] = Silence]
  /\ UNCHANGED <<now, term, vote, disk, role, promise, granted, beat, bye, starts, led>>

Resign(i) ==
  /\ role[i] = "leader" /\ bye[i] < term[i]
  /\ role' = [role EXCEPT ![i] = IF ResignEndsLease THEN "follower" ELSE @]
  /\ bye' = [bye EXCEPT ![i] = term[i]]
  /\ UNCHANGED <<now, term, vote, disk, promise, granted, ack, beat, answer, starts, led>>

HearResign(j, i) ==
  /\ Live(j) /\ promise[j].to = i /\ promise[j].term <= bye[i]
  /\ promise' = [promise EXCEPT ![j] = NoPromise]
  /\ UNCHANGED <<now, term, vote, disk, role, granted, ack, beat, answer, bye, starts, led>>

\* A follower detects that the process with its promise has ended: that member has restarted since.
Gone(j) ==
  /\ Live(j) /\ promise[j].to # Nobody /\ promise[j].to # j
  /\ TrueEvidence => promise[j].start < starts[promise[j].to]
  /\ promise' = [promise EXCEPT ![j] = NoPromise]
  /\ UNCHANGED <<now, term, vote, disk, role, granted, ack, beat, answer, bye, starts, led>>

Restarts == Cardinality({x \in Server \X (1..MaxRestarts) : x[2] <= starts[x[1]]})

\* kept: only the process ended, and boot id and folder prove that the promise is still known. Otherwise the machine
\* rebooted, the disk moved, or the file is damaged: the member abstains for as long as any promise can last, counted
\* from this start. A later start that keeps its promises keeps this abstention too.
Restart(i, kept) ==
  /\ starts' = [starts EXCEPT ![i] = @ + 1]
  /\ term' = [term EXCEPT ![i] = IF DurableVote THEN disk[i][1] ELSE 0]
  /\ vote' = [vote EXCEPT ![i] = IF DurableVote THEN disk[i][2] ELSE Nobody]
  /\ role' = [role EXCEPT ![i] = "follower"]
  /\ granted' = [granted EXCEPT ![i] = {}]
  /\ ack' = [ack EXCEPT ![i] = NoAcks]
  /\ promise' = [promise EXCEPT ![i] =
       IF ~PromiseKept THEN NoPromise
       ELSE IF kept THEN @
       ELSE [to |-> Nobody, term |-> 0, start |-> 0, until |-> now + Promised]]
  /\ UNCHANGED <<now, disk, beat, answer, bye, led>>

Next ==
  \/ Tick
  \/ \E i \in Server :
       \/ Campaign(i) \/ Win(i) \/ Beat(i) \/ Resign(i) \/ Gone(i)
       \/ \E j \in Server : Vote(j, i) \/ Hear(j, i) \/ TakeAck(i, j) \/ HearResign(j, i)
  \/ Restarts < MaxRestarts /\ \E i \in Server, kept \in BOOLEAN : Restart(i, kept)

Spec == Init /\ [][Next]_vars

Fresh(i) == {j \in Server \ {i} : ack[i][j] > 0 /\ ack[i][j] + Leased > now}
Leads(i) == role[i] = "leader" /\ Enough(i, {i} \cup Fresh(i))

OneReignPerTerm == \A a, b \in led : a[1] = b[1] => a = b
OneLeaseAtATime == \A i, j \in Server : Leads(i) /\ Leads(j) => i = j

Names == Permutations(Server)
=============================================================================
