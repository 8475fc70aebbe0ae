/** The options of a script: the load of its scenarios and what its thresholds judge. @see https://grafana.com/docs/k6/latest/using-k6/k6-options/reference/ */
import { hasWholeLoads } from '@pone/plan/load-models/rates.ts'
import { loadModelSchema } from '@pone/plan/scenario/scenario.ts'
import { maxUsersPerScenario } from '@pone/schema/limits.ts'
import type { RecordedLoad } from '../model/recording.ts'
import { type LoadCorner, rowsOf } from '../script/stage-rows.ts'
import { millisecondsOf } from './durations.ts'
import type { Machine } from './machine.ts'
import { rulesOfThresholds } from './thresholds.ts'
import { fieldsOf, numberOf, rawOf, type Value } from './values.ts'

type Load = Pick<RecordedLoad, 'drive' | 'loadModel' | 'maxUsers'>
type Options = ReadonlyMap<string, Value>

/** Options that the load is made of. */
const ofLoad = ['vus', 'duration', 'iterations', 'stages', 'scenarios', 'thresholds']

/** Names of the functions that users run; the load is kept beside the recording. @param place of the options in the script */
export function readOptions({ recording }: Machine, value: Value | null, place: string): readonly string[] {
  const options = value === null ? new Map<string, Value>() : fieldsOf(value)
  for (const name of options.keys())
    if (!ofLoad.includes(name)) recording.left.add(place, 'scriptOption', { name })
  const { sla, left } = rulesOfThresholds(options.get('thresholds'))
  for (const name of left) recording.left.add(place, 'threshold', { name: name.slice(0, 200) })
  const scenarios = [...fieldsOf(options.get('scenarios'))]
  const executed = [...new Set(scenarios.map(([, each]) => rawOf(fieldsOf(each).get('exec')) ?? 'default'))]
  let load: Load | null = null
  if (scenarios.length > 1) recording.left.add(place, 'severalLoads', { count: scenarios.length })
  else {
    const [name, scenario] = scenarios[0] ?? ['', null]
    const own = scenario === null ? options : fieldsOf(scenario)
    load = scenario === null ? plainLoad(options) : executorLoad(own)
    for (const option of own.keys())
      if (scenario !== null && !known.includes(option))
        recording.left.add(place, 'scriptOption', { name: `${name}.${option}` })
    const isGiven = scenario !== null || ofLoad.slice(0, 4).some(option => options.has(option))
    if (load === null && isGiven)
      recording.left.add(place, 'scriptLoad', { name: rawOf(own.get('executor')) ?? 'options' })
  }
  if (load !== null || sla.length > 0) recording.load = { ...load, ...(sla.length > 0 && { sla: [...sla] }) }
  return executed.length === 0 ? ['default'] : executed
}

/** Of a scenario. */
const known = [
  'executor',
  'exec',
  'vus',
  'duration',
  'iterations',
  'startVUs',
  'stages',
  'rate',
  'startRate',
  'timeUnit',
  'preAllocatedVUs',
  'maxVUs',
]

const seconds = (value: Value | undefined): number | null => {
  const text = rawOf(value)
  // Of durations, numbers are ms.
  const ms = text === null ? null : millisecondsOf(value)
  return ms === null ? null : ms / 1_000
}

/** null if it is none of the load models. */
function checked(load: Load): Load | null {
  const { loadModel, drive } = load
  if (loadModel === undefined || !loadModelSchema.safeParse(loadModel).success) return null
  return drive === 'arrivals' || hasWholeLoads(loadModel) ? load : null
}

const constant = (users: number, durationSeconds: number, loops = 0): Load | null =>
  checked({
    drive: 'users',
    loadModel: { kind: 'constant', users, rampUpSeconds: 0, durationSeconds, loops },
  })

function stepped(
  drive: 'users' | 'arrivals',
  corners: readonly LoadCorner[] | null,
  maxUsers?: number,
): Load | null {
  const rows = corners === null ? null : rowsOf(corners)
  if (rows === null) return null
  return checked({
    drive,
    loadModel: { kind: 'userDefined', rows: [...rows] },
    ...(maxUsers !== undefined && maxUsers <= maxUsersPerScenario && { maxUsers }),
  })
}

/** The options without scenarios. */
function plainLoad(options: Options): Load | null {
  const users = numberOf(options.get('vus')) ?? 1
  if (options.has('stages'))
    return stepped('users', cornersOf(options.get('stages'), numberOf(options.get('vus')) ?? 1))
  const duration = seconds(options.get('duration'))
  const iterations = numberOf(options.get('iterations'))
  if (iterations !== null)
    return iterations % users === 0 ? constant(users, duration ?? 0, iterations / users) : null
  return duration === null ? null : constant(users, duration)
}

function executorLoad(scenario: Options): Load | null {
  const users = numberOf(scenario.get('vus')) ?? 1
  const iterations = numberOf(scenario.get('iterations')) ?? 1
  const maxUsers = numberOf(scenario.get('maxVUs')) ?? numberOf(scenario.get('preAllocatedVUs')) ?? undefined
  const unit = seconds(scenario.get('timeUnit')) ?? 1
  const perSecond = (rate: number) => rate / unit
  const duration = seconds(scenario.get('duration'))
  switch (rawOf(scenario.get('executor'))) {
    case 'constant-vus':
      return duration === null ? null : constant(users, duration)
    case 'per-vu-iterations':
      return constant(users, 0, iterations)
    case 'shared-iterations':
      return iterations % users === 0 ? constant(users, 0, iterations / users) : null
    case 'ramping-vus':
      return stepped('users', cornersOf(scenario.get('stages'), numberOf(scenario.get('startVUs')) ?? 1))
    case 'constant-arrival-rate': {
      const level = perSecond(numberOf(scenario.get('rate')) ?? 0)
      const corners = duration === null ? null : [0, duration].map(at => ({ seconds: at, level }))
      return stepped('arrivals', corners, maxUsers)
    }
    case 'ramping-arrival-rate': {
      const corners = cornersOf(scenario.get('stages'), numberOf(scenario.get('startRate')) ?? 0)
      const perSecondCorners = corners?.map(corner => ({ ...corner, level: perSecond(corner.level) })) ?? null
      return stepped('arrivals', perSecondCorners, maxUsers)
    }
    default:
      return null
  }
}

function cornersOf(stages: Value | undefined, start: number): LoadCorner[] | null {
  if (stages?.kind !== 'list') return null
  const corners: LoadCorner[] = [{ seconds: 0, level: start }]
  let at = 0
  for (const stage of stages.items) {
    const fields = fieldsOf(stage)
    const [length, level] = [seconds(fields.get('duration')), numberOf(fields.get('target'))]
    if (length === null || level === null) return null
    at += length
    corners.push({ seconds: at, level })
  }
  return corners
}
