/** The runs that this server drives, and who is told which of them are active. */
import { AppError } from '@pone/contract/errors.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import type { ActiveRun } from '@pone/run-control/active-run.ts'
import { type LiveHub, projectRunsMessage } from '@pone/run-control/live-publisher.ts'
import type { RunWriter } from '@pone/run-control/run-writer.ts'

export interface HeldRun {
  readonly run: ActiveRun
  readonly writer: RunWriter
  /** When time was last passed on to it, server's clock; 0 before. */
  tickedAt: number
}

export class HeldRuns {
  readonly #held = new Map<string, HeldRun>()
  readonly #hub: LiveHub

  constructor(hub: LiveHub) {
    this.#hub = hub
  }

  add(run: ActiveRun, writer: RunWriter): void {
    this.#held.set(run.record.id, { run, writer, tickedAt: 0 })
  }

  /** A run stays until what follows its end is written. */
  get(id: string): HeldRun | null {
    return this.#held.get(id) ?? null
  }

  all(): Iterable<HeldRun> {
    return this.#held.values()
  }

  remove(id: string): void {
    this.#held.delete(id)
  }

  /** @throws AppError RunNotActive also for a run of another project */
  active(projectId: string, id: string): ActiveRun {
    const run = this.#held.get(id)?.run
    if (run?.isActive !== true || run.record.projectId !== projectId) throw new AppError('RunNotActive')
    return run
  }

  activeRecords(projectId: string): RunRecord[] {
    return [...this.#held.values()].flatMap(({ run }) =>
      run.isActive && run.record.projectId === projectId ? [run.record] : [],
    )
  }

  /** Which of its runs are active. */
  tellProject(projectId: string): void {
    const message = projectRunsMessage(projectId, this.activeRecords(projectId))
    this.#hub.publish('projectRuns', projectId, projectId, message)
  }
}
