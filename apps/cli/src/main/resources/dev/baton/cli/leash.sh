# The processes between baton and a command that may run only while baton leads. Each is this text, and that of
# leash-search.sh, in a shell of its own:
#
#   sh -c 'eval "$BATON_LEASH_SCRIPT"' NAME MODE LEVEL PLACE MARK GRACE_MS PARENT REPORT DEADLINES WALL STAMP CMD [ARG...]
#
#   baton -> watch -> run -> unshare -> init -> CMD      LEVEL namespace and user-namespace
#   baton -> watch -> run -> CMD                         LEVEL cgroup (PLACE: its folder), marker and variable (PLACE: a number)
#
# `watch` is the watchdog: it knows the deadline and ends the command when baton cannot. `run` waits, because a shell
# cannot wait for a child and for a time at once. `init` is process 1 of a pid namespace. In a namespace every arrow is
# a SIGKILL by the kernel: if a process dies, all to the right of it die, although nothing is awake and nothing is
# searched. On the other levels the watchdog outlives baton (whose death resumes a watchdog that is stopped), and the
# runner outlives the watchdog: the first of them that is left searches for the processes of the command and kills them.
# There, the runner belongs to the command: it has the mark, or is in the group, so that nothing can start between a
# search and the end of the runner.
#
# The command can use up all processes of its user. So no process is needed to kill: what needs one is allowed to fail
# (`command eval`: a failed fork ends only the eval), and has a replacement without.
#
# DEADLINES, WALL, STAMP and REPORT are files without a name: nothing can remove, fill or block them.
# DEADLINES has one line of fixed width, which baton overwrites: 10^12 + the deadline in milliseconds of uptime
# (CLOCK_BOOTTIME, which neither a freeze nor a suspend stops).
# WALL is empty. Its modification time is the same deadline by the wall clock: where a successor reads that clock, one that
# is set forward ends the claim at once, and baton may be frozen. STAMP gets the present time by being emptied, because a
# shell cannot read the wall clock without a process, but can compare two files. Both are - if that does not work.
# REPORT begins with the gate, one letter: baton changes w (wait) to o (open) when the command may start, or to s (shut).
# One letter, because a shell reads byte by byte. Lines are appended:
# `ready` when the gate is all that is missing, after `init PID START` in a namespace; `command PID START` (baton's view;
# START is the start time, because pids are used again); `stopping` before the watchdog sends a signal, `ended CODE` when
# CMD has ended.
#
# All variables begin with _b_, because the user's variables are for CMD.

_b_mode=$1 _b_level=$2 _b_place=$3 _b_mark=$4 _b_grace=$5 _b_parent=$6 _b_report=$7 _b_deadlines=$8
shift 8
_b_wall=$1 _b_stamp=$2
shift 2
_b_script='eval "$BATON_LEASH_SCRIPT"'
_b_bash=${BASH_VERSION:-}

uptime_ms() { # -> $_b_now, never later than the true time
  read -r _b_now _b_rest </proc/uptime
  _b_now=${_b_now%.*}${_b_now#*.}0
}

prepare_pause() { # bash tries for 15 s to fork, so it gets a pipe that nobody writes to
  [ -z "$_b_bash" ] || { set +o posix && eval 'exec 6<> <(:)' && set -o posix; }
}

pause() { # $1: milliseconds, below 1000. A signal that is trapped ends it early; without a process there is no pause.
  _b_ms=$((1000 + $1))
  if [ -n "$_b_bash" ]; then
    read -rt "0.${_b_ms#1}" _b_rest <&6
  else
    command eval 'sleep "0.${_b_ms#1}" & wait $!'
  fi
} 2>/dev/null

in_namespace() { case $_b_level in *namespace) ;; *) false ;; esac }

read_stat() { # $1: a stat file -> $_b_ppid, $_b_pgrp, $_b_start; false if the process has ended
  { _b_line= && while read -r _b_rest; do _b_line=$_b_line$_b_rest; done <"$1"; } 2>/dev/null || return 1 # a name can contain newlines
  set -- ${_b_line##*)}
  _b_ppid=${2:-} _b_pgrp=${3:-} _b_threads=${18:-0} _b_start=${20:-}
  # A zombie has ended; it waits for a parent that may be frozen. But if only its main thread ended, others run.
  case ${1:-} in [ZX] | '') [ "$_b_threads" -gt 1 ] ;; esac
}

is_orphan() { # -> true if the process that started this one has ended
  ! read_stat "/proc/$$/stat" || [ "$_b_ppid" != "$_b_parent" ]
}

# --- the command ---

await_gate() {
  uptime_ms
  _b_last=$((_b_now + 60000))
  _b_gate=w
  while [ "$_b_gate" = w ] && [ $_b_now -lt $_b_last ]; do # whoever opens it can have died
    read -r _b_gate </proc/self/fd/5
    [ "$_b_gate" != w ] || pause 4
    uptime_ms
  done
  [ "$_b_gate" = o ] || exit 126
}

check_command() { # exits as a shell does if CMD cannot be run
  _b_found=$1
  case $1 in
    */*) ;;
    *)
      _b_found= _b_folder=$PATH: IFS=: # not `command -v`, which also finds the builtins of this shell
      set -f
      for _b_folder in $_b_folder; do
        _b_folder=${_b_folder:-.} # an empty entry is the current folder
        [ ! -f "$_b_folder/$1" ] || [ ! -x "$_b_folder/$1" ] || { _b_found=$_b_folder/$1 && break; }
      done
      set +f
      unset IFS
      ;;
  esac
  if [ ! -e "$_b_found" ]; then
    echo "baton: $1: not found" >&2
    exit 127
  elif [ ! -f "$_b_found" ] || [ ! -x "$_b_found" ]; then
    echo "baton: $1: cannot be executed" >&2
    exit 126
  fi
}

execute() { # CMD gets a session of its own and the signals that a shell ignores in the background
  check_command "$@"
  read -r _b_pid _b_rest <"$_b_proc/self/stat"
  read_stat "$_b_proc/self/stat"
  echo "command $_b_pid $_b_start" >&4 || exit 126 # without this line it counts as not started
  if ! in_namespace && command -v setpriv >/dev/null; then
    set -- setpriv --pdeathsig KILL -- "$@"
  fi
  set -- setsid -- "$@"
  while [ "${_b_env_count:-0}" -gt 0 ]; do # variables that a shell changes or drops
    eval "set -- \"\$_b_env_$_b_env_count\" \"\$@\"; unset _b_env_$_b_env_count"
    _b_env_count=$((_b_env_count - 1))
  done
  set -- -- "$@"
  if env --default-signal=INT true 2>/dev/null; then
    set -- --default-signal=INT,QUIT "$@"
  fi
  unset BATON_LEASH_SCRIPT _b_env_count
  exec env "$@" 4>&- 5<&- 6<&- 7<&- 9<&-
}

run_command() { # -> $_b_code
  prepare_pause
  echo ready >&4
  await_gate
  exec 7<&0 # a shell gives /dev/null to a process in the background
  (trap - EXIT && execute "$@") <&7 &
  _b_cmd=$!
  # A pipe of the command ends when the command closes it.
  exec </dev/null >/dev/null 2>&1 7<&- 9<&-
  _b_code=
  while [ -z "$_b_code" ] || kill -s 0 $_b_cmd; do # a trapped signal ends `wait` early
    wait $_b_cmd
    _b_code=$?
  done
  echo "ended $_b_code" >&4
}

init() {
  exec 2>&8 8>&-
  _b_proc=/proc/self/fd/9 # the /proc of baton
  trap 'kill -s TERM -- -1; kill -s CONT -- -1' TERM
  trap : HUP INT
  read -r _b_pid _b_rest <$_b_proc/self/stat
  read_stat $_b_proc/self/stat
  [ "$_b_ppid" = "$_b_unshare" ] || exit 126 # unshare died before this process had asked the kernel for a KILL at that moment
  unset _b_unshare
  echo "init $_b_pid $_b_start" >&4
  run_command "$@"
  uptime_ms
  _b_last=$((_b_now + _b_grace))
  if kill -s TERM -- -1; then
    kill -s CONT -- -1
    while kill -s 0 -- -1 && [ $_b_now -lt $_b_last ]; do
      pause 5
      uptime_ms
    done
  fi
  exit $_b_code # the kernel kills what is left
}

run() {
  [ "$PPID" = "$_b_parent" ] || exit 126 # the watchdog died before this process had asked the kernel for a signal at that moment
  trap : HUP INT
  trap 'in_namespace || ! is_orphan || end_without_watchdog' TERM
  trap 'is_orphan || kill -s USR1 "$_b_parent"' EXIT
  if in_namespace; then
    _b_flags=
    exec 7<&0
    [ $_b_level = namespace ] || _b_flags='--user --map-current-user'
    # unshare(1) reports a killed init on stderr, so CMD gets its stderr as descriptor 8.
    setpriv --pdeathsig KILL -- sh -c '[ "$PPID" = "$0" ] && export _b_unshare=$$ && exec "$@"' $$ \
      unshare $_b_flags --pid --fork --kill-child=KILL --mount-proc --propagation slave -- \
      sh -c "$_b_script" "$_b_mark" init "$_b_level" "$_b_place" "$_b_mark" "$_b_grace" 0 - - - - "$@" 8>&2 9</proc 2>/dev/null <&7 7<&- &
    _b_unshare=$!
    exec </dev/null >/dev/null 2>&1 4>&- 5<&- 7<&-
    _b_code=
    while [ -z "$_b_code" ] || kill -s 0 $_b_unshare; do
      wait $_b_unshare
      _b_code=$?
    done
  else
    _b_proc=/proc
    [ $_b_level != cgroup ] || echo 0 >"$_b_place/cgroup.procs" || exit 126
    run_command "$@"
  fi
  exit $_b_code
}

end_without_watchdog() { # the runner, after the death of the watchdog: baton can be frozen
  trap - EXIT
  _b_group=${_b_cmd:-} _b_runner=
  [ $_b_level != cgroup ] || echo 0 >"${_b_place%/*}/cgroup.procs"
  kill_all
  exit 137
}

# --- the watchdog ---

read_deadline() { # twice, because this shell reads byte by byte while baton may write
  _b_again=
  until [ "${_b_deadline:-}" = "$_b_again" ] && [ -n "$_b_again" ]; do
    read -r _b_deadline </proc/self/fd/3
    read -r _b_again </proc/self/fd/3
  done
  _b_deadline=$((_b_deadline - 1000000000000))
}

is_past_wall_clock() { # -> true if the deadline has passed by the wall clock; if that is unknown, the other clock decides
  [ "$_b_wall" != - ] && true >/proc/self/fd/9 && [ /proc/self/fd/9 -nt /proc/self/fd/8 ]
}

read_report() { # -> $_b_init, $_b_init_start, $_b_group, $_b_group_start
  _b_init= _b_group=
  while read -r _b_word _b_number _b_rest; do
    case $_b_word in
      init) [ -n "$_b_init" ] || { _b_init=$_b_number _b_init_start=$_b_rest; } ;;
      command) [ -n "$_b_group" ] || { _b_group=$_b_number _b_group_start=$_b_rest; } ;;
    esac
  done </proc/self/fd/5
}

runner_lives() { read_stat "/proc/$_b_runner/stat" && [ "$_b_ppid" = $$ ]; }

await_deadline() { # returns early if the command ended, if baton or the runner died, or if baton requests a stop
  while [ -z "$_b_done$_b_asked" ]; do
    ! is_orphan && runner_lives || break
    read_deadline
    uptime_ms
    _b_left=$((_b_deadline - _b_grace - 3 * _b_scan - _b_now - 20))
    [ $_b_left -gt 0 ] && ! is_past_wall_clock || break
    [ $_b_left -lt 200 ] || _b_left=200
    # Without processes a search takes longer.
    pause $_b_left || [ $? -ne 2 ] || _b_measure_at=0
    in_namespace || [ $_b_now -lt $_b_measure_at ] || measure_search
  done
}

kill_runner() { ! runner_lives || kill -s KILL $_b_runner; }

end_namespace() {
  [ -z "$_b_init" ] || ! read_stat "/proc/$_b_init/stat" || [ "$_b_start" != "$_b_init_start" ] || kill -s TERM "$_b_init"
  uptime_ms
  while [ -z "$_b_done" ] && [ -n "$_b_init" ] && [ $_b_now -lt $_b_last ] && runner_lives && ! is_past_wall_clock; do
    pause 10
    uptime_ms
  done
  [ -n "$_b_done" ] || kill_runner
}

end_search() {
  # The group first, because a search takes time. It can be another group once the command has ended.
  [ -z "$_b_done" ] || [ $_b_level = variable ] || _b_group=
  signal_group TERM
  if anything_lives; then
    signal_all TERM
    signal_all CONT
    await_end_until $_b_last
  fi
  kill_all
}

start_runner() { # on the other levels, TERM: the runner kills the processes of the command, and then ends
  set -- sh -c "$_b_script" baton-runner run "$_b_level" "$_b_place" "$_b_mark" "$_b_grace" $$ - - - - "$@"
  _b_signal=TERM
  ! in_namespace || _b_signal=KILL
  if command -v setpriv >/dev/null; then
    set -- setpriv --pdeathsig $_b_signal -- "$@"
  fi
  # If baton itself runs on a leash, the outer marks stay.
  case $_b_level in
    marker | variable) set -- env "BATON_LEASH=${BATON_LEASH:+$BATON_LEASH }$_b_place" "$@" ;;
  esac
  # No process can raise its hard limit, and no scheduling policy reaches this one.
  [ $_b_level != marker ] || set -- prlimit "--rttime=$(limit):$(limit)" -- "$@"
  exec 7<&0
  "$@" 3<&- 6<&- 8<&- 9<&- <&7 7<&- &
  _b_runner=$!
}

watch() {
  [ "$PPID" = "$_b_parent" ] || exit 126 # baton died before this process had asked the kernel for a signal at that moment
  exec 3<"$_b_deadlines" 4>>"$_b_report" 5<"$_b_report"
  [ "$_b_wall" = - ] || exec 8<"$_b_wall" 9<>"$_b_stamp"
  _b_done= _b_asked= _b_strays= _b_scan=0
  trap '_b_done=1' USR1
  trap '_b_asked=1' TERM
  trap : HUP INT CONT # CONT ends a pause when baton has died; the next step notices that
  prepare_pause
  in_namespace || prepare_search || exit 126
  start_runner "$@"
  exec </dev/null >/dev/null 2>&1 7<&-
  await_deadline
  [ -n "$_b_done" ] || echo stopping >&4
  read_report
  uptime_ms
  _b_guard=$((_b_grace / 4))
  # On a busy machine the last steps take a moment, and they must be done by the deadline.
  [ $_b_guard -le 100 ] || _b_guard=100
  _b_last=$((_b_now + _b_grace))
  [ $_b_last -le $((_b_deadline - _b_guard - 2 * _b_scan)) ] || _b_last=$((_b_deadline - _b_guard - 2 * _b_scan))
  if ! in_namespace; then
    end_search
  elif [ -z "$_b_done" ]; then
    end_namespace
  fi
  _b_code=
  while [ -z "$_b_code" ] || runner_lives; do
    wait $_b_runner
    _b_code=$?
  done
  exit $_b_code
}

$_b_mode "$@"
