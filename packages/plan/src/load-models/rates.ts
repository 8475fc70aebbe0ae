/** Rates of arrivals as people write them, per second, minute or hour; what is stored and driven is always per second. */
import type { RateUnit } from '../scenario/rate-units.ts'
import type { LoadModel } from '../scenario/scenario.ts'

const secondsIn: Readonly<Record<RateUnit, number>> = { second: 1, minute: 60, hour: 3_600 }
const shortUnits: Readonly<Record<RateUnit, string>> = { second: 's', minute: 'm', hour: 'h' }
/** More digits would show the rounding of the division by 60 or 3,600. */
const shownDigits = 12

/** A rate that is given in the unit, per second. */
export const perSecondOf = (rate: number, unit: RateUnit): number => rate / secondsIn[unit]

/** A rate per second in the unit, as it was given: without what dividing and multiplying added. */
export const inRateUnit = (perSecond: number, unit: RateUnit): number =>
  Number((perSecond * secondsIn[unit]).toPrecision(shownDigits))

/** A rate as it is written. */
export interface WrittenRate {
  /** In its unit. */
  readonly amount: number
  readonly unit: RateUnit
}

/** `100`, `0.5/s`, `90/m`, `90/min`, `90 per 1m` or `20 per hour`; null for anything else and for 0. */
export function rateOf(text: string): WrittenRate | null {
  const [, digits, word = 's'] =
    /^(\d+(?:\.\d+)?)(?:\s*(?:\/|\bper\b)\s*1?\s*([a-z]+))?$/.exec(text.trim()) ?? []
  const unit = unitOf(word)
  if (digits === undefined || unit === null || Number(digits) === 0) return null
  return { amount: Number(digits), unit }
}

function unitOf(word: string): RateUnit | null {
  if (['s', 'sec', 'second'].includes(word)) return 'second'
  if (['m', 'min', 'minute'].includes(word)) return 'minute'
  return ['h', 'hour'].includes(word) ? 'hour' : null
}

/** `90/m` for a rate per second. */
export const rateText = (perSecond: number, unit: RateUnit): string =>
  `${inRateUnit(perSecond, unit)}/${shortUnits[unit]}`

/** The model with each of its loads changed; thread groups have theirs in the components. */
export function withLoads(model: LoadModel, change: (load: number) => number): LoadModel {
  switch (model.kind) {
    case 'constant':
    case 'concurrency':
      return { ...model, users: change(model.users) }
    case 'incremental':
      return { ...model, start: change(model.start), step: change(model.step), max: change(model.max) }
    case 'userDefined':
      return { ...model, rows: model.rows.map(row => ({ ...row, users: change(row.users) })) }
    case 'surge':
      return { ...model, min: change(model.min), max: change(model.max) }
    case 'threadGroups':
      return model
  }
}

/** The loads of a model and where each stands in it. */
export function loadsOf(model: LoadModel): readonly (readonly [path: string, load: number])[] {
  switch (model.kind) {
    case 'constant':
    case 'concurrency':
      return [['users', model.users]]
    case 'incremental':
      return [
        ['start', model.start],
        ['step', model.step],
        ['max', model.max],
      ]
    case 'userDefined':
      return model.rows.map((row, index) => [`rows.${index}.users`, row.users] as const)
    case 'surge':
      return [
        ['min', model.min],
        ['max', model.max],
      ]
    case 'threadGroups':
      return []
  }
}

/** Whether every load of the model is a whole number, as users are. */
export const hasWholeLoads = (model: LoadModel): boolean =>
  loadsOf(model).every(([, load]) => Number.isInteger(load))
