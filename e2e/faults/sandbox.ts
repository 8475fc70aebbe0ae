/**
 * Runs the soak test in namespaces of its own for network, processes and temporary files: however it ends, even by kill
 * -9, nothing is left.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { access, constants, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installDebianPackages } from '@pone/cli/test/debian-packages.ts'
import { systemFolder } from '@pone/embedded-postgres/elsewhere.ts'
import { poneProgram } from '../harness/places.ts'

const mark = 'PONE_FAULTS_SANDBOX'
const unshare = ['unshare', '--net', '--pid', '--mount-proc', '--fork', '--kill-child=KILL']
const tools = ['/usr/sbin/ip', '/usr/sbin/tc', '/usr/sbin/iptables']
const probeTimeoutMs = 20_000

/** The kernel features that the soak test needs, tried in namespaces that end with the trial. */
const probe = `ip link set lo up
ip link add bridge0 type bridge
ip link add far type veth peer name near
tc qdisc add dev far root netem delay 1ms || tc qdisc add dev far root tbf rate 1mbit burst 10kb latency 100ms
iptables -A OUTPUT -m statistic --mode random --probability 0.1 -j DROP`

/** Whether this process already runs in the sandbox. */
export const isInSandbox = (): boolean => process.env[mark] !== undefined

/** null when the sandbox can be created here, otherwise the reason as a sentence. */
export async function whyNoSandbox(announce: (line: string) => void): Promise<string | null> {
  if (process.platform !== 'linux') return 'there are network namespaces on Linux only'
  if (process.getuid?.() !== 0) return 'network namespaces are made by root only'
  const isThere = (path: string) =>
    access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
  const present = await Promise.all(tools.map(isThere))
  if (present.includes(false)) {
    await installDebianPackages('Tools for networks are', ['iproute2', 'iptables'], announce).catch(
      () => undefined,
    )
  }
  const [program = '', ...words] = unshare
  const trial = spawnSync(program, [...words, 'sh', '-ec', probe], {
    encoding: 'utf8',
    timeout: probeTimeoutMs,
  })
  if (trial.status === 0) return null
  return (trial.stderr ?? '').trim().split('\n')[0] || (trial.error?.message ?? 'the trial failed')
}

/** Runs the same program inside; returns its exit code. A signal to this process ends all of it. */
export async function runInSandbox(program: string, words: readonly string[]): Promise<number> {
  // Inside nothing can be downloaded.
  spawnSync(poneProgram, ['up', '--help'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const folder = await mkdtemp(join(tmpdir(), 'pone-faults-'))
  // The shell is the first process inside and reaps orphaned processes. Databases are hidden too: a process outside
  // cannot see that they are in use, and would remove them as stale.
  const begin = `mount -t tmpfs -o mode=1777 soak "$TMPDIR" && mkdir -p ${systemFolder} &&
    mount -t tmpfs -o mode=755 soak ${systemFolder} && ip link set lo up && { "$@"; exit $?; }`
  const [unsharer = '', ...flags] = unshare
  const child = spawn(
    'setpriv',
    ['--pdeathsig', 'KILL', unsharer, ...flags, 'sh', '-c', begin, 'sh', process.execPath, program, ...words],
    { stdio: 'inherit', env: { ...process.env, [mark]: '1', TMPDIR: folder } },
  )
  const kill = () => void child.kill('SIGKILL')
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, kill)
  // From a terminal the soak test inside receives it too, and ends in order.
  process.on('SIGINT', () => undefined)
  const [code]: (number | null)[] = await once(child, 'exit')
  await rm(folder, { recursive: true, force: true })
  return code ?? 1
}
