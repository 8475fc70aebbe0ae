/** Asks agents of the project which connections they see, and makes proposals for a topology of their answers; ends when the caller has gone. */
import { randomUUID } from 'node:crypto'
import type { AskedMachine, LinkProposals } from '@pone/contract/entities/link-proposal.ts'
import type { MonitorAgent } from '@pone/contract/entities/monitor.ts'
import type { LinkTopology } from '@pone/contract/entities/monitor-link.ts'
import { type ConnectionAnswer, connectionLimitMs } from '@pone/contract/entities/seen-connection.ts'
import { AppError } from '@pone/contract/errors.ts'
import type { AgentLink } from '../../../link/agent-link.ts'
import type { MonitorPlace } from '../../monitor/monitor-places.ts'
import { partiesOf } from '../parties.ts'
import { type Answered, proposalsOf, type Question, questionFor } from './proposals.ts'

/** The way to the agent and back, and the start of the process that looks. */
const wayMs = 4_000
/** Machines of one question. */
const maxMachines = 50
/** Questions of this server at once. */
const maxQuestions = 4

export interface ProposalDeps {
  readonly link: Pick<AgentLink, 'send' | 'on'>
  readonly agentsOf: (projectId: string) => Promise<MonitorAgent[]>
  readonly placesOf: (projectId: string) => Promise<MonitorPlace[]>
}

interface Asked {
  readonly agentId: string
  readonly resolve: (answer: ConnectionAnswer | null) => void
}

export class ProposalService {
  readonly #deps: ProposalDeps
  readonly #asked = new Map<string, Asked>()
  #questions = 0

  constructor(deps: ProposalDeps) {
    this.#deps = deps
    deps.link.on({
      connectionsFound: (agentId, { queryId, answer }) => {
        const asked = this.#asked.get(queryId)
        if (asked?.agentId === agentId) asked.resolve(answer)
      },
    })
  }

  /** @throws AppError NotFound for a machine that is not the project's, MonitorProposalsBusy */
  async propose(
    { projectId, topology, machineIds }: ProposalOrder,
    gone: AbortSignal,
  ): Promise<LinkProposals> {
    const { agentsOf, placesOf } = this.#deps
    const [machines, places] = await Promise.all([agentsOf(projectId), placesOf(projectId)])
    const byId = new Map(machines.map(machine => [machine.id, machine]))
    if (machineIds?.some(id => !byId.has(id)) === true) throw new AppError('NotFound', { what: 'agent' })
    const wanted = machineIds === null ? machines : machines.filter(({ id }) => machineIds.includes(id))
    const parties = partiesOf(topology.nodes, places, machines)
    const asked = wanted.filter(({ isOnline }) => isOnline).slice(0, maxMachines)
    if (this.#questions >= maxQuestions) throw new AppError('MonitorProposalsBusy')
    this.#questions += 1
    try {
      const answers = await Promise.all(
        asked.map(async machine => {
          const question = questionFor(machine, parties, byId)
          return { machine, question, answer: await this.#ask(machine.id, question, gone) }
        }),
      )
      const told = new Map(answers.map(({ machine, answer }) => [machine.id, answer]))
      return {
        ...proposalsOf(topology, answers.flatMap(withAnswer)),
        machines: wanted.map(machine => describeMachine(machine, told)),
      }
    } finally {
      this.#questions -= 1
    }
  }

  /** null: no answer in time, or the caller has gone. */
  async #ask(agentId: string, { asked }: Question, gone: AbortSignal): Promise<ConnectionAnswer | null> {
    const queryId = randomUUID()
    const { promise, resolve } = Promise.withResolvers<ConnectionAnswer | null>()
    this.#asked.set(queryId, { agentId, resolve })
    const timer = setTimeout(() => resolve(null), connectionLimitMs + wayMs)
    const cancel = (): void => {
      this.#deps.link.send(agentId, { kind: 'cancelConnections', queryId })
      resolve(null)
    }
    gone.addEventListener('abort', cancel, { once: true })
    try {
      const isSent =
        !gone.aborted &&
        this.#deps.link.send(agentId, { kind: 'findConnections', queryId, parties: [...asked] })
      return isSent ? await promise : null
    } finally {
      gone.removeEventListener('abort', cancel)
      clearTimeout(timer)
      this.#asked.delete(queryId)
    }
  }
}

export interface ProposalOrder {
  readonly projectId: string
  readonly topology: LinkTopology
  /** null: all machines of the project. */
  readonly machineIds: readonly string[] | null
}

const withAnswer = ({
  answer,
  ...of
}: Omit<Answered, 'answer'> & { answer: ConnectionAnswer | null }): Answered[] =>
  answer === null ? [] : [{ ...of, answer }]

/** `told` holds the machines that were asked. */
function describeMachine(
  { id, name, isOnline }: MonitorAgent,
  told: ReadonlyMap<string, ConnectionAnswer | null>,
): AskedMachine {
  const answer = told.get(id)
  const nothing = { id, name, problem: null, hidden: 0, isContained: false, isCut: false, unresolved: 0 }
  if (answer === undefined) return { ...nothing, state: isOnline ? 'notAsked' : 'offline' }
  if (answer === null) return { ...nothing, state: 'noAnswer' }
  const { problem, hidden, isContained, isCut, unresolved, looks } = answer
  const state = problem !== null ? 'failed' : looks === 0 ? 'noConnections' : 'answered'
  return { id, name, state, problem, hidden, isContained, isCut, unresolved }
}
