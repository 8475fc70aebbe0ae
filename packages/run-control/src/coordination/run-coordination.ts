/** What a run's workers on all machines share: where their users meet, and which of them has which unique rows. One per active run. */
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
  /** Keeps leases as they are now; a later state replaces an earlier one. */
  readonly keepLeases: (runId: string, leases: readonly Lease[]) => Promise<void>
  readonly writer: Pick<RunWriter, 'add'>
  readonly now: () => number
  /** A worker that was taken for gone went on, and may have used rows that are another one's by now. */
  readonly onSharedRows: (agentId: string, workerId: string, rows: number) => void
}

/** How long users wait for those of a machine that has not told of its workers yet, ms. */
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

  /** Takes up what was given before a restart of the server; call first. */
  restore(leases: readonly Lease[]): void {
    this.#leases.restore(leases)
  }

  /** Nobody meets without the users of these machines before they have told, or had the time to. */
  expect(agentIds: readonly string[]): void {
    for (const agentId of agentIds) {
      this.#expected.set(agentId, this.#deps.now() + returnPatienceMs)
      this.#gathering.join(placeOf(agentId), () => undefined)
    }
  }

  receive(agentId: string, { isWhole, wasAlone, workers, gone, rows }: CoordinationMessage): void {
    const members = this.#membersOf(agentId)
    // All are in before the first is heard: those who speak first must not be taken for all.
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

  /** The machine's line is gone: nobody waits for its users until it tells again. */
  offline(agentId: string): void {
    this.#expectNoMore(agentId)
    for (const workerId of this.#membersOf(agentId)) this.#leave(agentId, workerId)
  }

  /** Others drive what the machine drove: they may have those of its rows that come again. */
  moved(agentId: string): void {
    this.offline(agentId)
    this.#giveBack(workerId => isOf(agentId, workerId))
  }

  /** What time brings; once a second. */
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

  /** What was given is on the disk before anybody uses it, so that a server that restarts gives nothing twice. */
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

  /** Collects what one message brings about, so that each machine gets one answer. */
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

/** Name of a machine's place as long as its workers are not known. */
const placeOf = (agentId: string): string => `${agentId}/`
const isOf = (agentId: string, workerId: string): boolean => workerId.startsWith(`${agentId}/`)
