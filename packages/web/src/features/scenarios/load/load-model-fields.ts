/** The fields of each load model in form order, and the conversion between models; pure. */
import type { LoadModel, LoadModelKind } from '@pone/plan/scenario/scenario.ts'

type FieldName =
  | 'users'
  | 'rampUpSeconds'
  | 'durationSeconds'
  | 'loops'
  | 'start'
  | 'step'
  | 'intervalSeconds'
  | 'max'
  | 'holdSeconds'
  | 'rampDownSeconds'
  | 'rounds'
  | 'gatherTimeoutSeconds'
  | 'min'
  | 'peakSeconds'
  | 'count'
  | 'startDelaySeconds'
export interface LoadField {
  readonly name: FieldName
  readonly unit: 'load' | 'seconds' | 'count'
  readonly min: number
}

const load = (name: FieldName, min = 1): LoadField => ({ name, unit: 'load', min })
const seconds = (name: FieldName, min = 0): LoadField => ({ name, unit: 'seconds', min })

/** Thread groups have their fields in the components. */
type FieldKind = Exclude<LoadModelKind, 'userDefined' | 'threadGroups'>

const fields: Record<FieldKind, readonly LoadField[]> = {
  constant: [
    load('users'),
    seconds('rampUpSeconds'),
    seconds('durationSeconds'),
    { name: 'loops', unit: 'count', min: 0 },
  ],
  incremental: [
    load('start', 0),
    load('step'),
    seconds('intervalSeconds', 1),
    load('max'),
    seconds('holdSeconds'),
    seconds('rampDownSeconds'),
  ],
  concurrency: [
    load('users'),
    { name: 'rounds', unit: 'count', min: 0 },
    seconds('durationSeconds'),
    seconds('gatherTimeoutSeconds', 1),
  ],
  surge: [
    load('min', 0),
    load('max'),
    seconds('peakSeconds', 1),
    { name: 'count', unit: 'count', min: 1 },
    seconds('durationSeconds', 1),
  ],
}
export const stageFields: readonly LoadField[] = [
  load('users'),
  seconds('startDelaySeconds'),
  seconds('rampUpSeconds'),
  seconds('holdSeconds'),
  seconds('rampDownSeconds'),
]
/** Initial values of an added stage of a user-defined model. */
export const newStage = {
  users: 10,
  startDelaySeconds: 0,
  rampUpSeconds: 10,
  holdSeconds: 60,
  rampDownSeconds: 10,
}

export const fieldsOf = (kind: FieldKind): readonly LoadField[] => fields[kind]

const highest = (model: LoadModel): number => {
  switch (model.kind) {
    case 'constant':
    case 'concurrency':
      return model.users
    case 'incremental':
    case 'surge':
      return model.max
    case 'userDefined':
      return Math.max(...model.rows.map(row => row.users))
    case 'threadGroups':
      return 10
  }
}

const lengthSeconds = (model: LoadModel): number =>
  'durationSeconds' in model ? model.durationSeconds || 60 : 60

/** Users are whole numbers; a rate that is none is divided as it is. */
const fifthOf = (load: number): number => (Number.isInteger(load) ? Math.ceil(load / 5) : load / 5)

/** A model of another kind with the same peak and duration. */
export function switchedTo(model: LoadModel, kind: LoadModelKind): LoadModel {
  if (kind === model.kind) return model
  const users = highest(model)
  const durationSeconds = lengthSeconds(model)
  switch (kind) {
    case 'constant':
      return { kind, users, rampUpSeconds: Math.min(10, durationSeconds / 4), durationSeconds, loops: 0 }
    case 'incremental':
      return {
        kind,
        start: fifthOf(users),
        step: fifthOf(users),
        intervalSeconds: Math.max(1, Math.floor(durationSeconds / 6)),
        max: users,
        holdSeconds: Math.max(1, Math.floor(durationSeconds / 6)),
        rampDownSeconds: 0,
      }
    case 'concurrency':
      return { kind, users, rounds: 0, durationSeconds, gatherTimeoutSeconds: 60 }
    case 'surge':
      return {
        kind,
        min: Number.isInteger(users) ? Math.max(0, Math.min(users - 1, fifthOf(users))) : fifthOf(users),
        max: users,
        peakSeconds: Math.max(1, Math.floor(durationSeconds / 6)),
        count: 2,
        durationSeconds,
      }
    case 'threadGroups':
      return { kind, groups: [], loadPercent: 100, durationSeconds: null }
    case 'userDefined':
      return {
        kind,
        rows: [
          {
            users,
            startDelaySeconds: 0,
            rampUpSeconds: Math.min(10, durationSeconds / 4),
            holdSeconds: durationSeconds,
            rampDownSeconds: 0,
          },
        ],
      }
  }
}
