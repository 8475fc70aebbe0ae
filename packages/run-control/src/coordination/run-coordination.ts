/**
 * What a run's workers on all machines share: the points where their users meet, and the assignment of unique rows. One
 * per active run.
 */
import type { GatheringState, RowGrant } from '@pone/contract/link/coordination.ts'
import type { AgentCommand } from '@pone/contract/link/messages.ts'
import type { CoordinationMessage } from '@pone/contract/link/run-messages.ts'
import { Gathering } from '@pone/engine/coordination/gathering.ts'
import { type Lease, RowLeases } from '@pone/engine/coordination/row-leases.ts'
import type { RunWriter } from '../run-writer.ts'

type Answer = Extract<AgentCommand, { kind: 'coordinate' }>

export interface CoordinationDeps {
  readonly runId: string
  readonly send: (agentId: string, command: AgentCommand) => boolean
  /** Stores leases in their present state; a later state replaces an earlier one. */
  readonly keepLeases: (runId: string, leases: readonly Lease[]) => Promise<void>
  readonly writer: Pick<RunWriter, 'add'>
  readonly now: () => number
  /** A worker that counted as lost continued, and may have used rows that were given to another one. */
  readonly onSharedRows: (agentId: string, workerId: string, rows: number) => void
}

/** How long users wait for those of a machine that has not reported its workers yet, ms. */
export const returnPatienceMs = 10_000

export class RunCoordination {
  readonly #deps: CoordinationDeps
  readonly #gathering = new Gathering()
  readonly #leases = new RowLeases()
  /** Workers that take part, by machine. */
  readonly #members = new Map<string, Set<string>>()
  /** Machines that are waited for, and until when. */
  readonly #expected = new Map<string, number>()
  readonly #outgoing = new Map<string, Pick<Answer, 'commands'>['commands']>()

  constructor(deps: CoordinationDeps) {
    this.#deps = deps
  }

  /** Restores the leases that were given before a restart of the server; call first. */
  restore(leases: readonly Lease[]): void {
    this.#leases.restore(leases)
  }

  /** No users meet without those of these machines until they have reported, or the time limit has passed. */
  expect(agentIds: readonly string[]): void {
    for (const agentId of agentIds) {
      this.#expected.set(agentId, this.#deps.now() + returnPatienceMs)
      this.#gathering.join(placeOf(agentId), () => undefined)
    }
  }

  receive(agentId: string, { isWhole, wasAlone, workers, gone, rows }: CoordinationMessage): void {
    const members = this.#membersOf(agentId)
    // All workers are added before the first report is processed: the first ones must not be taken for all.
    for (const state of workers) if (isWhole || !members.has(state.workerId)) this.#join(agentId, state)
    for (const state of workers) this.#receiveState(state)
    if (wasAlone) for (const { workerId } of workers) this.#tellShared(agentId, workerId)
    const named = new Set(workers.map(({ workerId }) => workerId))
    const isGone = (workerId: string) =>
      gone.includes(workerId) || (isWhole && isOf(agentId, workerId) && !named.has(workerId))
    for (const workerId of members) if (isGone(workerId)) this.#leave(agentId, workerId)
    if (isWhole || gone.length > 0) this.#giveBack(isGone)
    this.#expectNoMore(agentId)
    this.#grant(agentId, rows)
  }

  /** The machine is disconnected: its users are not waited for until it reports again. */
  offline(agentId: string): void {
    this.#expectNoMore(agentId)
    for (const workerId of this.#membersOf(agentId)) this.#leave(agentId, workerId)
  }

  /** Other machines drive what the machine drove: they may use its reusable rows. */
  moved(agentId: string): void {
    this.offline(agentId)
    this.#giveBack(workerId => isOf(agentId, workerId))
  }

  /** Handles time limits; called once a second. */
  tick(): void {
    const now = this.#deps.now()
    for (const [agentId, until] of this.#expected) if (now > until) this.#expectNoMore(agentId)
  }

  #join(agentId: string, { workerId, begun }: GatheringState): void {
    this.#membersOf(agentId).add(workerId)
    this.#gathering.join(workerId, command => this.#tell(agentId, { workerId, command }), begun)
  }

  #tellShared(agentId: string, workerId: string): void {
    const rows = this.#leases.countRegiven(workerId)
    if (rows > 0) this.#deps.onSharedRows(agentId, workerId, rows)
  }

  #receiveState({ workerId, users, points, over }: GatheringState): void {
    if (users !== null) this.#gathering.receive(workerId, { kind: 'waiting', users, points })
    if (over !== null) this.#gathering.receive(workerId, { kind: 'roundOver', ...over })
  }

  #leave(agentId: string, workerId: string): void {
    this.#membersOf(agentId).delete(workerId)
    this.#gathering.leave(workerId)
  }

  #expectNoMore(agentId: string): void {
    if (this.#expected.delete(agentId)) this.#gathering.leave(placeOf(agentId))
  }

  #giveBack(isGone: (workerId: string) => boolean): void {
    this.#keep(this.#leases.giveBack(isGone))
  }

  /** A lease is stored on disk before it is used, so that a restarted server gives nothing twice. */
  #grant(agentId: string, rows: CoordinationMessage['rows']): void {
    if (rows.length === 0) return
    const answers = rows.map(request => this.#leases.grant(request))
    const grants: RowGrant[] = answers.map(({ grant }) => grant)
    const { runId, send } = this.#deps
    this.#keep(
      answers.flatMap(({ lease }) => lease ?? []),
      () => void send(agentId, { kind: 'coordinate', runId, commands: [], grants }),
    )
  }

  #keep(leases: readonly Lease[], then?: () => void): void {
    const { runId, keepLeases, writer } = this.#deps
    if (leases.length === 0 && then === undefined) return
    writer.add('row leases', async () => {
      if (leases.length > 0) await keepLeases(runId, leases)
      then?.()
    })
  }

  /** Collects the answers to one message, so that each machine gets one message. */
  #tell(agentId: string, command: Answer['commands'][number]): void {
    const waiting = this.#outgoing.get(agentId)
    if (waiting !== undefined) return void waiting.push(command)
    if (this.#outgoing.size === 0) queueMicrotask(() => this.#flush())
    this.#outgoing.set(agentId, [command])
  }

  #flush(): void {
    const { runId, send } = this.#deps
    for (const [agentId, commands] of this.#outgoing) {
      send(agentId, { kind: 'coordinate', runId, commands, grants: [] })
    }
    this.#outgoing.clear()
  }

  #membersOf(agentId: string): Set<string> {
    const members = this.#members.get(agentId) ?? new Set<string>()
    this.#members.set(agentId, members)
    return members
  }
}

/** Placeholder of a machine as long as its workers are not known. */
const placeOf = (agentId: string): string => `${agentId}/`
const isOf = (agentId: string, workerId: string): boolean => workerId.startsWith(`${agentId}/`)
