/** Finds what listens on this machine and a monitor type can watch: listening ports from /proc, the process behind each where it may be read. */
import { readdir, readFile, readlink } from 'node:fs/promises'
import type { DiscoveredTarget, MonitorProblem } from '@pone/contract/entities/monitor.ts'

/** Which type watches what: by the name of the process, else by the port. */
const watchable: readonly {
  readonly type: string
  readonly processes: RegExp
  readonly ports: readonly number[]
  /** Whether the name of the process says too little, or the process has ports for other things too. */
  readonly needsPort?: boolean
}[] = [
  { type: 'redis', processes: /^(redis-server|valkey-server)/, ports: [6379] },
  { type: 'mysql', processes: /^(mysqld|mariadbd)/, ports: [3306] },
  { type: 'postgresql', processes: /^(postgres|postmaster)/, ports: [5432] },
  { type: 'mongodb', processes: /^mongo[ds]/, ports: [27017] },
  { type: 'nginx', processes: /^nginx/, ports: [] },
  { type: 'rabbitmq', processes: /^(beam\.smp|rabbitmq)/, ports: [15672], needsPort: true },
  { type: 'kafka', processes: /^java$/, ports: [9092], needsPort: true },
  { type: 'activemq', processes: /^java$/, ports: [8161], needsPort: true },
  { type: 'elasticsearch', processes: /^java$/, ports: [9200], needsPort: true },
  { type: 'prometheus', processes: /_exporter$/, ports: [9090, 9100] },
]

const maxTargets = 200

interface Listener {
  readonly port: number
  readonly inode: string
}

/** `problem` is set where processes of other users could not be read; ports are known nevertheless. */
export async function discoverTargets(): Promise<{
  targets: DiscoveredTarget[]
  problem: MonitorProblem | null
}> {
  const [listeners, { processOf, hidden }] = await Promise.all([listeningPorts(), socketOwners()])
  const targets = listeners.flatMap(({ port, inode }) => targetOf(port, processOf.get(inode)) ?? [])
  const isPartial = hidden > 0 && listeners.some(({ inode }) => !processOf.has(inode))
  return {
    targets: [hostTarget(), ...targets].slice(0, maxTargets),
    problem: isPartial
      ? { cause: 'missingRight', params: { grant: 'CAP_SYS_PTRACE' }, detail: `${hidden} processes` }
      : null,
  }
}

const hostTarget = (): DiscoveredTarget => ({
  type: 'host',
  name: 'host',
  params: {},
  process: '',
  pid: null,
  port: null,
})

interface Owner {
  readonly pid: number
  readonly name: string
}

function targetOf(port: number, owner: Owner | undefined): DiscoveredTarget | null {
  const known = watchable.find(({ processes, ports, needsPort = false }) =>
    owner === undefined
      ? ports.includes(port)
      : processes.test(owner.name) && (!needsPort || ports.includes(port)),
  )
  if (known === undefined) return null
  return {
    type: known.type,
    name: `${known.type}-${port}`,
    params: { host: '127.0.0.1', port },
    process: owner?.name ?? '',
    pid: owner?.pid ?? null,
    port,
  }
}

/** TCP ports in state LISTEN (0A), each once. */
async function listeningPorts(): Promise<Listener[]> {
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map(path => readFile(path, 'utf8').catch(() => '')),
  )
  const found = new Map<number, Listener>()
  for (const line of tables.flatMap(table => table.split('\n').slice(1))) {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
    const port = Number.parseInt(local.split(':')[1] ?? '', 16)
    if (state === '0A' && Number.isInteger(port)) found.set(port, { port, inode })
  }
  return [...found.values()].toSorted((a, b) => a.port - b.port)
}

/** Processes by the inode of their sockets; `hidden` counts those that may not be read. */
async function socketOwners(): Promise<{ processOf: Map<string, Owner>; hidden: number }> {
  const processOf = new Map<string, Owner>()
  let hidden = 0
  const pids = (await readdir('/proc').catch(() => [])).filter(name => /^\d+$/.test(name))
  for (const pid of pids) {
    const files = await readdir(`/proc/${pid}/fd`).catch(() => null)
    if (files === null) {
      hidden += 1
      continue
    }
    const name = (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim()
    for (const file of files) {
      const inode = /^socket:\[(\d+)\]$/.exec(await readlink(`/proc/${pid}/fd/${file}`).catch(() => ''))?.[1]
      if (inode !== undefined && !processOf.has(inode)) processOf.set(inode, { pid: Number(pid), name })
    }
  }
  return { processOf, hidden }
}
