/** Work after the end of a run: all data is stored, the machines are released, the last figures are published, and the report is generated. */

import { isCounterRule } from '@pone/plan/scenario/scenario.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import type { ActiveRun } from '@pone/run-control/active-run.ts'
import { isAwaited, noteAwaited, noteLate } from '@pone/run-control/late-results.ts'
import { publishTick } from '@pone/run-control/live-publisher.ts'
import { hasUncounted, judgeKeptCounters, recount } from '@pone/run-control/rebuild.ts'
import type { RunWriter } from '@pone/run-control/run-writer.ts'
import type { ControllerDeps } from './controller-deps.ts'
import type { HeldRuns } from './held-runs.ts'
import type { LiveFigures } from './live-figures.ts'

export class RunSettlement {
  /** Pending work after the end of a run, by run id. */
  readonly #settling = new Map<string, Promise<void>>()
  readonly #held: HeldRuns
  readonly #figures: LiveFigures
  readonly #deps: ControllerDeps

  constructor(held: HeldRuns, figures: LiveFigures, deps: ControllerDeps) {
    this.#held = held
    this.#figures = figures
    this.#deps = deps
  }

  /** Starts the work after the end of a run. */
  follow(run: ActiveRun, writer: RunWriter): void {
    const { id } = run.record
    const settled = this.#settle(run, writer)
      .catch((cause: unknown) => this.#deps.onFailure(`what follows the end of run ${id}`, cause))
      .finally(() => this.#settling.delete(id))
    this.#settling.set(id, settled)
  }

  /** Resolves when all work after the end of a run is done, including its report. */
  async settled(runId: string): Promise<void> {
    await this.#settling.get(runId)
  }

  async allSettled(): Promise<void> {
    await Promise.all(this.#settling.values())
  }

  async #settle(run: ActiveRun, writer: RunWriter): Promise<void> {
    const { clusters, leases, hub, link, now, makeReport } = this.#deps
    const { record } = run
    writer.add('release', () => clusters.release(record.id))
    writer.add('row leases', () => leases.deleteOfRun(record.id))
    try {
      await writer.stored()
      run.live.events.push(...(await noteAwaited(record.id, this.#deps)))
      if (run.live.hasLateBatches || (run.isTakenOver && (await hasUncounted(record, this.#deps)))) {
        await recount(record, this.#deps)
      }
    } finally {
      // Published after the record is stored, because a client may request it at once.
      this.#held.publishProject(record.projectId)
      publishTick(hub, run, agentId => link.isOnline(agentId), now())
      this.#held.remove(record.id)
    }
    await this.#judgeMonitored(record)
    if (record.startedAt !== null) await makeReport(record)
  }

  /** The last word on rules on counters: the values of the last moments came after the end, and are stored now. */
  async #judgeMonitored(record: RunRecord): Promise<void> {
    const { monitoring, runs, hub } = this.#deps
    await this.#endMonitoring(record)
    if (monitoring === undefined || !record.scenario.sla.some(isCounterRule)) return
    await judgeKeptCounters(record, await monitoring.ruleValues(record.id), { runs })
    this.#figures.forget(record.id)
    const live = await this.#figures.of(record)
    hub.publish('run', record.projectId, record.id, { kind: 'runSnapshot', runId: record.id, live })
  }

  async #endMonitoring(record: RunRecord): Promise<void> {
    const { monitoring, runs, onFailure } = this.#deps
    for (const event of (await monitoring?.end(record)) ?? [])
      await runs
        .addEvent(record.id, event)
        .catch((cause: unknown) => onFailure(`event of monitoring of run ${record.id}`, cause))
  }

  /** Adds late results to an ended run, generates its report again, and publishes the change. */
  async countLate(record: RunRecord, agentId: string): Promise<void> {
    const { hub, makeReport } = this.#deps
    const isNew = await hasUncounted(record, this.#deps)
    if (!isNew && !(await isAwaited(record.id, agentId, this.#deps))) return
    const { requests } = record
    if (isNew) await recount(record, this.#deps)
    await noteLate(record.id, { agentId, requests: record.requests - requests }, this.#deps)
    this.#figures.forget(record.id)
    await this.#judgeMonitored(record)
    await makeReport(record)
    const live = await this.#figures.of(record)
    hub.publish('run', record.projectId, record.id, { kind: 'runSnapshot', runId: record.id, live })
  }
}
