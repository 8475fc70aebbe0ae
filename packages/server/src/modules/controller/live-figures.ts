/** Present figures of runs: from memory while this server drives them, otherwise read again from what is stored. */
import type { RunLive } from '@pone/contract/entities/run.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import type { LiveRun } from '@pone/results/live/live-run.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import { snapshotOf } from '@pone/run-control/live-publisher.ts'
import { rebuildEnded } from '@pone/run-control/rebuild.ts'
import type { ControllerDeps } from './controller-deps.ts'
import type { HeldRuns } from './held-runs.ts'

/** Ended runs whose figures are kept, because their page is looked at. */
const keptRuns = 5

interface Kept {
  /** What was added to the run since, perhaps by another server, shows here. */
  readonly requests: number
  readonly live: Promise<LiveRun>
}

export class LiveFigures {
  /** By run, the one that was asked for last at the end. */
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

  /** More has been stored of an ended run. */
  forget(id: string): void {
    this.#ended.delete(id)
  }

  async #endedWithEvents(record: RunRecord): Promise<LiveRun> {
    const live = await this.#keep(record)
    // What came afterwards, as the making of a report, stands in no batch.
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
    // One is added at a time, so that one too many is all there can be.
    if (oldest !== undefined && this.#ended.size > keptRuns) this.#ended.delete(oldest)
    return live
  }
}
