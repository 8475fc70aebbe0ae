/** The commands of a run to its machines, derived from its record. */

import { loadChangeOf } from '@pone/contract/link/load-change.ts'
import type { AgentCommand } from '@pone/contract/link/messages.ts'
import type { RunPlan, Share } from '@pone/contract/link/plan.ts'
import type { HeldShare, RunRecord } from '@pone/results/run-record.ts'

/** Id of a machine's first share, and of the command that gives it. */
export const firstShareId = (runId: string, agentId: string): string => `${runId}:prepare:${agentId}`

/** A machine that gets a command. */
type Receiver = { readonly agentId: string }

export class RunCommands {
  readonly #record: RunRecord
  readonly #send: (agentId: string, command: AgentCommand) => boolean
  readonly #newId: () => string

  constructor(
    record: RunRecord,
    send: (agentId: string, command: AgentCommand) => boolean,
    newId: () => string,
  ) {
    this.#record = record
    this.#send = send
    this.#newId = newId
  }

  prepare(agentId: string, order: { plan: RunPlan; share: Share; gatheredBy: 'agent' | 'controller' }): void {
    this.#send(agentId, { kind: 'prepareRun', id: firstShareId(this.#record.id, agentId), ...order })
  }

  /** At the run's start, epoch ms; executed once, however often it is sent. */
  start(machines: readonly Receiver[], startAt: number): void {
    const { id: runId } = this.#record
    for (const { agentId } of machines) {
      this.#send(agentId, { kind: 'startRun', id: `${runId}:start`, runId, startAt })
    }
  }

  /** A further share, to be driven immediately. */
  addShare({ agentId }: Receiver, plan: RunPlan, { id, ...share }: HeldShare, firstSlot: number): void {
    const { startedAt, loadOrder } = this.#record
    if (startedAt === null) return
    this.#send(agentId, {
      kind: 'addShare',
      id,
      plan,
      share,
      startAt: startedAt,
      firstSlot,
      ...loadChangeOf(loadOrder),
    })
  }

  /** Other machines drive these shares from now on. */
  retire({ agentId }: Receiver, shareIds: readonly string[]): void {
    const { id: runId } = this.#record
    this.#send(agentId, { kind: 'retireShares', id: this.#newId(), runId, shareIds: [...shareIds] })
  }

  /** Confirms that the machine's shares are its own. */
  resume({ agentId }: Receiver): void {
    this.#send(agentId, { kind: 'resumeRun', runId: this.#record.id })
  }

  /** The load set manually, or the model's. */
  load(machines: readonly Receiver[]): void {
    const { id: runId, loadOrder } = this.#record
    for (const { agentId } of machines) {
      this.#send(agentId, { kind: 'changeLoad', id: this.#newId(), runId, ...loadChangeOf(loadOrder) })
    }
  }

  stop(machines: readonly Receiver[], force: boolean): void {
    const { id: runId } = this.#record
    for (const { agentId } of machines) {
      this.#send(agentId, { kind: 'stopRun', id: this.#newId(), runId, force })
    }
  }
}
