/** The load that sends the requests of a mix as they came: arrivals per second, a row for each interval; pure. */
import type { LoadModel } from '@pone/plan/scenario/scenario.ts'
import { maxUsersPerScenario } from '@pone/schema/limits.ts'
import type { TrafficMix } from '../model/recording.ts'

const maxRows = 100
export const maxSeconds = 604_800
/** Rates that differ less are one. */
const rateDigits = 9

export interface MixLoad {
  readonly loadModel: Extract<LoadModel, { kind: 'userDefined' }>
  /** The mix lasts longer than a run can; what came later is not sent. */
  readonly isCut: boolean
}

/** null if the mix has no arrivals. @param share01 of the mix's requests that are sent */
export function loadOfMix({ intervalSeconds, arrivals }: TrafficMix, share01 = 1): MixLoad | null {
  const perRow = Math.ceil(arrivals.length / maxRows)
  const seconds = perRow * intervalSeconds
  const rates = Array.from({ length: Math.ceil(arrivals.length / Math.max(1, perRow)) }, (_, row) => {
    const counts = arrivals.slice(row * perRow, (row + 1) * perRow)
    const length = counts.length * intervalSeconds
    return { rate: (counts.reduce((sum, each) => sum + each, 0) * share01) / length, length }
  })
  const peak = rates.reduce((most, { rate }) => Math.max(most, rate), 0)
  if (peak === 0) return null
  const rows = rates.flatMap(({ rate, length }, row) => {
    const users = Math.min(maxUsersPerScenario, Number(rate.toPrecision(rateDigits)))
    const startDelaySeconds = row * seconds
    if (users === 0 || startDelaySeconds + length > maxSeconds) return []
    return { users, startDelaySeconds, rampUpSeconds: 0, holdSeconds: length, rampDownSeconds: 0 }
  })
  const isCut = arrivals.length * intervalSeconds > maxSeconds
  return { loadModel: { kind: 'userDefined', rows: joined(rows) }, isCut }
}

type Row = MixLoad['loadModel']['rows'][number]

/** Rows of the same rate that follow each other as one. */
function joined(rows: readonly Row[]): Row[] {
  const all: Row[] = []
  for (const row of rows) {
    const last = all.at(-1)
    if (last?.users === row.users && last.startDelaySeconds + last.holdSeconds === row.startDelaySeconds)
      all[all.length - 1] = { ...last, holdSeconds: last.holdSeconds + row.holdSeconds }
    else all.push(row)
  }
  return all
}
