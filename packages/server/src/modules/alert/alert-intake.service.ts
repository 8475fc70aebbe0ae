/**
 * Evaluates alerts on samples, in the transaction that stores them: either both are stored or neither. Alerts at rest
 * whose value is good cost a comparison.
 */
import {
  isOnRows,
  type ReadRow,
  type RowReading,
  readingsOf,
  sectionOf,
  valueOf,
} from '@pone/alerts/readings.ts'
import { isBreach } from '@pone/alerts/rule.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../../adapters/database/tables.ts'
import type {
  LatestRow,
  SampleRow,
  SeriesLayout,
  TimeSeries,
} from '../../adapters/time-series/time-series.ts'
import type { MonitorTypes } from '../monitor-type/monitor-types.ts'
import { type MuteMemory, type Mutes } from './alert-mutes.ts'
import { lockAlerts, noMoves, type StoredMoves, storeAlerts } from './alert-state.repository.ts'
import { type AlertMonitor, AlertSteps, type EvaluatedRule, isInScope, labelsHash } from './alert-steps.ts'
import { type ProjectRules, RuleMemory } from './rule-memory.ts'

export interface AlertIntakeDeps {
  readonly series: Pick<TimeSeries, 'latest'>
  readonly rules: RuleMemory
  readonly mutes: MuteMemory
  readonly types: Pick<MonitorTypes, 'of'>
  readonly now: () => number
  readonly warn: (text: string, cause?: unknown) => void
  /** Called after the commit of transitions. */
  readonly onMoves: (moves: StoredMoves) => void
}

/** The evaluation of one batch. */
export interface AlertEvaluation {
  /** May be called again when the transaction is rolled back. */
  evaluate(transaction: Transaction<Tables>): Promise<void>
  /** To be called after the commit. */
  stored(): void
}

interface PlannedRule {
  readonly rule: EvaluatedRule
  readonly alerts: readonly { readonly reading: RowReading; readonly labelsHash: string }[]
}

/** Alerts on rows of a layout, as of one version of the rules. */
interface RowPlan {
  readonly rules: ProjectRules
  readonly groupId: string | null
  readonly planned: readonly PlannedRule[]
}

/** The newest row of a section's part, of which rates need the values. */
interface PreviousRow {
  readonly slotMs: number
  readonly series: SeriesLayout['series']
  readonly values: Float64Array
}

const maxRemembered = 50_000

const partKey = (layout: Pick<SeriesLayout, 'monitorId' | 'section' | 'part'>): string =>
  `${layout.monitorId} ${layout.section} ${layout.part}`

export class AlertIntake {
  readonly #deps: AlertIntakeDeps
  readonly #plans = new WeakMap<SeriesLayout, RowPlan>()
  readonly #previous = new Map<string, PreviousRow>()

  constructor(deps: AlertIntakeDeps) {
    this.#deps = deps
  }

  /** Rows of monitors that are about to be stored; an error is that of the database. */
  async prepare(rows: readonly SampleRow[], monitors: readonly AlertMonitor[]): Promise<AlertEvaluation> {
    const ordered = rows.toSorted((one, other) => one.slotMs - other.slotMs)
    const byId = new Map(monitors.map(monitor => [monitor.id, monitor]))
    await this.#loadPrevious(ordered)
    let moves = noMoves
    return {
      evaluate: async transaction => {
        moves = await this.#evaluate(transaction, ordered, byId)
      },
      stored: () => {
        for (const { layout, slotMs, values } of ordered) this.#remember(layout, slotMs, values)
        if (moves.projectIds.size > 0) this.#deps.onMoves(moves)
      },
    }
  }

  /** Only rates need the row before. */
  #remember(layout: SeriesLayout, slotMs: number, values: Float64Array): void {
    if (!layout.series.some(each => each.kind === 'counter')) return
    const key = partKey(layout)
    // Sections of monitors that are gone; the others are read from the storage again.
    if (this.#previous.size > maxRemembered) this.#previous.clear()
    if (slotMs > (this.#previous.get(key)?.slotMs ?? 0))
      this.#previous.set(key, { slotMs, series: layout.series, values })
  }

  /** Of sections whose newest row this server does not know, e.g. after its start, the stored one. */
  async #loadPrevious(rows: readonly SampleRow[]): Promise<void> {
    const unknown = new Set(
      rows.flatMap(({ layout }) =>
        layout.series.some(each => each.kind === 'counter') && !this.#previous.has(partKey(layout))
          ? [layout.monitorId]
          : [],
      ),
    )
    if (unknown.size === 0) return
    const found: LatestRow[] = await this.#deps.series.latest([...unknown])
    for (const row of found)
      if (!this.#previous.has(partKey(row)))
        this.#previous.set(partKey(row), { slotMs: row.slotMs, series: row.series, values: row.values })
  }

  async #evaluate(
    transaction: Transaction<Tables>,
    rows: readonly SampleRow[],
    monitors: ReadonlyMap<string, AlertMonitor>,
  ): Promise<StoredMoves> {
    const projectIds = [...new Set(rows.map(({ layout }) => layout.projectId))]
    const projects = await this.#deps.rules.read(transaction, projectIds)
    const planned = rows.flatMap(row => {
      const monitor = monitors.get(row.layout.monitorId)
      const rules = projects.get(row.layout.projectId)
      if (monitor === undefined || rules === undefined) return []
      const plan = this.#planOf(row.layout, rules, monitor)
      return plan.length === 0 ? [] : [{ row, plan, monitor }]
    })
    if (planned.length === 0) return noMoves
    const steps = new AlertSteps(
      await lockAlerts(transaction, [...new Set(planned.map(({ monitor }) => monitor.id))]),
    )
    const now = this.#deps.now()
    const mutes = await this.#deps.mutes.read(transaction, projects.keys(), now)
    const before = new Map<string, PreviousRow>()
    for (const { row, plan, monitor } of planned) {
      const { layout, slotMs, values } = row
      const reader = readerOf(row, before.get(partKey(layout)) ?? this.#previous.get(partKey(layout)))
      for (const each of plan) this.#take(steps, each, { monitor, reader, now, mutes })
      before.set(partKey(layout), { slotMs, series: layout.series, values })
    }
    return await storeAlerts(transaction, steps.changed(), { mutes, types: this.#deps.types })
  }

  /** An error in the evaluation of a rule must not keep values from being stored. */
  #take(
    steps: AlertSteps,
    { rule, alerts }: PlannedRule,
    {
      monitor,
      reader,
      now,
      mutes,
    }: {
      readonly monitor: AlertMonitor
      readonly reader: ReadRow
      readonly now: number
      readonly mutes: Mutes
    },
  ): void {
    const { content } = rule
    try {
      for (const { reading, labelsHash: hash } of alerts) {
        const value = valueOf(content.indicator, reading, reader)
        if (Number.isNaN(value)) continue
        const key = { ruleId: rule.id, monitorId: monitor.id, labelsHash: hash, labels: reading.labels }
        if (!isBreach(value, content) && steps.isAtRest(key)) continue
        const event = {
          kind: 'sample',
          at: reader.at,
          now,
          value,
          muted: mutes.causeOf(rule, monitor.id),
        } as const
        steps.take(key, rule, { expectedMs: monitor.expectedMs, cadenceMs: reader.cadenceMs }, event)
      }
    } catch (cause) {
      this.#deps.warn(`the alert rule ${rule.id} could not be evaluated`, cause)
    }
  }

  #planOf(layout: SeriesLayout, rules: ProjectRules, monitor: AlertMonitor): readonly PlannedRule[] {
    const known = this.#plans.get(layout)
    if (known?.rules === rules && known.groupId === monitor.groupId) return known.planned
    const planned = rules.rules.flatMap(rule => {
      const { content, isEnabled } = rule
      if (!isEnabled || !isOnRows(content.indicator) || sectionOf(content.indicator) !== layout.section)
        return []
      if (!isInScope(content, monitor)) return []
      const alerts = readingsOf(content, layout.series).map(reading => ({
        reading,
        labelsHash: labelsHash(reading.labels),
      }))
      return alerts.length === 0 ? [] : [{ rule, alerts }]
    })
    this.#plans.set(layout, { rules, groupId: monitor.groupId, planned })
    return planned
  }
}

function readerOf({ layout, slotMs, values }: SampleRow, previous: PreviousRow | undefined): ReadRow {
  const { series } = layout
  return {
    at: slotMs,
    cadenceMs: layout.cadenceMs,
    valueAt: index => values[index] ?? Number.NaN,
    kindAt: index => series[index]?.kind ?? '',
    previousAt: previous?.slotMs ?? null,
    previousValueAt: index => {
      if (previous === undefined) return Number.NaN
      const at = previous.series === series ? index : sameSeries(previous.series, series[index])
      return previous.values[at] ?? Number.NaN
    },
  }
}

/** Index of the series in an earlier layout; -1: it was not there. */
function sameSeries(
  series: SeriesLayout['series'],
  searched: SeriesLayout['series'][number] | undefined,
): number {
  if (searched === undefined) return -1
  const names = Object.keys(searched.labels)
  return series.findIndex(
    ({ counter, labels }) =>
      counter === searched.counter &&
      Object.keys(labels).length === names.length &&
      names.every(name => labels[name] === searched.labels[name]),
  )
}
