/**
 * Real networks of load machines inside the sandbox: each machine has a namespace of its own on one bridge, whose link
 * can be cut, slowed and made to lose packets.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'

const run = promisify(execFile)
const commandTimeoutMs = 10_000
const bridge = 'pone0'
/** Addresses that RFC 2544 reserves for benchmarks of networks. */
const subnet = '198.18.0'
/** Address of the server and of the load's target for the machines. */
export const serverHost = `${subnet}.1`
export const targetHost = `${subnet}.2`
const firstMachine = 11
const nobody = '02:00:00:00:00:01'
/** Less than the load of a machine needs, so that the queue before it fills. */
const narrowRate = '600kbit'

export interface MachineNetwork {
  /** Command prefix that runs a program on the machine. */
  readonly enter: readonly string[]
  /** Drops all traffic in both directions, like an unplugged cable. */
  cut(): Promise<void>
  /** Drops traffic from the machine to the server; everything else passes. */
  cutToServer(): Promise<void>
  /** Drops traffic from the server to the machine; the other direction passes. */
  cutAnswers(): Promise<void>
  /**
   * Delays traffic in both directions by up to this; by netem, or by a low rate with a queue where the kernel has no
   * netem.
   */
  delay(delayMs: number): Promise<void>
  /** Drops this share of all packets, each way; by netem, or by the packet filter. */
  lose(percent: number): Promise<void>
  /** Removes every fault, whatever was set. */
  mend(): Promise<void>
  close(): Promise<void>
}

const command = async (words: string): Promise<void> => {
  const [program = '', ...rest] = words.split(' ')
  await run(program, rest, { timeout: commandTimeoutMs })
}

/** Called once, before the first machine. */
export async function openBridge(): Promise<{ hasNetem: boolean }> {
  await command(`ip link add ${bridge} type bridge`)
  for (const host of [serverHost, targetHost]) await command(`ip addr add ${host}/24 dev ${bridge}`)
  await command(`ip link set ${bridge} up`)
  const hasNetem = await command(`tc qdisc add dev ${bridge} root netem delay 1ms`).then(
    () => command(`tc qdisc del dev ${bridge} root`).then(() => true),
    () => false,
  )
  return { hasNetem }
}

/** `index` counts machines from 0. */
export async function openMachineNetwork(
  index: number,
  { hasNetem }: { hasNetem: boolean },
): Promise<MachineNetwork> {
  const holder = await holdNamespace()
  const [far, near, address] = [`far${index}`, 'near', `${subnet}.${firstMachine + index}`]
  const enter = ['nsenter', `--net=/proc/${holder.pid}/ns/net`]
  const within = (words: string) => command([...enter, words].join(' '))
  await command(`ip link add ${far} type veth peer name ${near} netns ${holder.pid}`)
  await command(`ip link set ${far} master ${bridge} up`)
  await within('ip link set lo up')
  await within(`ip addr add ${address}/24 dev ${near}`)
  await within(`ip link set ${near} up`)
  /** Actions that remove the faults that were set. */
  let remedies: (() => Promise<void>)[] = []
  const hurt = async (harm: () => Promise<void>, remedy: () => Promise<void>) => {
    remedies.push(remedy)
    await harm()
  }
  const shape = (qdisc: string) =>
    hurt(
      async () => {
        await command(`tc qdisc add dev ${far} root ${qdisc}`)
        await within(`tc qdisc add dev ${near} root ${qdisc}`)
      },
      async () => {
        await command(`tc qdisc del dev ${far} root`)
        await within(`tc qdisc del dev ${near} root`)
      },
    )
  return {
    enter,
    cut: () =>
      hurt(
        () => command(`ip link set ${far} down`),
        () => command(`ip link set ${far} up`),
      ),
    // Sent to a hardware address that no machine has.
    cutToServer: () =>
      hurt(
        () => within(`ip neigh replace ${serverHost} lladdr ${nobody} dev ${near} nud permanent`),
        () => within(`ip neigh del ${serverHost} dev ${near}`),
      ),
    cutAnswers: () =>
      hurt(
        () => command(`ip route add blackhole ${address}/32`),
        () => command(`ip route del blackhole ${address}/32`),
      ),
    delay: delayMs =>
      shape(
        hasNetem
          ? `netem delay ${delayMs}ms ${Math.round(delayMs / 3)}ms`
          : `tbf rate ${narrowRate} burst 4kb latency ${delayMs}ms`,
      ),
    lose: async percent => {
      if (hasNetem) return shape(`netem loss ${percent}%`)
      const rule = (change: string, chain: string) =>
        within(
          `iptables ${change} ${chain} -m statistic --mode random --probability ${percent / 100} -j DROP`,
        )
      await hurt(
        async () => {
          for (const chain of ['INPUT', 'OUTPUT']) await rule('-A', chain)
        },
        async () => {
          for (const chain of ['INPUT', 'OUTPUT']) await rule('-D', chain)
        },
      )
    },
    mend: async () => {
      const due = remedies
      remedies = []
      for (const remedy of due) await remedy()
    },
    close: async () => {
      holder.kill('SIGKILL')
    },
  }
}

/**
 * A process whose only purpose is to keep a network namespace; it ends when its standard input is closed, with this
 * process at the latest.
 */
async function holdNamespace(): Promise<ChildProcess> {
  const holder = spawn('unshare', ['--net', 'sh', '-c', 'echo held; exec cat >/dev/null'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await Promise.race([
    once(holder.stdout, 'data'),
    once(holder, 'exit').then(() => Promise.reject(new Error('no network namespace can be held'))),
  ])
  return holder
}
