/** The runs that this server drives, and publishing of the active ones to their project. */
import { AppError } from '@pone/contract/errors.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import type { ActiveRun } from '@pone/run-control/active-run.ts'
import { type LiveHub, projectRunsMessage } from '@pone/run-control/live-publisher.ts'
import type { RunWriter } from '@pone/run-control/run-writer.ts'

export interface HeldRun {
  readonly run: ActiveRun
  readonly writer: RunWriter
  /** Time of the last tick, server's clock, epoch ms; 0 before the first. */
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

  /** A run is kept until all work after its end is stored. */
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

  /** Publishes the active runs of a project. */
  publishProject(projectId: string): void {
    const message = projectRunsMessage(projectId, this.activeRecords(projectId))
    this.#hub.publish('projectRuns', projectId, projectId, message)
  }
}
