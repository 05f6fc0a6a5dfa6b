# A command that starts a daemon which tries to outlive it, in the form of the first argument. The daemon appends lines
# with an id and the uptime to DIR/beats until DIR/stop exists.
use strict;
use warnings;
use POSIX ();

my ($form, $dir, $id) = @ARGV;
my $script = $0;
my $intel = (POSIX::uname())[4] eq 'x86_64';
my %call = $intel ? (exit => 60, prctl => 157, ptrace => 101, setns => 308) : (exit => 93, prctl => 167, ptrace => 117, setns => 268);
chdir $dir or die "$dir: $!";
if (!defined $id) {
  open my $random, '<', '/proc/sys/kernel/random/uuid' or die $!;
  chomp($id = <$random>);
}

sub beat {
  open my $clock, '<', '/proc/uptime' or die $!;
  my ($now) = split ' ', <$clock>;
  open my $beats, '>>', "$dir/beats" or die $!;
  syswrite $beats, "$id $now\n";
}

sub nap { select undef, undef, undef, $_[0] }

sub go_on {
  while (!-e "$dir/stop") { beat(); nap(0.01) }
  exit 0;
}

my %hide = (
  plain => sub { go_on() },
  again => sub { $0 = 'x' x 200; go_on() },
  titled => sub { exec 'env', '-i', $^X, $script, 'exec-again', $dir, $id },
  undumpable => sub { syscall($call{prctl}, 4, 0, 0, 0, 0); go_on() },
  thread => sub { require threads; threads->create(\&go_on); nap(0.05); syscall($call{exit}, 0) },
  traced => sub {
    my $child = fork;
    if (!$child) { syscall($call{ptrace}, 0, 0, 0, 0); go_on() }
    waitpid $child, 0 while kill 0, $child;
  },
  stopped => sub { beat(); kill 'STOP', $$; go_on() },
  hopper => sub {
    while (!-e "$dir/stop") { beat(); fork and POSIX::_exit(0); nap(0.002) }
  },
  killer => sub { kill 'KILL', 1; kill 'STOP', 1; kill 'STOP', -1; go_on() },
  subreaper => sub { syscall($call{prctl}, 36, 1, 0, 0, 0); fork or go_on(); wait },
  uid => sub { $) = '65534 65534'; $( = 65534; $< = $> = 65534; $< == 65534 or die; go_on() },
  nested => sub {
    my @user = $> ? ('--user', '--map-current-user') : ();
    exec 'unshare', @user, '--pid', '--fork', $^X, $script, 'exec-plain', $dir, $id;
  },
  closed => sub { POSIX::close($_) for 0 .. 1023; go_on() },
  orphan => sub { fork and POSIX::_exit(0); POSIX::setsid(); go_on() },
  outer => sub { # stdin is a pid namespace
    my $result = syscall($call{setns}, 0, 0x20000000);
    open my $file, '>', "$dir/outer" or die $!;
    print $file $result == 0 ? "entered\n" : 0 + $! . "\n";
    close $file;
    go_on();
  },
);

if ($form =~ s/^exec-//) { $hide{$form eq 'again' ? 'again' : 'plain'}->() }
$SIG{TERM} = 'IGNORE';
if (!fork) {
  POSIX::setsid();
  fork and POSIX::_exit(0);
  $hide{$form}->();
  POSIX::_exit(0);
}
nap(0.05) until -e "$dir/stop";
