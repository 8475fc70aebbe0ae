/** Present figures of runs: from memory while this server drives them, otherwise rebuilt from stored data. */
import type { RunLive } from '@pone/contract/entities/run.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import type { LiveRun } from '@pone/results/live/live-run.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import { snapshotOf } from '@pone/run-control/live-publisher.ts'
import { rebuildEnded } from '@pone/run-control/rebuild.ts'
import type { ControllerDeps } from './controller-deps.ts'
import type { HeldRuns } from './held-runs.ts'

/** Number of ended runs whose figures are cached while their pages are open. */
const keptRuns = 5

interface Kept {
  /** Request count of the record; a different count means that results were added, perhaps by another server. */
  readonly requests: number
  readonly live: Promise<LiveRun>
}

export class LiveFigures {
  /** By run id, in order of last use. */
  readonly #ended = new Map<string, Kept>()
  readonly #held: HeldRuns
  readonly #deps: Pick<ControllerDeps, 'runs' | 'batches' | 'link' | 'now'>

  constructor(held: HeldRuns, deps: Pick<ControllerDeps, 'runs' | 'batches' | 'link' | 'now'>) {
    this.#held = held
    this.#deps = deps
  }

  async of(record: RunRecord): Promise<RunLive> {
    const { runs, link, now } = this.#deps
    const running = this.#held.get(record.id)?.run
    if (running !== undefined) {
      return snapshotOf(
        running.record,
        running.live,
        running.machines.all,
        agentId => link.isOnline(agentId),
        now(),
      )
    }
    const live = isActiveRun(record.state)
      ? await rebuildEnded(record, this.#deps)
      : await this.#endedWithEvents(record)
    return snapshotOf(record, live, await runs.machines(record.id), agentId => link.isOnline(agentId), now())
  }

  /** Drops the cached figures, because more results of the ended run were stored. */
  forget(id: string): void {
    this.#ended.delete(id)
  }

  async #endedWithEvents(record: RunRecord): Promise<LiveRun> {
    const live = await this.#keep(record)
    // Events after the end, such as the report, are in no batch, so they are read from the database.
    live.events.splice(0, live.events.length, ...(await this.#deps.runs.events(record.id)))
    return live
  }

  #keep(record: RunRecord): Promise<LiveRun> {
    const { id, requests } = record
    const kept = this.#ended.get(id)
    const live = kept?.requests === requests ? kept.live : rebuildEnded(record, this.#deps)
    this.#ended.delete(id)
    this.#ended.set(id, { requests, live })
    live.catch(() => this.#ended.delete(id))
    const [oldest] = this.#ended.keys()
    // One entry is added at a time, so at most one must be removed.
    if (oldest !== undefined && this.#ended.size > keptRuns) this.#ended.delete(oldest)
    return live
  }
}
