/** Rules of work on incidents: who may be told of what, who may be assigned, and how many comments there are. */
import { thinnedCurve } from '@pone/alerts/curve.ts'
import {
  type AlertCurve,
  type AlertFigures,
  type AlertIncident,
  type AlertIncidentDetail,
  maxIncidentComments,
} from '@pone/contract/entities/alert.ts'
import { AppError } from '@pone/contract/errors.ts'
import { labelKey } from '@pone/monitors/series/counter-values.ts'
import type { TimeSeries } from '../../adapters/time-series/time-series.ts'
import type { MonitorTypes } from '../monitor-type/monitor-types.ts'
import type { AlertIncidentRepository } from './alert-incident.repository.ts'
import type { AlertIncidentNotesRepository } from './alert-incident-notes.repository.ts'
import type { createAlertRuleRepository } from './alert-rule.repository.ts'
import { incidentRange } from './incident-range.ts'
import { pastValues } from './past-values.ts'

const dayMs = 24 * 3_600_000

export interface AlertIncidentDeps {
  readonly incidents: AlertIncidentRepository
  readonly notes: AlertIncidentNotesRepository
  readonly rules: Pick<ReturnType<typeof createAlertRuleRepository>, 'monitor'>
  readonly series: Pick<TimeSeries, 'query' | 'states'>
  readonly types: Pick<MonitorTypes, 'of'>
  /** Called when the open incidents of a project changed. */
  readonly onChange: (projectId: string) => void
  readonly now: () => number
}

const curveParts = 400
const noCurve: AlertCurve = { at: [], values: [] }

/** None of a monitor that was deleted, and of an incident that does not say what it compared. */
async function curveOf(
  { rules, series, types, now }: Pick<AlertIncidentDeps, 'rules' | 'series' | 'types' | 'now'>,
  projectId: string,
  incident: AlertIncident,
): Promise<AlertCurve> {
  const { monitorId, indicator, labels } = incident
  const monitor = await rules.monitor(projectId, monitorId)
  if (monitor === undefined || indicator === null) return noCurve
  const range = incidentRange(incident, now())
  const type = (await types.of([monitor]))(monitor)
  const onlyLabels = Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, [value]]))
  const past = await pastValues(
    series,
    { indicator, onlyLabels },
    { monitor: { id: monitorId, type, frequencyMs: monitor.frequency_ms }, ...range },
  )
  const found = past.find(each => labelKey(each.labels) === labelKey(labels))
  return found === undefined ? noCurve : thinnedCurve(found, { ...range, parts: curveParts })
}

export type AlertIncidentService = ReturnType<typeof createAlertIncidentService>

export function createAlertIncidentService(deps: AlertIncidentDeps) {
  const { incidents, notes, onChange, now } = deps
  const find = async (projectId: string, id: string): Promise<AlertIncident> => {
    const incident = await incidents.find(projectId, id)
    if (incident === undefined) throw new AppError('NotFound', { what: 'alertIncident' })
    return incident
  }
  return {
    list: incidents.list,
    marks: incidents.marks,
    openCounts: incidents.openCounts,
    /** Of a project, or of all. */
    figures: async (projectId: string | null): Promise<AlertFigures> => {
      const [open, lastDay] = await Promise.all([
        incidents.openCounts(projectId),
        incidents.openedSince(projectId, now() - dayMs),
      ])
      return { open, lastDay }
    },
    /** @throws AppError NotFound */
    get: async (
      projectId: string,
      id: string,
      { seesRuns }: { seesRuns: boolean },
    ): Promise<AlertIncidentDetail> => {
      const incident = await find(projectId, id)
      const [timeline, notices, runs] = await Promise.all([
        incidents.timeline(id),
        incidents.noticesOf(id),
        seesRuns ? incidents.runsBetween(projectId, incident.openedAt, incident.closedAt ?? now()) : null,
      ])
      return { incident, timeline, ...notices, runs }
    },
    /** @throws AppError NotFound */
    curve: async (projectId: string, id: string): Promise<AlertCurve> =>
      await curveOf(deps, projectId, await find(projectId, id)),
    /** Returns the names of their rules. @throws AppError NotFound, then none is acknowledged */
    acknowledge: async (projectId: string, ids: readonly string[], by: string): Promise<string[]> => {
      const rules = await notes.acknowledge(ids, { projectId, at: now(), by })
      if (rules.length === 0) throw new AppError('NotFound', { what: 'alertIncident' })
      onChange(projectId)
      return rules
    },
    /** Returns the incident as it was. @throws AppError NotFound for an incident or member that the project does not have */
    assign: async (
      projectId: string,
      id: string,
      { userId, by }: { userId: string | null; by: string },
    ): Promise<AlertIncident> => {
      const incident = await find(projectId, id)
      const account = userId === null ? undefined : await notes.memberAccount(projectId, userId)
      if (userId !== null && account === undefined) throw new AppError('NotFound', { what: 'user' })
      const assignee = userId === null || account === undefined ? null : { userId, account }
      await notes.assign(id, assignee, { projectId, at: now(), by })
      onChange(projectId)
      return incident
    },
    /** Returns the incident. @throws AppError NotFound, AlertCommentsExceeded */
    comment: async (
      projectId: string,
      id: string,
      { text, by }: { text: string; by: string },
    ): Promise<AlertIncident> => {
      const incident = await find(projectId, id)
      const note = { projectId, at: now(), by }
      if (!(await notes.comment(id, text, note, maxIncidentComments)))
        throw new AppError('AlertCommentsExceeded', { limit: maxIncidentComments })
      onChange(projectId)
      return incident
    },
  }
}
