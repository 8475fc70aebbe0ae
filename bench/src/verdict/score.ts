/** How often the verdict is right, over many trials. */
import { fitKnee } from '@pone/results/verdict/knee.ts'
import { judgeRun, type Verdict } from '@pone/results/verdict/verdict.ts'
import { median } from '../statistics.ts'
import { causes } from './generate.ts'
import { makeTrial, type Trial, type TrialCase, trialCases, trueKnee } from './trials.ts'

/** The resource that a verdict names first; null: none. */
export const namedIn = (verdict: Verdict): string | null =>
  verdict.kind === 'bottleneck' || verdict.kind === 'generator' ? (verdict.ranked[0]?.id ?? null) : null

/** Readings on a side of the true knee below which a resource cannot be judged. */
const minReadings = 20

/**
 * Whether by its making too little can be known of a resource: fewer than 20 readings on a side of the true knee, or full
 * before the load came.
 */
function isUnknowable(trial: Trial, id: string): boolean {
  if (id === trial.quality.filled || id === 'decoyCache' || id === 'decoyIdle') return true
  const readings = trial.observation.resources.find(resource => resource.id === id)?.used ?? []
  const before = readings.filter(({ atMs }) => atMs <= trial.kneeSecond * 1_000)
  return Math.min(before.length, readings.length - before.length) < minReadings
}

const notJudgedIn = (verdict: Verdict): readonly string[] =>
  'notJudged' in verdict ? verdict.notJudged.map(({ id }) => id) : []

/**
 * Whether a verdict on a saturated system is right: it names the cause, or, where no monitor sees that, says so. "Not
 * enough data" is right only where by its making too little can be known: of the cause, which must be listed as not
 * judged then, or, where that is hidden, of any other resource.
 */
export function isRight(trial: Trial, verdict: Verdict): boolean {
  const { cause } = trial.plan
  if (namedIn(verdict) !== null) return !trial.isHidden && namedIn(verdict) === cause
  if (verdict.kind === 'noneObserved') return trial.isHidden
  if (verdict.kind !== 'notEnoughData' || !('notJudged' in verdict)) return false
  if (trial.isHidden) return trial.observation.resources.some(({ id }) => isUnknowable(trial, id))
  return isUnknowable(trial, cause) && notJudgedIn(verdict).includes(cause)
}

/** Whether the cause is excluded although it was watched: ruled out, or none of the observed. */
export function isFalselyExcluded(trial: Trial, verdict: Verdict): boolean {
  if (trial.isHidden || !trial.isSaturated) return false
  if (verdict.kind === 'noneObserved') return true
  return 'ruledOut' in verdict && verdict.ruledOut.some(({ id }) => id === trial.plan.cause)
}

export interface Score {
  /** Systems in all, and of each group. */
  readonly systems: number
  readonly saturated: number
  readonly hidden: number
  readonly control: number
  /** Of the saturated systems: right as `isRight` says. */
  readonly right: number
  readonly right01: number
  readonly rightObserved01: number
  readonly rightHidden01: number
  /** Of the saturated systems with a watched cause: it is named first; the answer is "not enough data". */
  readonly named01: number
  readonly undecided01: number
  /** Of the same: the cause is excluded. */
  readonly falseExclusions: number
  readonly falseExclusion01: number
  /** Resources that were ruled out, and not judged, in all saturated systems. */
  readonly ruledOut: number
  readonly notJudged: number
  /** Of the hidden ones: another resource is named. */
  readonly wrongHidden01: number
  /** Of the control group: a resource is named, and a knee is claimed at all. */
  readonly falseVerdicts: number
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

/** Judges the systems of these seeds in each of the cases: one saturated system and one of the control group. */
export function scoreSeeds(
  seeds: readonly number[],
  onTrial: (judged: Judged) => void,
  cases: readonly TrialCase[] = trialCases,
): Score & { readonly byCase: Readonly<Record<string, Score>> } {
  const judged: Judged[] = []
  for (const kind of cases) {
    for (const seed of seeds) {
      for (const group of ['saturated', 'control'] as const) {
        const trial = makeTrial(seed, group, kind)
        const each = { trial, verdict: judgeRun(trial.observation) }
        onTrial(each)
        judged.push(each)
      }
    }
  }
  const byCase = cases.map(kind => [kind, scoreOf(judged.filter(({ trial }) => trial.case === kind))])
  return { ...scoreOf(judged), byCase: Object.fromEntries(byCase) }
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
    right: countOf(saturated, ({ trial, verdict }) => isRight(trial, verdict)),
    right01: right(saturated),
    rightObserved01: right(seen),
    rightHidden01: right(hidden),
    named01: shareOf(seen, ({ trial, verdict }) => namedIn(verdict) === trial.plan.cause),
    undecided01: shareOf(seen, ({ verdict }) => verdict.kind === 'notEnoughData'),
    falseExclusions: countOf(seen, ({ trial, verdict }) => isFalselyExcluded(trial, verdict)),
    falseExclusion01: shareOf(seen, ({ trial, verdict }) => isFalselyExcluded(trial, verdict)),
    ruledOut: sumOf(saturated, verdict => ('ruledOut' in verdict ? verdict.ruledOut.length : 0)),
    notJudged: sumOf(saturated, verdict => notJudgedIn(verdict).length),
    wrongHidden01: shareOf(hidden, ({ verdict }) => namedIn(verdict) !== null),
    falseVerdicts: countOf(control, ({ verdict }) => namedIn(verdict) !== null),
    falseVerdict01: shareOf(control, ({ verdict }) => namedIn(verdict) !== null),
    falseKnee01: shareOf(control, ({ verdict }) => 'knee' in verdict),
    kneeErrorPercent: median(found.map(({ trial }) => 100 * kneeError01(trial))),
    kneeFound01: found.length / saturated.length,
    kneeCovered01: shareOf(found, ({ trial, verdict }) => {
      const truth = kneeOf(trial)
      return 'knee' in verdict && verdict.knee.load.low <= truth && truth <= verdict.knee.load.high
    }),
    rightByCause01: Object.fromEntries(
      causes.map(cause => [cause, right(saturated.filter(({ trial }) => trial.plan.cause === cause))]),
    ),
  }
}

const shareOf = (some: readonly Judged[], is: (judged: Judged) => boolean): number =>
  some.length === 0 ? Number.NaN : countOf(some, is) / some.length

const countOf = (some: readonly Judged[], is: (judged: Judged) => boolean): number => some.filter(is).length

const sumOf = (some: readonly Judged[], valueOf: (verdict: Verdict) => number): number =>
  some.reduce((sum, { verdict }) => sum + valueOf(verdict), 0)

const kneeOf = ({ observation, limit }: Trial): number => trueKnee(observation.drive === 'rate', limit)

function kneeError01(trial: Trial): number {
  const fitted = fitKnee(trial.observation.windows)
  return Math.abs((fitted?.load.value ?? 0) / kneeOf(trial) - 1)
}
