/** A load model as rows: of users for an Ultimate Thread Group, of arrivals for a Free-Form Arrivals Thread Group. */

import { loadModels, plannedDurationMs, targetAt } from '@pone/plan/load-models/registry.ts'
import type { LoadModel } from '@pone/plan/scenario/scenario.ts'

/** A trapezoid of threads; whole seconds. */
export interface UserRow {
  readonly users: number
  /**
   * Position of its first user in the sequence of all users; rows of the same positions are driven by the same part of
   * a run.
   */
  readonly firstUser: number
  readonly delaySeconds: number
  readonly rampUpSeconds: number
  readonly holdSeconds: number
  readonly rampDownSeconds: number
}

/** Arrivals per second that change evenly from one rate to another. */
export interface ArrivalRow {
  readonly fromPerSecond: number
  readonly toPerSecond: number
  readonly seconds: number
}

export const maxRows = 2_000

/** Corners of a trapezoid in seconds, rounded one by one so that adjacent rows stay adjacent. */
function row(users: number, firstUser: number, corners: readonly [number, number, number, number]): UserRow {
  const [begin, top, leave, end] = corners.map(Math.round)
  return {
    users,
    firstUser,
    delaySeconds: begin ?? 0,
    rampUpSeconds: (top ?? 0) - (begin ?? 0),
    holdSeconds: (leave ?? 0) - (top ?? 0),
    rampDownSeconds: (end ?? 0) - (leave ?? 0),
  }
}

/** Rows whose sum is the model; null for models that are not a sum of trapezoids. */
export function userRows(model: LoadModel): UserRow[] | null {
  switch (model.kind) {
    case 'incremental':
      return incrementalRows(model)
    case 'userDefined':
      return definedRows(model)
    case 'surge':
      return surgeRows(model)
    default:
      return null
  }
}

/** How many rows `userRows` would make. */
export function rowCount(model: LoadModel): number {
  if (model.kind === 'incremental') return Math.ceil(Math.max(0, model.max - model.start) / model.step) + 1
  if (model.kind === 'surge') return model.count + 1
  return model.kind === 'userDefined' ? model.rows.length : 1
}

function incrementalRows(model: Extract<LoadModel, { kind: 'incremental' }>): UserRow[] {
  const steps = rowCount(model) - 1
  const leave = steps * model.intervalSeconds + model.holdSeconds
  const end = leave + model.rampDownSeconds
  return Array.from({ length: steps + 1 }, (_, step) => {
    const before = step === 0 ? 0 : Math.min(model.max, model.start + model.step * (step - 1))
    const users = Math.min(model.max, model.start + model.step * step) - before
    const begin = step * model.intervalSeconds
    return row(users, before, [begin, begin, leave, end])
  }).filter(each => each.users > 0)
}

function definedRows(model: Extract<LoadModel, { kind: 'userDefined' }>): UserRow[] {
  let before = 0
  return model.rows.map(each => {
    const top = each.startDelaySeconds + each.rampUpSeconds
    const leave = top + each.holdSeconds
    const first = before
    before += each.users
    return row(each.users, first, [each.startDelaySeconds, top, leave, leave + each.rampDownSeconds])
  })
}

function surgeRows(model: Extract<LoadModel, { kind: 'surge' }>): UserRow[] {
  const cycle = model.durationSeconds / model.count
  const peaks = Array.from({ length: model.count }, (_, index) => {
    const end = (index + 1) * cycle
    return row(model.max - model.min, model.min, [end - model.peakSeconds, end - model.peakSeconds, end, end])
  })
  const low = row(model.min, 0, [0, 0, model.durationSeconds, model.durationSeconds])
  return model.min > 0 ? [low, ...peaks] : peaks
}

const justBeforeMs = 1e-6

/** Linear pieces of the model's curve from its start to its planned end; whole seconds, as the thread group ignores decimals. */
export function arrivalRows(model: LoadModel): ArrivalRow[] {
  const endMs = plannedDurationMs(model) ?? 0
  const definition: { bendsMs(model: LoadModel, limit: number): number[] } = loadModels[model.kind]
  const bends = definition.bendsMs(model, maxRows).filter(at => at > 0 && at < endMs)
  const corners = [...new Set([0, ...bends, endMs])].sort((one, two) => one - two)
  const rows = corners.slice(1).map((to, index) => {
    const from = corners[index] ?? 0
    return {
      fromPerSecond: targetAt(model, from),
      toPerSecond: targetAt(model, to - justBeforeMs),
      seconds: Math.round(to / 1_000) - Math.round(from / 1_000),
    }
  })
  return rows.filter(({ seconds }) => seconds > 0)
}

/** Whether all times of the model are whole seconds. */
export function hasWholeSeconds(model: LoadModel): boolean {
  const times = (value: unknown): number[] => {
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([name, each]) =>
      typeof each === 'number' && name.endsWith('Seconds') ? [each] : times(each),
    )
  }
  const cycle = model.kind === 'surge' ? [model.durationSeconds / model.count] : []
  return [...times(model), ...cycle].every(Number.isInteger)
}
