/** Which nodes of monitoring links serve an address: by their own addresses, machines, names; pure. */
import type { PathEntry } from '@pone/contract/entities/full-link.ts'
import type { MonitorAgent } from '@pone/contract/entities/monitor.ts'
import type { LinkNode, LinkTopology } from '@pone/contract/entities/monitor-link.ts'
import { isLoopbackHost, type NetworkAddress } from '@pone/monitors/target-address.ts'
import type { MonitorPlace } from '../monitor/monitor-places.ts'
import { type Party, partiesOf } from '../monitor-link/parties.ts'

export interface SearchedLink {
  readonly id: string
  readonly name: string
  readonly topology: LinkTopology
}

/** An address that requests go to. */
export interface Wanted extends NetworkAddress {
  /** Addresses that the component's settings give for the host. */
  readonly given: readonly string[]
}

export interface Surroundings {
  readonly places: readonly MonitorPlace[]
  readonly machines: readonly MonitorAgent[]
  /** Agents that drove the run: what a loopback address means. */
  readonly loadMachines: ReadonlySet<string>
  /** Addresses of names, as far as they were looked up. */
  readonly resolved: ReadonlyMap<string, readonly string[]>
}

interface Found extends PathEntry {
  /** The lowest is the surest. */
  readonly rank: number
}

/** The surest entries of all links, each node once. */
export function entriesOf(
  wanted: Wanted,
  links: readonly SearchedLink[],
  surroundings: Surroundings,
): PathEntry[] {
  const found = links.flatMap(link => entriesIn(wanted, link, surroundings))
  const best = Math.min(...found.map(({ rank }) => rank))
  const surest = found.filter(({ rank }) => rank === best)
  return [...new Map(surest.toReversed().map(entry => [`${entry.linkId} ${entry.nodeId}`, entry])).values()]
    .toReversed()
    .map(({ rank: _rank, ...entry }) => entry)
}

/** Hosts of nodes and monitors that names could stand for: those with the port of the address, or with any. */
export function namedHosts(
  { port }: Wanted,
  links: readonly SearchedLink[],
  { places, machines }: Surroundings,
): string[] {
  const parties = links.flatMap(({ topology }) => drawnParties(topology, places, machines))
  return [
    ...new Set(
      parties.filter(party => party.on === null && arePortsAlike(party.port, port)).map(({ host }) => host),
    ),
  ]
}

const drawnParties = (
  { nodes }: LinkTopology,
  places: readonly MonitorPlace[],
  machines: readonly MonitorAgent[],
): (Party & { node: LinkNode })[] =>
  partiesOf(nodes, places, machines).flatMap(party =>
    party.node === null ? [] : [{ ...party, node: party.node }],
  )

function entriesIn(wanted: Wanted, link: SearchedLink, surroundings: Surroundings): Found[] {
  const parties = drawnParties(link.topology, surroundings.places, surroundings.machines)
  const names = namesOfWanted(wanted, surroundings)
  const entry = (node: LinkNode, by: PathEntry['by'], detail: string, rank: number): Found => ({
    linkId: link.id,
    nodeId: node.id,
    by,
    detail,
    rank,
  })
  const byAddress = parties.flatMap(party => {
    if (!arePortsAlike(party.port, wanted.port)) return []
    const own = namesOfParty(party, surroundings)
    const name = names.find(({ host }) => own.some(each => each.host === host))
    if (name === undefined) return []
    const by = name.by === 'address' ? (own.find(({ host }) => host === name.host)?.by ?? 'address') : name.by
    const isMachine = party.port === null && party.node.kind !== 'external'
    if (isMachine) return [entry(party.node, 'machine', name.detail, 3)]
    return [entry(party.node, by, name.detail, party.port === null ? 1 : 0)]
  })
  const byAlias = link.topology.nodes
    .filter(node => isCalledLike(node, wanted))
    .filter(node =>
      canServe(
        parties.filter(party => party.node.id === node.id),
        wanted,
      ),
    )
    .map(node =>
      node.kind === 'host' || node.kind === 'machine'
        ? entry(node, 'machine', node.alias, 3)
        : entry(node, 'alias', node.alias, 2),
    )
  return [...byAddress, ...byAlias]
}

const arePortsAlike = (a: number | null, b: number | null): boolean => a === null || b === null || a === b

interface Name {
  readonly host: string
  readonly by: 'address' | 'settings' | 'dns' | 'loadMachine'
  readonly detail: string
}

/** All that the host of the address can be called. */
function namesOfWanted({ host, given }: Wanted, surroundings: Surroundings): Name[] {
  const first: Name[] = [{ host, by: 'address', detail: host }]
  const stated = given.map((each): Name => ({ host: bareHost(each), by: 'settings', detail: each }))
  const lookedUp = (stated.length > 0 ? [] : (surroundings.resolved.get(host) ?? [])).map(
    (each): Name => ({ host: each, by: 'dns', detail: each }),
  )
  // A name that the settings replace is never looked up, but nodes may still be drawn with it.
  return [...first, ...stated, ...lookedUp].flatMap(name =>
    isLoopbackHost(name.host) ? loadMachineNames(surroundings) : [name],
  )
}

function loadMachineNames({ machines, loadMachines }: Surroundings): Name[] {
  return machines
    .filter(({ id }) => loadMachines.has(id))
    .flatMap(machine =>
      machineNames(machine).map((host): Name => ({ host, by: 'loadMachine', detail: machine.name })),
    )
}

function namesOfParty(
  { on, host }: Party,
  { machines, resolved }: Surroundings,
): { readonly host: string; readonly by: 'address' | 'dns' }[] {
  if (on !== null) {
    const machine = machines.find(({ id }) => id === on)
    return machine === undefined ? [] : machineNames(machine).map(each => ({ host: each, by: 'address' }))
  }
  return [
    { host, by: 'address' },
    ...(resolved.get(host) ?? []).map(each => ({ host: each, by: 'dns' as const })),
  ]
}

/** A machine is the same by its agent or its host name; a loopback address says nothing of it. */
const machineNames = ({ id, name, host, address }: MonitorAgent): string[] =>
  [`agent ${id}`, host, address, name]
    .map(each => each.toLowerCase())
    .filter(each => each !== '' && !isLoopbackHost(each))

const bareHost = (host: string): string => host.toLowerCase().replace(/^\[(.*)\]$/, '$1')

function isCalledLike({ kind, alias }: LinkNode, { host, port }: Wanted): boolean {
  if (kind === 'group') return false
  const name = alias.trim().toLowerCase()
  return name === host || (port !== null && name === `${host}:${port}`)
}

/** False where all of its known ports are others. */
const canServe = (parties: readonly Party[], { port }: Wanted): boolean =>
  parties.length === 0 || parties.some(party => arePortsAlike(party.port, port))
