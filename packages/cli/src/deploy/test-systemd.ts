/** A real systemd in tests, on a copy of this machine whose changes are kept in memory: the checkout is in /opt/pone, the network is a loopback of its own. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { checkout } from '../paths.ts'

export interface TestSystemd {
  /** Runs a shell script as root. @throws Error with its output, when it ends with another code than 0 */
  run(script: string, options?: { env?: Readonly<Record<string, string>> }): Promise<string>
  close(): Promise<void>
}

const bootPatienceMs = 30_000
const lookEveryMs = 50
const maxOutputBytes = 16 * 1024 ** 2

/**
 * Creates the copy: overlays whose upper layers are in a tmpfs, and a control group of its own. $1: an empty folder,
 * $2: the checkout.
 */
const prepareScript = `set -eu
base=$1 checkout=$2
mount --make-rprivate /
mount -t tmpfs -o mode=755 tmpfs "$base"
cd "$base"
mkdir root upper work app-upper app-work group
mount -t overlay -o "lowerdir=/,upperdir=$base/upper,workdir=$base/work" overlay root
mkdir -p root/opt/pone root/old
mount -t overlay -o "lowerdir=$checkout,upperdir=$base/app-upper,workdir=$base/app-work" overlay root/opt/pone
mount -t cgroup2 cgroup2 group
mkdir "group/pone-test-$$"
echo $$ >"group/pone-test-$$/cgroup.procs"
ip link set lo up
exec unshare --pid --fork --kill-child --mount --cgroup sh -c "$BOOT" boot "$base/root"
`

/** The first process of the copy. None of the machine's own units are started. */
const bootScript = `set -eu
cd "$1"
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount --rbind /dev dev
mount -t tmpfs tmpfs run
mount -t tmpfs -o mode=1777 tmpfs tmp
mount -t tmpfs tmpfs usr/lib/systemd/system
mount -t tmpfs tmpfs usr/lib/systemd/system-generators
mount -t tmpfs tmpfs etc/systemd
mkdir -p etc/systemd/system run/lock var/lib/pone
mount -t tmpfs tmpfs var/lib/pone
: >etc/fstab
for target in sysinit basic network-online multi-user shutdown umount; do
  printf '[Unit]\\nDescription=%s\\nDefaultDependencies=no\\n' "$target" >"usr/lib/systemd/system/$target.target"
done
pivot_root . old
umount -l /old
exec env -i container=test PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \\
  systemd --system --unit=multi-user.target --log-target=null --show-status=no </dev/null
`

/** Needs root, and a kernel with overlays and control groups of version 2. */
export async function startTestSystemd(): Promise<TestSystemd> {
  const base = await mkdtemp(join(tmpdir(), 'pone-systemd-'))
  const namespaces = ['--mount', '--net', '--ipc', '--uts']
  const outer = spawn('unshare', [...namespaces, 'sh', '-c', prepareScript, 'prepare', base, checkout], {
    env: { PATH: process.env['PATH'], BOOT: bootScript },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  outer.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const ended = once(outer, 'exit')
  const close = async () => {
    // When the first process ends, all processes of its namespace end.
    const first = await childOf(outer)
    process.kill(first ?? outer.pid ?? 0, 'SIGKILL')
    await ended
    await removeGroup(outer.pid ?? 0)
    await rm(base, { recursive: true, force: true })
  }
  const run: TestSystemd['run'] = async (script, { env = {} } = {}) => {
    const first = await childOf(outer)
    if (first === null) throw new Error(`systemd ended: ${said}`)
    const where = ['-t', String(first), '-m', '-n', '-p', '-i', '-u', '-C']
    const options = { env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...env }, maxBuffer: maxOutputBytes }
    const { stdout } = await promisify(execFile)(
      'nsenter',
      [...where, 'sh', '-euc', `cd /; ${script}`],
      options,
    )
    return stdout
  }
  try {
    const until = Date.now() + bootPatienceMs
    while (!(await run('systemctl is-active multi-user.target').catch(() => '')).startsWith('active')) {
      if (outer.exitCode !== null || Date.now() > until) throw new Error(`systemd does not start: ${said}`)
      await pause(lookEveryMs)
    }
    return { run, close }
  } catch (cause) {
    await close()
    throw cause
  }
}

async function childOf({ pid, exitCode }: ChildProcess): Promise<number | null> {
  if (pid === undefined || exitCode !== null) return null
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return Number.parseInt(children, 10) || null
}

/** Removes what is left of the control group once its processes have ended; `pid` is in its name. */
async function removeGroup(pid: number): Promise<void> {
  const script = `d=$(mktemp -d) && mount -t cgroup2 cgroup2 "$d" && find "$d/pone-test-${pid}" -depth -type d -exec rmdir {} +`
  await promisify(execFile)('unshare', ['--mount', 'sh', '-c', `${script}; umount "$d"; rmdir "$d"`])
}
