------------------------------ MODULE Election ------------------------------
(* An election among a fixed set of members, with leases. The newest         *)
(* heartbeat, acknowledgement and resignation of each member remain           *)
(* available: a member can receive them late, twice or never, even after      *)
(* their sender has moved on. Requesting and granting a vote is one step.     *)
(* That loses no behaviour: a late request is refused because of its term,    *)
(* and a late answer only delays the candidate.                               *)
(* Every member measures time on a clock with its own rate.                   *)
(* Each rule has a constant: TRUE is the protocol, FALSE a mutant.            *)
EXTENDS Naturals, FiniteSets, TLC

CONSTANTS Server, Nobody, MaxTerm, MaxTime,
          MaxRestarts,     \* ends of a process in the same boot and directory
          MaxBoots,        \* ends of a machine
          MaxMoves,        \* disks that go on elsewhere while the process goes on unseen
          MaxLost,         \* disks that are replaced by empty ones
          Rates,           \* how fast clocks may run
          Successors,      \* whom a leader may name when it resigns
          NewDisks,        \* whether no member has recorded any disk at first
          Promised,        \* length of a follower's promise, on its own clock
          Leased,          \* length of the leader's lease, on its own clock
          Witnesses,       \* how many others must have recorded a new disk
          OneVote, DurableVote, WholeMajority, VoteHonoursPromise, AckHonoursOthers,
          CountFromSend, AckOfTerm, ResignEndsLease, ResignOfTerm, TrueEvidence, EvidenceOfProcess, EndProven,
          PromiseKept, AbstentionKept, AbstainAfterBoot, AbstainAfterMove

VARIABLES now, rate, term, vote, disk, role, promise, granted, ack, beat, answer, bye, starts, ended, ghosts,
          enrolled, store, recorded, faults, led

election == <<term, vote, disk, role, promise, granted, ack>>
messages == <<beat, answer, bye>>
processes == <<starts, ended, ghosts>>
disks == <<enrolled, store, recorded>>
vars == <<now, rate, election, messages, processes, disks, faults, led>>

NoPromise == [to |-> Nobody, term |-> 0, start |-> 0, until |-> 0]
Silence == [term |-> 0, to |-> Nobody, at |-> 0, start |-> 0]
NoAcks == [j \in Server |-> 0]

Majority(S, U) == 2 * Cardinality(S) > Cardinality(U)
Enough(i, S) == IF WholeMajority THEN Majority(S, Server)
                ELSE \E alive \in SUBSET Server : i \in alive /\ Majority(S \cap alive, alive)

Clock(i) == now * rate[i]
\* The longest promise on any member's clock, on any member's clock.
Longest == LET fastest == CHOOSE r \in Rates : \A q \in Rates : q <= r
               slowest == CHOOSE r \in Rates : \A q \in Rates : q >= r
           IN (Promised * fastest) \div slowest

Live(j) == promise[j].until > Clock(j)
Binds(j, i, start) == Live(j) /\ ~(promise[j].to = i /\ promise[j].start = start)

Init ==
  /\ now = 1
  /\ rate \in [Server -> Rates]
  /\ term = [i \in Server |-> 0]
  /\ vote = [i \in Server |-> Nobody]
  /\ disk = [i \in Server |-> <<0, Nobody>>]
  /\ role = [i \in Server |-> "follower"]
  /\ promise = [i \in Server |-> NoPromise]
  /\ granted = [i \in Server |-> {}]
  /\ ack = [i \in Server |-> NoAcks]
  /\ beat = [i \in Server |-> Silence]
  /\ answer = [i \in Server |-> Silence]
  /\ bye = [i \in Server |-> [term |-> 0, to |-> Nobody]]
  /\ starts = [i \in Server |-> 0]
  /\ ended = {}
  /\ ghosts = {}
  /\ enrolled = [i \in Server |-> ~NewDisks]
  /\ store = [i \in Server |-> 1]
  /\ recorded = [j \in Server |-> [i \in Server |-> IF NewDisks THEN 0 ELSE 1]]
  /\ faults = [restart |-> 0, boot |-> 0, move |-> 0, lose |-> 0]
  /\ led = {}

Tick ==
  /\ now < MaxTime
  /\ now' = now + 1
  /\ UNCHANGED <<rate, election, messages, processes, disks, faults, led>>

\* The candidate's own vote is on disk before it counts.
Stand(i) ==
  /\ term' = [term EXCEPT ![i] = @ + 1]
  /\ vote' = [vote EXCEPT ![i] = i]
  /\ disk' = [disk EXCEPT ![i] = <<term[i] + 1, i>>]
  /\ role' = [role EXCEPT ![i] = "candidate"]
  /\ granted' = [granted EXCEPT ![i] = {i}]
  /\ ack' = [ack EXCEPT ![i] = NoAcks]
  /\ UNCHANGED <<now, rate, messages, processes, disks, faults, led>>

Campaign(i) ==
  /\ enrolled[i] /\ role[i] # "leader" /\ term[i] < MaxTerm
  /\ VoteHonoursPromise => ~Binds(i, i, starts[i])
  /\ Stand(i)
  /\ UNCHANGED promise

Vote(j, i) ==
  /\ i # j /\ enrolled[j] /\ role[i] = "candidate" /\ role[j] # "leader"
  /\ VoteHonoursPromise => ~Binds(j, i, starts[i])
  /\ \/ term[i] > term[j]
     \/ term[i] = term[j] /\ (vote[j] = Nobody \/ ~OneVote)
  /\ term' = [term EXCEPT ![j] = term[i]]
  /\ vote' = [vote EXCEPT ![j] = i]
  /\ disk' = [disk EXCEPT ![j] = <<term[i], i>>]
  /\ role' = [role EXCEPT ![j] = "follower"]
  /\ granted' = [granted EXCEPT ![i] = @ \cup {j}, ![j] = {}]
  /\ ack' = [ack EXCEPT ![j] = NoAcks]
  /\ UNCHANGED <<now, rate, promise, messages, processes, disks, faults, led>>

Win(i) ==
  /\ role[i] = "candidate" /\ Enough(i, granted[i])
  /\ role' = [role EXCEPT ![i] = "leader"]
  /\ promise' = [promise EXCEPT ![i] = NoPromise]
  /\ led' = led \cup {<<term[i], i, starts[i]>>}
  /\ UNCHANGED <<now, rate, term, vote, disk, granted, ack, messages, processes, disks, faults>>

Beat(i) ==
  /\ role[i] = "leader"
  /\ beat' = [beat EXCEPT ![i] = [term |-> term[i], to |-> Nobody, at |-> Clock(i), start |-> starts[i]]]
  /\ beat' # beat
  /\ UNCHANGED <<now, rate, election, answer, bye, processes, disks, faults, led>>

Hear(j, i) ==
  LET m == beat[i] IN
  /\ m.term > 0 /\ i # j /\ enrolled[j]
  /\ AckHonoursOthers => m.term >= term[j] /\ (~Binds(j, i, m.start) \/ role[j] = "leader")
  /\ role[j] = "leader" => m.term > term[j]
  /\ term' = [term EXCEPT ![j] = IF m.term > @ THEN m.term ELSE @]
  /\ vote' = [vote EXCEPT ![j] = IF m.term > term[j] THEN i ELSE @]
  /\ role' = [role EXCEPT ![j] = "follower"]
  /\ granted' = [granted EXCEPT ![j] = {}]
  /\ promise' = [promise EXCEPT ![j] =
       [to |-> i, term |-> m.term, start |-> m.start, until |-> Clock(j) + Promised]]
  /\ ack' = [ack EXCEPT ![j] = NoAcks]
  /\ answer' = [answer EXCEPT ![j] = [term |-> m.term, to |-> i, at |-> m.at, start |-> 0]]
  /\ UNCHANGED <<now, rate, disk, beat, bye, processes, disks, faults, led>>

TakeAck(i, j) ==
  LET m == answer[j]
      from == IF CountFromSend THEN m.at ELSE Clock(i) IN
  /\ m.to = i /\ role[i] = "leader" /\ (AckOfTerm => m.term = term[i])
  /\ from > ack[i][j]
  /\ ack' = [ack EXCEPT ![i][j] = from]
  /\ answer' = [answer EXCEPT ![j] = Silence]
  /\ UNCHANGED <<now, rate, term, vote, disk, role, promise, granted, beat, bye, processes, disks, faults, led>>

\* A leader resigns, and may name a successor.
Resign(i, successor) ==
  /\ role[i] = "leader" /\ bye[i].term < term[i] /\ successor # i
  /\ role' = [role EXCEPT ![i] = IF ResignEndsLease THEN "follower" ELSE @]
  /\ bye' = [bye EXCEPT ![i] = [term |-> term[i], to |-> successor]]
  /\ UNCHANGED <<now, rate, term, vote, disk, promise, granted, ack, beat, answer, processes, disks, faults, led>>

Frees(i, j) == promise[j].to = i /\ (ResignOfTerm => promise[j].term <= bye[i].term)

HearResign(j, i) ==
  /\ Live(j) /\ bye[i].term > 0 /\ Frees(i, j)
  /\ promise' = [promise EXCEPT ![j] = NoPromise]
  /\ UNCHANGED <<now, rate, term, vote, disk, role, granted, ack, messages, processes, disks, faults, led>>

\* The named successor campaigns at once, if nothing else binds it.
TakeOver(j, i) ==
  /\ bye[i].to = j /\ bye[i].term = term[j]
  /\ enrolled[j] /\ role[j] # "leader" /\ term[j] < MaxTerm
  /\ Live(j) => Frees(i, j)
  /\ promise' = [promise EXCEPT ![j] = NoPromise]
  /\ Stand(j)

\* A follower learns that the process with its promise has ended.
Gone(j) ==
  LET p == promise[j] IN
  /\ Live(j) /\ p.to # Nobody /\ p.to # j
  /\ TrueEvidence => \E e \in ended : e[1] = p.to /\ (EvidenceOfProcess => e[2] = p.start)
  /\ promise' = [promise EXCEPT ![j] = NoPromise]
  /\ UNCHANGED <<now, rate, term, vote, disk, role, granted, ack, messages, processes, disks, faults, led>>

\* The next process of a member, with what its disk has kept.
NewProcess(i) ==
  /\ starts' = [starts EXCEPT ![i] = @ + 1]
  /\ role' = [role EXCEPT ![i] = "follower"]
  /\ granted' = [granted EXCEPT ![i] = {}]
  /\ ack' = [ack EXCEPT ![i] = NoAcks]

FromDisk(i) ==
  /\ term' = [term EXCEPT ![i] = IF DurableVote THEN disk[i][1] ELSE 0]
  /\ vote' = [vote EXCEPT ![i] = IF DurableVote THEN disk[i][2] ELSE Nobody]

Once(fault) == faults' = [faults EXCEPT ![fault] = @ + 1]
Abstention(i, r) == [to |-> Nobody, term |-> 0, start |-> 0, until |-> now * r + Longest]

\* Only the process ends: boot id and directory prove that all promises are still known, and so is an abstention.
Restart(i) ==
  /\ faults.restart < MaxRestarts /\ Once("restart")
  /\ NewProcess(i) /\ FromDisk(i)
  /\ ended' = ended \cup {<<i, starts[i]>>}
  /\ promise' = [promise EXCEPT ![i] =
       IF ~PromiseKept \/ (~AbstentionKept /\ @.to = Nobody) THEN NoPromise ELSE @]
  /\ UNCHANGED <<now, rate, disk, messages, ghosts, disks, led>>

\* The machine ends, and the promises with its memory.
Boot(i) ==
  /\ faults.boot < MaxBoots /\ Once("boot")
  /\ NewProcess(i) /\ FromDisk(i)
  /\ ended' = ended \cup {<<i, starts[i]>>}
  /\ promise' = [promise EXCEPT ![i] = IF AbstainAfterBoot THEN Abstention(i, rate[i]) ELSE NoPromise]
  /\ UNCHANGED <<now, rate, disk, messages, ghosts, disks, led>>

\* A copy of the disk starts on another machine, of any uptime and rate. The process goes on, but nobody hears it.
Move(i) ==
  /\ faults.move < MaxMoves /\ Once("move")
  /\ NewProcess(i) /\ FromDisk(i)
  /\ ghosts' = IF role[i] = "leader" THEN ghosts \cup {[id |-> i, ack |-> ack[i], rate |-> rate[i]]} ELSE ghosts
  /\ ended' = IF EndProven THEN ended ELSE ended \cup {<<i, starts[i]>>}
  /\ \E r \in Rates :
       /\ rate' = [rate EXCEPT ![i] = r]
       /\ promise' = [promise EXCEPT ![i] = IF AbstainAfterMove THEN Abstention(i, r) ELSE NoPromise]
  /\ UNCHANGED <<now, disk, messages, disks, led>>

\* A member starts with an empty disk. The disks that it had recorded are forgotten too.
Lose(i) ==
  /\ faults.lose < MaxLost /\ Once("lose")
  /\ NewProcess(i)
  /\ term' = [term EXCEPT ![i] = 0]
  /\ vote' = [vote EXCEPT ![i] = Nobody]
  /\ disk' = [disk EXCEPT ![i] = <<0, Nobody>>]
  /\ promise' = [promise EXCEPT ![i] = NoPromise]
  /\ enrolled' = [enrolled EXCEPT ![i] = FALSE]
  /\ store' = [store EXCEPT ![i] = @ + 1]
  /\ recorded' = [recorded EXCEPT ![i] = [j \in Server |-> 0]]
  /\ UNCHANGED <<now, rate, messages, ended, ghosts, led>>

Record(j, i) ==
  /\ i # j /\ ~enrolled[i] /\ recorded[j][i] = 0
  /\ recorded' = [recorded EXCEPT ![j][i] = store[i]]
  /\ UNCHANGED <<now, rate, election, messages, processes, enrolled, store, faults, led>>

Enrol(i) ==
  /\ ~enrolled[i]
  /\ Cardinality({j \in Server \ {i} : recorded[j][i] = store[i]}) >= Witnesses
  /\ enrolled' = [enrolled EXCEPT ![i] = TRUE]
  /\ UNCHANGED <<now, rate, election, messages, processes, store, recorded, faults, led>>

Next ==
  \/ Tick
  \/ \E i \in Server :
       \/ Campaign(i) \/ Win(i) \/ Beat(i) \/ Gone(i)
       \/ Restart(i) \/ Boot(i) \/ Move(i) \/ Lose(i) \/ Enrol(i)
       \/ \E s \in Successors \cup {Nobody} : Resign(i, s)
       \/ \E j \in Server :
            Vote(j, i) \/ Hear(j, i) \/ TakeAck(i, j) \/ HearResign(j, i) \/ TakeOver(j, i) \/ Record(j, i)

Spec == Init /\ [][Next]_vars

Lease(i, acks, time) == Enough(i, {i} \cup {j \in Server \ {i} : acks[j] > 0 /\ acks[j] + Leased > time})
Leads(i) == role[i] = "leader" /\ Lease(i, ack[i], Clock(i))
LeadsUnseen(g) == Lease(g.id, g.ack, now * g.rate)

OneReignPerTerm == \A a, b \in led : a[1] = b[1] => a = b
OneLeaseAtATime ==
  /\ \A i, j \in Server : Leads(i) /\ Leads(j) => i = j
  /\ \A g \in ghosts, i \in Server : ~(LeadsUnseen(g) /\ Leads(i))

Names == Permutations(Server)
=============================================================================
