/** Proposed edges from what agents have answered: who called whom, and what of it the topology does not show yet; pure. */
import {
  type LinkProposal,
  type LinkProposals,
  maxEvidence,
  maxProposals,
  type ProposalEnd,
  type ProposalEvidence,
} from '@pone/contract/entities/link-proposal.ts'
import type { MonitorAgent } from '@pone/contract/entities/monitor.ts'
import type { LinkTopology } from '@pone/contract/entities/monitor-link.ts'
import {
  type AskedParty,
  type ConnectionAnswer,
  maxAskedParties,
  type SeenConnection,
} from '@pone/contract/entities/seen-connection.ts'
import { type Party, protocolOf } from '../parties.ts'

/** What is asked of the agent of a machine; `parties` in the order of `asked`. */
export interface Question {
  readonly asked: readonly AskedParty[]
  readonly parties: readonly Party[]
  readonly isCut: boolean
}

/** Parties of another machine go by the address of that machine. */
export function questionFor(
  machine: MonitorAgent,
  parties: readonly Party[],
  machines: ReadonlyMap<string, MonitorAgent>,
): Question {
  const all = parties.flatMap(party => {
    if (party.on === null || party.on === machine.id) return [{ party, host: party.host }]
    const host = machines.get(party.on)?.address ?? ''
    return host === '' ? [] : [{ party, host }]
  })
  const kept = all.slice(0, maxAskedParties)
  return {
    asked: kept.map(({ party, host }) => ({ host, port: party.port })),
    parties: kept.map(({ party }) => party),
    isCut: all.length > kept.length,
  }
}

export interface Answered {
  readonly machine: MonitorAgent
  readonly question: Question
  readonly answer: ConnectionAnswer
}

interface Found {
  readonly from: Party
  readonly to: Party
  readonly port: number
  readonly evidence: ProposalEvidence
}

/** Between nodes first, then with one new node, then with two; the most connections first. */
export function proposalsOf(
  topology: Pick<LinkTopology, 'edges'>,
  answers: readonly Answered[],
): Pick<LinkProposals, 'proposals' | 'isCut' | 'confirmed'> {
  const answered = new Set(answers.map(({ machine }) => machine.id))
  const found = answers.flatMap(answer => callsIn(answer, answered))
  const byEnds = Map.groupBy(
    found.filter(({ from, to }) => keyOf(from) !== keyOf(to)),
    ({ from, to }) => `${keyOf(from)} ${keyOf(to)}`,
  )
  const drawn = new Set(topology.edges.map(edge => `node:${edge.from} node:${edge.to}`))
  const proposals = [...byEnds]
    .filter(([key]) => !drawn.has(key))
    .map(([key, calls]) => proposal(key, calls))
    .toSorted((a, b) => newNodes(a) - newNodes(b) || b.connections - a.connections)
  return {
    proposals: proposals.slice(0, maxProposals),
    isCut: proposals.length > maxProposals || answers.some(({ question }) => question.isCut),
    confirmed: [...byEnds.keys()].filter(key => drawn.has(key)).length,
  }
}

const newNodes = ({ from, to }: LinkProposal): number => [from, to].filter(end => end.nodeId === null).length

const keyOf = ({ node, monitor, machine }: Party): string =>
  node !== null
    ? `node:${node.id}`
    : monitor !== null
      ? `monitor:${monitor.id}`
      : `machine:${machine?.id ?? ''}`

function proposal(key: string, calls: readonly Found[]): LinkProposal {
  const [first] = calls
  if (first === undefined) throw new Error('a proposal without a connection')
  const evidence = calls
    .map(call => call.evidence)
    .toSorted((a, b) => b.looks - a.looks || b.connections - a.connections)
  return {
    key,
    from: endOf(first.from),
    to: endOf(first.to),
    protocol: protocolOf(first.to, first.port),
    evidence: evidence.slice(0, maxEvidence),
    connections: evidence.reduce((sum, each) => sum + each.connections, 0),
  }
}

function endOf({ node, monitor, machine }: Party): ProposalEnd {
  if (node !== null) return { nodeId: node.id, name: node.alias, monitor: null, machineId: null }
  return {
    nodeId: null,
    name: monitor?.name ?? machine?.name ?? '',
    monitor: monitor === null ? null : { id: monitor.id, type: monitor.type },
    machineId: monitor === null ? (machine?.id ?? null) : null,
  }
}

function callsIn({ machine, question, answer }: Answered, answered: ReadonlySet<string>): Found[] {
  const own = answer.own.flatMap(index => question.parties[index] ?? [])
  return answer.seen.flatMap((seen): Found[] => {
    const party = question.parties[seen.party]
    if (party === undefined || !isAsked(party, seen)) return []
    const ends =
      seen.direction === 'out' ? called(party, seen, own) : calledBy(party, seen, { own, answered })
    if (ends === null) return []
    const { party: _party, listens: _listens, ...shown } = seen
    const evidence = { ...shown, machine: machine.name, ofLooks: answer.looks, firstAt: answer.from }
    return [{ ...ends, port: seen.port, evidence }]
  })
}

/** An agent may say what it likes: only what was asked counts. */
const isAsked = ({ port }: Party, seen: SeenConnection): boolean =>
  seen.direction === 'out' ? port === null || port === seen.port : port === null

/** The caller is what listens in the same process, else the machine. A machine as a whole is called only if it is drawn. */
function called(
  to: Party,
  { listens }: SeenConnection,
  own: readonly Party[],
): Pick<Found, 'from' | 'to'> | null {
  if (to.port === null && to.node === null) return null
  const from =
    own.find(({ port }) => port !== null && listens.includes(port)) ?? own.find(({ port }) => port === null)
  return from === undefined ? null : { from, to }
}

/** A caller whose own agent has answered has told it better: of collectors, e.g., nothing. */
function calledBy(
  from: Party,
  { port }: SeenConnection,
  { own, answered }: { readonly own: readonly Party[]; readonly answered: ReadonlySet<string> },
): Pick<Found, 'from' | 'to'> | null {
  if (from.on !== null && answered.has(from.on)) return null
  const to = own.find(party => party.port === port)
  return to === undefined ? null : { from, to }
}
