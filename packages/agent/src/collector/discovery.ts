/** Finds what monitors may watch on this machine: listening ports from /proc with the process behind each where it may be read, and JVMs and sockets that the owner of the machine allows. */
import { constants } from 'node:fs'
import { access, readdir } from 'node:fs/promises'
import { basename } from 'node:path'
import type { DiscoveredTarget, MonitorParams, MonitorProblem } from '@pone/contract/entities/monitor.ts'
import { allowedSocket } from '@pone/monitors/transports/allowed-socket.ts'
import { findAllowedJvms } from '@pone/monitors/transports/jvm/allowed-jvms.ts'
import { mainOf, selectJvms } from '@pone/monitors/transports/jvm/processes.ts'
import type { MachineLimits } from '@pone/monitors/transports/machine-limits.ts'
import { maxNameLength } from '@pone/schema/limits.ts'
import { type SocketOwner, socketOwners } from './connections/socket-owners.ts'
import { readTcpTable } from './connections/tcp-table.ts'

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
  { type: 'sqlserver', processes: /^sqlservr/, ports: [1433], needsPort: true },
  { type: 'mongodb', processes: /^mongo[ds]/, ports: [27017] },
  { type: 'nginx', processes: /^nginx/, ports: [] },
  { type: 'rabbitmq', processes: /^(beam\.smp|rabbitmq)/, ports: [15672], needsPort: true },
  { type: 'kafka', processes: /^java$/, ports: [9092], needsPort: true },
  { type: 'activemq', processes: /^java$/, ports: [8161], needsPort: true },
  { type: 'elasticsearch', processes: /^java$/, ports: [9200], needsPort: true },
  { type: 'prometheus', processes: /_exporter$/, ports: [9090, 9100] },
]

const maxTargets = 200
/** Of a parameter. */
const maxTextLength = 2_000

interface Listener {
  readonly port: number
  readonly inode: string
}

/** `problem` is set where processes of other users could not be read; ports are known nevertheless. */
export async function discoverTargets(limits: MachineLimits): Promise<{
  targets: DiscoveredTarget[]
  problem: MonitorProblem | null
}> {
  const [listeners, ...allowed] = await Promise.all([
    listeningPorts(),
    databaseTargets(limits.databaseSockets),
    engineTargets(limits.containerSockets),
    jvmTargets(limits.jvmAccounts),
  ])
  const { processOf, hidden } = await socketOwners(new Set(listeners.map(({ inode }) => inode)))
  const targets = listeners.flatMap(({ port, inode }) => targetOf(port, processOf.get(inode)) ?? [])
  const isPartial = hidden > 0 && listeners.some(({ inode }) => !processOf.has(inode))
  return {
    targets: [hostTarget(), ...targets, ...allowed.flat()].slice(0, maxTargets),
    problem: isPartial
      ? { cause: 'missingRight', params: { grant: 'CAP_SYS_PTRACE' }, detail: `${hidden} processes` }
      : null,
  }
}

const socketTarget = (type: string, name: string, params: MonitorParams): DiscoveredTarget => ({
  type,
  name: name.slice(0, maxNameLength),
  params: { access: 'socket', ...params },
  process: '',
  pid: null,
  port: null,
})

async function databaseTargets(folders: readonly string[]): Promise<DiscoveredTarget[]> {
  const found = await Promise.all(
    folders.map(async folder => {
      const names = await readdir(folder).catch(() => [])
      return names.flatMap(name => {
        const port = /^\.s\.PGSQL\.(\d{1,5})$/.exec(name)?.[1]
        return port === undefined
          ? []
          : [socketTarget('postgresql', `postgresql-socket-${port}`, { socket: folder, port: Number(port) })]
      })
    }),
  )
  return found.flat()
}

/** Each engine once, whatever paths its socket has. */
async function engineTargets(sockets: readonly string[]): Promise<DiscoveredTarget[]> {
  const engines = new Map<string, string>()
  for (const socket of sockets) {
    const real = await allowedSocket(socket, sockets).catch(() => undefined)
    if (real === undefined || engines.has(real)) continue
    const isOpen = await access(real, constants.R_OK | constants.W_OK).then(
      () => true,
      () => false,
    )
    if (isOpen) engines.set(real, socket)
  }
  return [...engines.values()].map(socket => socketTarget('docker', basename(socket, '.sock'), { socket }))
}

/** By the main class or jar where that means one JVM, else by the number of the process. */
async function jvmTargets(accounts: readonly string[]): Promise<DiscoveredTarget[]> {
  const jvms = await findAllowedJvms(accounts).catch(() => [])
  return jvms.map(({ pid, command }) => {
    const main = mainOf(command)
    const isOnly = selectJvms(jvms, main).length === 1
    return {
      type: 'jvm',
      name: `jvm-${main.split(/[./]/).at(main.endsWith('.jar') ? -2 : -1) ?? ''}-${pid}`.slice(
        0,
        maxNameLength,
      ),
      params: { process: isOnly ? main.slice(0, maxTextLength) : String(pid) },
      process: 'java',
      pid,
      port: null,
    }
  })
}

const hostTarget = (): DiscoveredTarget => ({
  type: 'host',
  name: 'host',
  params: {},
  process: '',
  pid: null,
  port: null,
})

function targetOf(port: number, owner: SocketOwner | undefined): DiscoveredTarget | null {
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

/** TCP ports that listen, each once. */
async function listeningPorts(): Promise<Listener[]> {
  const { sockets } = await readTcpTable()
  const found = new Map<number, Listener>()
  for (const { isListening, local, inode } of sockets)
    if (isListening) found.set(local.port, { port: local.port, inode })
  return [...found.values()].toSorted((a, b) => a.port - b.port)
}
