/** Finds established connections between this machine and asked parties: several looks within two seconds, since calls may be short. */
import { access } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type AskedParty,
  type ConnectionAnswer,
  maxSeenConnections,
  type SeenConnection,
} from '@pone/contract/entities/seen-connection.ts'
import { ownAddresses, ownHost, type ResolvedParties, resolveParties } from './parties.ts'
import { type SocketOwner, socketOwners } from './socket-owners.ts'
import { readTcpTable, type TcpSocket, type TcpTable } from './tcp-table.ts'

const looks = 4
const lookEveryMs = 500
/** Sockets whose process is looked for. */
const maxOwners = 20_000
const maxListens = 16
const maxProcessName = 64
/** What container engines and Kubernetes put into every container. */
const containerMarks = ['/.dockerenv', '/run/.containerenv', '/var/run/secrets/kubernetes.io']

/** Connections of processes that are `ours` are left out. @throws the reason of the signal */
export async function findConnections(
  parties: readonly AskedParty[],
  signal: AbortSignal,
  isOurs: (pid: number) => Promise<boolean> = () => Promise.resolve(false),
): Promise<ConnectionAnswer> {
  const isOwn = ownAddresses()
  const resolved = await resolveParties(parties, isOwn, signal)
  const from = Date.now()
  const seen: Look[] = []
  let [tables, isCut] = [0, false]
  for (let look = 0; look < looks; look += 1) {
    if (look > 0) await pause(lookEveryMs, undefined, { signal })
    const table = await readTcpTable()
    tables += table.tables
    isCut ||= table.isCut
    seen.push(lookAt(table, { resolved, isOwn }))
    if (tables === 0) break
  }
  const to = Date.now()
  signal.throwIfAborted()
  const wanted = new Set(seen.flatMap(({ matches, listening }) => [...matches, ...listening].map(inodeOf)))
  wanted.delete('0')
  const owners = await socketOwners(new Set([...wanted].slice(0, maxOwners)), signal)
  signal.throwIfAborted()
  const pids = [...new Set([...owners.processOf.values()].map(({ pid }) => pid))]
  const areOurs = await Promise.all(pids.map(isOurs))
  const ours = new Set(pids.filter((_, index) => areOurs[index] === true))
  const all = grouped(
    seen.map(look => without(look, ours, owners.processOf)),
    owners.processOf,
  )
  return {
    from,
    to,
    looks: tables === 0 ? 0 : looks,
    seen: all.slice(0, maxSeenConnections),
    own: [...resolved.own],
    isCut: isCut || owners.isCut || wanted.size > maxOwners || all.length > maxSeenConnections,
    hidden: owners.hidden,
    isContained: await isContained(),
    unresolved: resolved.unresolved,
    problem: null,
  }
}

interface Match {
  readonly socket: TcpSocket
  readonly direction: SeenConnection['direction']
  readonly party: number
}
interface Listening {
  readonly socket: TcpSocket
}
interface Look {
  readonly matches: readonly Match[]
  readonly listening: readonly Listening[]
}

const inodeOf = ({ socket }: Listening): string => socket.inode

const without = (
  { matches, listening }: Look,
  pids: ReadonlySet<number>,
  processOf: ReadonlyMap<string, SocketOwner>,
): Look => ({
  matches: matches.filter(({ socket }) => !pids.has(processOf.get(socket.inode)?.pid ?? -1)),
  listening,
})

/** Established sockets of the table that concern a party. */
export function lookAt(
  { sockets }: Pick<TcpTable, 'sockets'>,
  {
    resolved,
    isOwn,
  }: { readonly resolved: Pick<ResolvedParties, 'at'>; readonly isOwn: (address: string) => boolean },
): Look {
  const { at } = resolved
  const listening = sockets.filter(socket => socket.isListening)
  const ports = new Set(listening.map(({ local }) => local.port))
  const matches = sockets.flatMap((socket): Match[] => {
    if (socket.isListening) return []
    const { local, remote } = socket
    const host = isOwn(remote.address) ? ownHost : remote.address
    if (ports.has(local.port)) {
      // Between two processes of the machine the other end tells more.
      const callers = host === ownHost ? [] : (at.get(`${host} *`) ?? [])
      return callers.map(party => ({ socket, direction: 'in', party }))
    }
    const exact = at.get(`${host} ${remote.port}`) ?? []
    const any = host === ownHost ? [] : (at.get(`${host} *`) ?? [])
    return (exact.length > 0 ? exact : any).map(party => ({ socket, direction: 'out', party }))
  })
  return { matches, listening: listening.map(socket => ({ socket })) }
}

/** One entry per party, direction, port, address and process; the most looks first. */
export function grouped(
  seen: readonly Look[],
  processOf: ReadonlyMap<string, SocketOwner>,
): SeenConnection[] {
  const listens = new Map<number, Set<number>>()
  for (const { socket } of seen.flatMap(({ listening }) => listening)) {
    const pid = processOf.get(socket.inode)?.pid
    if (pid === undefined) continue
    const ports = listens.get(pid) ?? new Set()
    listens.set(pid, ports.add(socket.local.port))
  }
  const groups = new Map<string, SeenConnection & { readonly counts: Map<number, number> }>()
  for (const [look, { matches }] of seen.entries())
    for (const { socket, direction, party } of matches) {
      const owner = processOf.get(socket.inode)
      const port = direction === 'out' ? socket.remote.port : socket.local.port
      const { address } = socket.remote
      const key = [direction, party, address, port, owner?.pid ?? ''].join(' ')
      const group = groups.get(key) ?? {
        direction,
        party,
        address,
        port,
        process: (owner?.name ?? '').slice(0, maxProcessName),
        processSince: owner?.startedAt ?? null,
        listens: [...(listens.get(owner?.pid ?? -1) ?? [])].toSorted((a, b) => a - b).slice(0, maxListens),
        connections: 1,
        looks: 1,
        counts: new Map<number, number>(),
      }
      group.counts.set(look, (group.counts.get(look) ?? 0) + 1)
      groups.set(key, group)
    }
  return [...groups.values()]
    .map(({ counts, ...group }) => ({
      ...group,
      connections: Math.max(...counts.values()),
      looks: counts.size,
    }))
    .toSorted((a, b) => b.looks - a.looks || b.connections - a.connections)
}

const isContained = async (): Promise<boolean> =>
  (
    await Promise.all(
      containerMarks.map(path =>
        access(path).then(
          () => true,
          () => false,
        ),
      ),
    )
  ).includes(true)
