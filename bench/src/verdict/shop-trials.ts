/** Trials of the verdict on the demo shop: each of its limits several times, and as many runs below all of them. */
import { loadavg } from 'node:os'
import { seededRandom } from '@pone/metrics/simulated-run.ts'
import type { RunObservation } from '@pone/results/verdict/observation.ts'
import { sentenceOf } from '@pone/results/verdict/sentence.ts'
import { judgeRun, type Verdict } from '@pone/results/verdict/verdict.ts'
import { median } from '../statistics.ts'
import { namedIn } from './score.ts'
import { generousLimits, observeShop, type ShopLimit, type ShopLimits, shopLimits } from './shop.ts'

const seconds = 45
/** Others on the machine that take more of it than this make CPU the limit of whatever is tried. */
const quiet01 = 0.3

interface ShopTrial {
  readonly limit: ShopLimit | null
  readonly users: number
  readonly settings: ShopLimits
  readonly cores: number | null
  /** Requests per second that the limit lets pass by arithmetic; null where only the machine knows. */
  readonly allowed: number | null
}

export interface JudgedTrial extends Omit<ShopTrial, 'settings' | 'cores'> {
  readonly kind: Verdict['kind']
  readonly named: string | null
  readonly isRight: boolean
  /** Judged again without the resource that is the cause: whether none of the others was named. */
  readonly isRightHidden: boolean | null
  readonly measured: number | null
  readonly sentence: string
  readonly ruledOut: readonly string[]
  readonly othersCpu01: number
  readonly loadAverage: number
}

/** Sizes differ from repeat to repeat, so that not one system is tried again and again. */
function plannedTrials(repeats: number, seed: number): ShopTrial[] {
  const random = seededRandom(seed)
  const between = (from: number, to: number) => from + (to - from) * random()
  const trialOf = (limit: ShopLimit): ShopTrial => {
    const users = Math.round(between(28, 40))
    const [ms, units] = [Math.round(between(11, 16)), Math.round(between(3, 5))]
    const held = Math.round(units * ms)
    const tight = {
      cpu: { cpuMs: ms / 4 },
      pool: { poolSize: units, poolMs: held },
      lock: { lockMs: ms },
      disk: { diskKilobytes: Math.round(between(5, 10)) * 1_024 },
      service: { serviceSlots: units, serviceMs: held },
    }[limit]
    const allowed = limit === 'cpu' || limit === 'disk' ? null : 1_000 / ms
    // A quarter of a core, as containers are limited.
    const cores = limit === 'cpu' ? 0.25 : null
    return { limit, users, settings: { ...generousLimits, ...tight }, cores, allowed }
  }
  const below = (trial: ShopTrial, at: number): ShopTrial =>
    at % 2 === 0
      ? // All limits far away.
        {
          limit: null,
          users: Math.round(between(10, 20)),
          settings: generousLimits,
          cores: null,
          allowed: null,
        }
      : // The limit is there, but the load stays below it.
        { ...trial, limit: null, users: Math.round(between(4, 6)), allowed: null }
  return Array.from({ length: repeats }, () => shopLimits.map(trialOf))
    .flat()
    .flatMap((trial, at) => [trial, below(trial, at)])
}

/** A run that was kept, so that another method can be tried on it. */
export interface KeptTrial {
  readonly trial: ShopTrial
  readonly observation: RunObservation
  readonly othersCpu01: number
  readonly loadAverage: number
}

async function observed(trial: ShopTrial): Promise<KeptTrial> {
  const { users, settings, cores } = trial
  const { observation, othersCpu01 } = await observeShop(settings, { users, seconds, cores })
  return { trial, observation, othersCpu01, loadAverage: loadavg()[0] ?? 0 }
}

function judged({ trial, observation, othersCpu01, loadAverage }: KeptTrial): JudgedTrial {
  const { limit, users, allowed } = trial
  const verdict = judgeRun(observation)
  const named = namedIn(verdict)
  return {
    limit,
    users,
    allowed,
    kind: verdict.kind,
    named,
    isRight: isNamed(limit, named),
    isRightHidden: limit === null ? null : namedIn(judgeRun(without(observation, limit))) === null,
    measured: 'knee' in verdict ? verdict.knee.plateau.value : null,
    sentence: sentenceOf(verdict, 'users').en,
    ruledOut:
      'ruledOut' in verdict
        ? verdict.ruledOut.map(
            ({ id, reason, levelAfter, ceiling }) =>
              `${id}: ${reason} (${levelAfter.toFixed(2)} after, ceiling ${ceiling?.value.toFixed(0) ?? '–'}/s)`,
          )
        : [],
    othersCpu01,
    loadAverage,
  }
}

/** A thread that is always busy and a CPU that is always busy are the same finding. */
const isNamed = (limit: ShopLimit | null, named: string | null): boolean =>
  named === limit || (limit === 'cpu' && named === 'thread')

const without = (observation: RunObservation, limit: ShopLimit): RunObservation => ({
  ...observation,
  resources: observation.resources.filter(({ id }) => !isNamed(limit, id)),
})

const share = (some: readonly JudgedTrial[], is: (trial: JudgedTrial) => boolean | null): number | null =>
  some.length === 0 ? null : some.filter(trial => is(trial) === true).length / some.length

function scoreOf(all: readonly JudgedTrial[]) {
  const limited = all.filter(({ limit }) => limit !== null)
  const known = limited.flatMap(({ allowed, measured }) =>
    allowed === null || measured === null ? [] : [100 * Math.abs(measured / allowed - 1)],
  )
  return {
    systems: all.length,
    limited: limited.length,
    right01: share(limited, ({ isRight }) => isRight),
    rightHidden01: share(limited, ({ isRightHidden }) => isRightHidden),
    falseVerdict01: share(
      all.filter(({ limit }) => limit === null),
      ({ named }) => named !== null,
    ),
    kneeErrorPercent: known.length === 0 ? null : median(known),
    rightByLimit01: Object.fromEntries(
      shopLimits.map(name => [
        name,
        share(
          limited.filter(({ limit }) => limit === name),
          ({ isRight }) => isRight,
        ),
      ]),
    ),
  }
}

/** `onTrial` is told of each as it ends; a trial takes 45 s. */
export async function scoreShop(
  repeats: number,
  seed: number,
  onTrial: (trial: JudgedTrial, kept: KeptTrial) => void,
) {
  const trials: JudgedTrial[] = []
  for (const planned of plannedTrials(repeats, seed)) {
    const kept = await observed(planned)
    const trial = judged(kept)
    trials.push(trial)
    onTrial(trial, kept)
  }
  return shopScoreOf(trials)
}

/** Scores runs that were kept. */
export const scoreKept = (kept: readonly KeptTrial[]) => shopScoreOf(kept.map(judged))

const shopScoreOf = (trials: readonly JudgedTrial[]) => ({
  ...scoreOf(trials),
  quiet: scoreOf(trials.filter(({ othersCpu01 }) => othersCpu01 < quiet01)),
  trials,
})
