/** How often the verdict is right, over many trials. */
import { fitKnee } from '@pone/results/verdict/knee.ts'
import { judgeRun, type Verdict } from '@pone/results/verdict/verdict.ts'
import { median } from '../statistics.ts'
import { causes } from './generate.ts'
import { makeTrial, type Trial } from './trials.ts'

/** The resource that a verdict names first; null: none. */
export const namedIn = (verdict: Verdict): string | null =>
  verdict.kind === 'bottleneck' || verdict.kind === 'generator' ? (verdict.ranked[0]?.id ?? null) : null

/** Whether a verdict on a saturated system is right: it names the cause, or, where no monitor sees that, none of the others. */
export const isRight = (trial: Trial, verdict: Verdict): boolean =>
  trial.isHidden ? verdict.kind === 'noneObserved' : namedIn(verdict) === trial.plan.cause

export interface Score {
  /** Systems in all, and of each group. */
  readonly systems: number
  readonly saturated: number
  readonly hidden: number
  readonly control: number
  /** Of the saturated systems: right resource first, or "none of the observed" where it is hidden. */
  readonly right01: number
  readonly rightObserved01: number
  readonly rightHidden01: number
  /** Of the hidden ones: another resource is named. */
  readonly wrongHidden01: number
  /** Of the control group: a resource is named, and a knee is claimed at all. */
  readonly falseVerdict01: number
  readonly falseKnee01: number
  /** Of the saturated systems in which a knee was found: median distance from the true one. */
  readonly kneeErrorPercent: number
  /** Of the saturated systems: the knee was found; the true one lies in its interval. */
  readonly kneeFound01: number
  readonly kneeCovered01: number
  readonly rightByCause01: Readonly<Record<string, number>>
}

interface Judged {
  readonly trial: Trial
  readonly verdict: Verdict
}

/** Judges the systems of these seeds; `pairs` of one saturated system and, for every second seed, one of the control group. */
export function scoreSeeds(seeds: readonly number[], onTrial: (judged: Judged) => void): Score {
  const judged: Judged[] = []
  for (const seed of seeds) {
    for (const group of ['saturated', 'control'] as const) {
      const trial = makeTrial(seed, group)
      const each = { trial, verdict: judgeRun(trial.observation) }
      onTrial(each)
      judged.push(each)
    }
  }
  return scoreOf(judged)
}

function scoreOf(judged: readonly Judged[]): Score {
  const saturated = judged.filter(({ trial }) => trial.isSaturated)
  const hidden = saturated.filter(({ trial }) => trial.isHidden)
  const seen = saturated.filter(({ trial }) => !trial.isHidden)
  const control = judged.filter(({ trial }) => !trial.isSaturated)
  const right = (some: readonly Judged[]) => shareOf(some, ({ trial, verdict }) => isRight(trial, verdict))
  const found = saturated.filter(({ verdict }) => 'knee' in verdict)
  return {
    systems: judged.length,
    saturated: saturated.length,
    hidden: hidden.length,
    control: control.length,
    right01: right(saturated),
    rightObserved01: right(seen),
    rightHidden01: right(hidden),
    wrongHidden01: shareOf(hidden, ({ verdict }) => namedIn(verdict) !== null),
    falseVerdict01: shareOf(control, ({ verdict }) => namedIn(verdict) !== null),
    falseKnee01: shareOf(control, ({ verdict }) => 'knee' in verdict),
    kneeErrorPercent: median(found.map(({ trial }) => 100 * kneeError01(trial))),
    kneeFound01: found.length / saturated.length,
    kneeCovered01: shareOf(found, ({ trial, verdict }) => {
      const truth = trueKnee(trial)
      return 'knee' in verdict && verdict.knee.load.low <= truth && truth <= verdict.knee.load.high
    }),
    rightByCause01: Object.fromEntries(
      causes.map(cause => [cause, right(saturated.filter(({ trial }) => trial.plan.cause === cause))]),
    ),
  }
}

const shareOf = (some: readonly Judged[], is: (judged: Judged) => boolean): number =>
  some.length === 0 ? Number.NaN : some.filter(is).length / some.length

/** In users, or arrivals per second. */
const trueKnee = ({ observation, limit }: Trial): number =>
  observation.drive === 'rate' ? limit.rate : limit.kneeUsers

function kneeError01(trial: Trial): number {
  const fitted = fitKnee(trial.observation.windows)
  return Math.abs((fitted?.load.value ?? 0) / trueKnee(trial) - 1)
}
