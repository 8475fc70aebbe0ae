/** Injection profiles of a simulation as the load of a scenario. @see https://docs.gatling.io/concepts/injection/ */
import { hasWholeLoads } from '@pone/plan/load-models/rates.ts'
import { loadModelSchema } from '@pone/plan/scenario/scenario.ts'
import type { RecordedLoad } from '../model/recording.ts'
import { type LoadCorner, rowsOf } from '../script/stage-rows.ts'
import type { Expression, Link } from './expressions.ts'
import { millisecondsOf, numberOf, resolved, type Simulation } from './simulation.ts'

type Load = Pick<RecordedLoad, 'drive' | 'loadModel'>

/** One step: a level, or a way from one to another. */
interface Ramp {
  readonly drive: 'users' | 'arrivals' | null
  readonly from: number
  readonly to: number
  readonly seconds: number
}

/** null if no load model has it. */
export function loadOf(simulation: Simulation, steps: readonly Expression[]): Load | null {
  const [only, ...more] = steps
  const users = only === undefined || more.length > 0 ? null : atOnce(simulation, only)
  if (users !== null)
    return checked({
      drive: 'users',
      loadModel: { kind: 'constant', users, rampUpSeconds: 0, durationSeconds: 0, loops: 1 },
    })
  const ramps = steps.map(step => rampOf(simulation, step))
  const known = ramps.filter(ramp => ramp !== null)
  const drives = new Set(known.flatMap(({ drive }) => drive ?? []))
  const [drive] = drives
  if (known.length < ramps.length || drives.size !== 1 || drive === undefined) return null
  let at = 0
  const corners: LoadCorner[] = []
  for (const { from, to, seconds } of known) {
    corners.push({ seconds: at, level: from })
    at += seconds
    corners.push({ seconds: at, level: to })
  }
  const rows = rowsOf(corners)
  return rows === null ? null : checked({ drive, loadModel: { kind: 'userDefined', rows: [...rows] } })
}

function checked(load: Load): Load | null {
  const { loadModel, drive } = load
  if (loadModel === undefined || !loadModelSchema.safeParse(loadModel).success) return null
  return drive === 'arrivals' || hasWholeLoads(loadModel) ? load : null
}

function linksOf(simulation: Simulation, step: Expression): readonly Link[] {
  const of = resolved(simulation, step)
  return of.kind === 'chain' && of.receiver === null ? of.links : []
}

function atOnce(simulation: Simulation, step: Expression): number | null {
  const [first, ...more] = linksOf(simulation, step)
  return first?.name === 'atOnceUsers' && more.length === 0 ? numberOf(simulation, first.lists[0]?.[0]) : null
}

function rampOf(simulation: Simulation, step: Expression): Ramp | null {
  const links = linksOf(simulation, step)
  const [first, ...more] = links
  const given = first?.lists[0]?.[0]
  const argumentOf = (name: string) => more.find(link => link.name === name)?.lists[0]?.[0]
  if (first?.name === 'nothingFor') {
    const ms = millisecondsOf(simulation, given)
    return ms === null ? null : { drive: null, from: 0, to: 0, seconds: ms / 1_000 }
  }
  const ms = millisecondsOf(simulation, argumentOf('during'))
  const from = numberOf(simulation, given)
  if (ms === null || from === null || more.some(({ name }) => name !== 'during' && name !== 'to')) return null
  const seconds = ms / 1_000
  const to = numberOf(simulation, argumentOf('to'))
  switch (first?.name) {
    case 'constantUsersPerSec':
      return { drive: 'arrivals', from, to: from, seconds }
    case 'constantConcurrentUsers':
      return { drive: 'users', from, to: from, seconds }
    case 'rampUsersPerSec':
      return to === null ? null : { drive: 'arrivals', from, to, seconds }
    case 'rampConcurrentUsers':
      return to === null ? null : { drive: 'users', from, to, seconds }
    case 'rampUsers':
      return seconds === 0 ? null : { drive: 'arrivals', from: from / seconds, to: from / seconds, seconds }
    default:
      return null
  }
}
