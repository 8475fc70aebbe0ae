/**
 * Evaluates alerts on samples, in the transaction that stores them: either both are stored or neither. Alerts at rest
 * whose value is good cost a comparison.
 */
import { isOnSamples, sectionOf } from '@pone/alerts/indicator.ts'
import { isBreach } from '@pone/alerts/rule.ts'
import type { MonitorSection } from '@pone/monitors/type.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../../adapters/database/tables.ts'
import type { SampleRow, SeriesLayout, TimeSeries } from '../../adapters/time-series/time-series.ts'
import type { MonitorTypes } from '../monitor-type/monitor-types.ts'
import { type MuteMemory, type Mutes } from './alert-mutes.ts'
import { lockAlerts, noMoves, type StoredMoves, storeAlerts } from './alert-state.repository.ts'
import { type AlertMonitor, AlertSteps, type EvaluatedRule, isInScope, labelsHash } from './alert-steps.ts'
import {
  CollectedRows,
  type FigureOf,
  figuresOf,
  type PreviousRow,
  previousRows,
  type RowSeries,
  sectionKey,
} from './collected-rows.ts'
import { type IndicatorSource, indicatorSources } from './indicator-values.ts'
import { OwnSlots, ownCadenceOf } from './own-slots.ts'
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
  readonly alerts: readonly { readonly source: IndicatorSource<RowSeries>; readonly labelsHash: string }[]
}

/** Alerts on rows of a layout, as of one version of the rules. */
interface RowPlan {
  readonly rules: ProjectRules
  readonly groupId: string | null
  readonly section: MonitorSection | undefined
  readonly planned: readonly PlannedRule[]
}

interface TakenRow {
  readonly monitor: AlertMonitor
  readonly row: SampleRow
  /** By which it is evaluated, ms. */
  readonly cadenceMs: number
  readonly figureOf: FigureOf
  readonly now: number
  readonly mutes: Mutes
}

const maxRemembered = 50_000

export class AlertIntake {
  readonly #deps: AlertIntakeDeps
  readonly #plans = new WeakMap<SeriesLayout, RowPlan>()
  readonly #previous = new Map<string, PreviousRow>()
  readonly #collected = new CollectedRows()
  readonly #ownSlots = new OwnSlots()

  constructor(deps: AlertIntakeDeps) {
    this.#deps = deps
  }

  /** Rows of monitors that are about to be stored; an error is that of the database. */
  async prepare(rows: readonly SampleRow[], monitors: readonly AlertMonitor[]): Promise<AlertEvaluation> {
    const byId = new Map(monitors.map(monitor => [monitor.id, monitor]))
    const ordered = this.#ownSlots.of(this.#collected.of(rows), byId)
    await this.#loadPrevious(ordered)
    let moves = noMoves
    return {
      evaluate: async transaction => {
        moves = await this.#evaluate(transaction, ordered, byId)
      },
      stored: () => {
        this.#ownSlots.stored(ordered)
        for (const { layout, slotMs, values } of ordered) this.#remember(layout, slotMs, values)
        if (moves.projectIds.size > 0) this.#deps.onMoves(moves)
      },
    }
  }

  /** Only rates need the row before. */
  #remember(layout: SeriesLayout, slotMs: number, values: Float64Array): void {
    if (!layout.series.some(each => each.kind === 'counter')) return
    const key = sectionKey(layout)
    // Sections of monitors that are gone; the others are read from the storage again.
    if (this.#previous.size > maxRemembered) this.#previous.clear()
    if (slotMs > (this.#previous.get(key)?.slotMs ?? 0))
      this.#previous.set(key, { slotMs, series: layout.series, values })
  }

  /** Of sections whose newest row this server does not know, e.g. after its start, the stored one. */
  async #loadPrevious(rows: readonly SampleRow[]): Promise<void> {
    const unknown = new Set(
      rows.flatMap(({ layout }) =>
        layout.series.some(each => each.kind === 'counter') && !this.#previous.has(sectionKey(layout))
          ? [layout.monitorId]
          : [],
      ),
    )
    if (unknown.size === 0) return
    const found = previousRows(await this.#deps.series.latest([...unknown]))
    for (const [key, row] of found) if (!this.#previous.has(key)) this.#previous.set(key, row)
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
      const previous = before.get(sectionKey(layout)) ?? this.#previous.get(sectionKey(layout))
      const cadenceMs = Math.max(layout.cadenceMs, ownCadenceOf(layout.section, monitor) ?? 0)
      const figureOf = figuresOf(row, previous, cadenceMs)
      for (const each of plan) this.#take(steps, each, { monitor, row, cadenceMs, figureOf, now, mutes })
      before.set(sectionKey(layout), { slotMs, series: layout.series, values })
    }
    return await storeAlerts(transaction, steps.changed(), { mutes, types: this.#deps.types })
  }

  /** An error in the evaluation of a rule must not keep values from being stored. */
  #take(
    steps: AlertSteps,
    { rule, alerts }: PlannedRule,
    { monitor, row, cadenceMs, figureOf, now, mutes }: TakenRow,
  ): void {
    const { content } = rule
    const values = { expectedMs: monitor.expectedMs, cadenceMs }
    try {
      for (const { source, labelsHash: hash } of alerts) {
        const value = source.valueBy(figureOf)
        if (Number.isNaN(value)) continue
        const key = { ruleId: rule.id, monitorId: monitor.id, labelsHash: hash, labels: source.labels }
        if (!isBreach(value, content) && steps.isAtRest(key)) continue
        const event = {
          kind: 'sample',
          at: row.slotMs,
          now,
          value,
          muted: mutes.causeOf(rule, monitor.id),
        } as const
        steps.take(key, rule, values, event)
      }
    } catch (cause) {
      this.#deps.warn(`the alert rule ${rule.id} could not be evaluated`, cause)
    }
  }

  #planOf(layout: SeriesLayout, rules: ProjectRules, monitor: AlertMonitor): readonly PlannedRule[] {
    const known = this.#plans.get(layout)
    const section = monitor.definition?.sections.find(({ key }) => key === layout.section)
    const isSame = known?.rules === rules && known.groupId === monitor.groupId && known.section === section
    if (isSame) return known.planned
    const series = layout.series.map((key, index): RowSeries => ({ ...key, index }))
    const planned = rules.rules.flatMap(rule => {
      const { content, isEnabled } = rule
      if (!isEnabled || !isOnSamples(content.indicator) || sectionOf(content.indicator) !== layout.section)
        return []
      if (!isInScope(content, monitor)) return []
      const alerts = indicatorSources(content, section, series).map(source => ({
        source,
        labelsHash: labelsHash(source.labels),
      }))
      return alerts.length === 0 ? [] : [{ rule, alerts }]
    })
    this.#plans.set(layout, { rules, groupId: monitor.groupId, section, planned })
    return planned
  }
}
