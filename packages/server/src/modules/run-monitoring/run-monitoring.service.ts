/** Monitoring of runs: bound links start and stop with a run, and what they collected is kept with it. A failure never stops or delays the run. */
import type { RunEvent } from '@pone/contract/entities/run.ts'
import type { RunMonitoring } from '@pone/contract/entities/run-monitoring.ts'
import { isActiveRun } from '@pone/contract/states.ts'
import type { RunRecord } from '@pone/results/run-record.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { RuleValuesService } from '../rule-counter/rule-values.service.ts'
import { awaitLastValues, type LastValuesDeps } from './last-values.ts'
import { type MonitoredRunDeps, readMonitoredRun } from './monitored-run.ts'
import type { RunLinkChange, RunMonitoringRepository } from './run-monitoring.repository.ts'

export interface RunMonitoringDeps extends MonitoredRunDeps, LastValuesDeps {
  readonly repository: RunMonitoringRepository
  readonly ruleValues: Pick<RuleValuesService, 'read' | 'keep' | 'kept'>
  /** To be called with monitors that were started or stopped, also when there are none, after links of a run began or ended. */
  readonly changed: (monitorIds: readonly string[]) => void
  readonly onFailure: (what: string, cause: unknown) => void
}

export type RunMonitoringService = ReturnType<typeof createRunMonitoringService>

export function createRunMonitoringService(deps: RunMonitoringDeps) {
  const { repository, now, onFailure } = deps
  /** Starts that are under way, by run id. */
  const beginning = new Map<string, Promise<unknown>>()

  const guarded = async (run: RunRecord, work: () => Promise<RunEvent[]>): Promise<RunEvent[]> => {
    try {
      return await work()
    } catch (cause) {
      onFailure(`monitoring of run ${run.id}`, cause)
      return [event(now(), 'monitoringFailed', { detail: errorText(cause) })]
    }
  }
  const told = ({ monitorIds }: RunLinkChange) => deps.changed(monitorIds)

  return {
    /** Starts the links of the run's scenario. Returns what belongs on the run; never rejects. */
    begin: (run: RunRecord): Promise<RunEvent[]> => {
      const work = guarded(run, async () => {
        const change = await repository.begin(run, now())
        told(change)
        const links = change.names.join(', ')
        return links === '' ? [] : [event(now(), 'monitoringStarted', { links })]
      }).finally(() => beginning.delete(run.id))
      beginning.set(run.id, work)
      return work
    },

    /** Stops what the run started, and keeps what was collected. Returns what belongs on the run; never rejects. */
    end: (run: RunRecord): Promise<RunEvent[]> =>
      guarded(run, async () => {
        await beginning.get(run.id)
        const links = await repository.links(run.id)
        if (links.length === 0) return []
        told(await repository.end(run, run.endedAt ?? now()))
        const { startedAt, endedAt } = run
        if (startedAt === null || endedAt === null) return []
        await awaitLastValues(deps, run.projectId, {
          topologies: links.map(link => link.topology),
          endedAt,
        })
        await keep(deps, run, startedAt, endedAt)
        await deps.ruleValues.keep(run)
        return []
      }),

    /** Of a run that is under way what was collected so far, of an ended one what was kept; null: no link belongs to it. */
    read: async (run: RunRecord): Promise<RunMonitoring | null> => {
      if (!isActiveRun(run.state)) return repository.kept(run.id)
      const links = await repository.links(run.id)
      if (links.length === 0 || run.startedAt === null) return null
      const { projectId, startedAt } = run
      return readMonitoredRun(deps, { projectId, startedAt, until: now() }, links)
    },

    /** Those that belong to the run, as they were drawn at its start. */
    links: (runId: string) => repository.links(runId),

    /** What was kept at the end of the run; null: no link belonged to it, or it goes on. */
    kept: (runId: string): Promise<RunMonitoring | null> => repository.kept(runId),

    /** Of a run that goes on, values of the counters that its rules name. */
    readRuleValues: deps.ruleValues.read,

    /** What was kept of them at the end of the run. */
    ruleValues: (runId: string) => deps.ruleValues.kept(runId),

    /** Stops links of runs that ended while no server could do it. */
    resume: async (): Promise<void> => {
      for (const run of await repository.forgotten()) told(await repository.end(run, now()))
    },
  }
}

const event = (at: number, kind: RunEvent['kind'], params: RunEvent['params']): RunEvent => ({
  at,
  kind,
  params,
  by: null,
})

/** Stores what is known now; of a monitor that was deleted since, what was kept before. */
async function keep(
  deps: RunMonitoringDeps,
  { id, projectId }: RunRecord,
  startedAt: number,
  endedAt: number,
): Promise<void> {
  const { repository } = deps
  const links = await repository.links(id)
  const [read, before] = [
    await readMonitoredRun(deps, { projectId, startedAt, until: endedAt }, links),
    await repository.kept(id),
  ]
  await repository.keep(id, before === null ? read : withFormer(read, before))
}

/** What was read, with the former series of monitors that are gone. */
function withFormer(read: RunMonitoring, before: RunMonitoring): RunMonitoring {
  const gone = new Set(read.monitors.filter(monitor => monitor.isDeleted).map(monitor => monitor.id))
  const kept = [...before.series.entries()].filter(([, series]) => gone.has(series.monitorId))
  if (kept.length === 0) return read
  const indexes = new Map(kept.map(([former], at) => [former, read.series.length + at]))
  const moved = (index: number): number[] => {
    const at = indexes.get(index)
    return at === undefined ? [] : [at]
  }
  const sectionsOf = new Map(before.monitors.map(({ id, sections }) => [id, sections]))
  return {
    ...read,
    monitors: read.monitors.map(monitor =>
      gone.has(monitor.id) ? { ...monitor, sections: sectionsOf.get(monitor.id) ?? {} } : monitor,
    ),
    series: [
      ...read.series,
      ...kept.map(([, series]) => ({
        ...series,
        queue: series.queue === null ? null : (indexes.get(series.queue) ?? null),
      })),
    ],
    charts: [
      ...read.charts,
      ...before.charts
        .filter(chart => gone.has(chart.monitorId))
        .map(chart => ({ ...chart, series: chart.series.flatMap(moved) })),
    ],
    gaps: [...read.gaps, ...before.gaps.filter(gap => gone.has(gap.monitorId))],
  }
}
