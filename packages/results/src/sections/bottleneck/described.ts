/** Verdict and correlations as a report keeps them: finite numbers and names in both languages. Pure. */
import type { RunMonitoring } from '@pone/contract/entities/run-monitoring.ts'
import type { Bilingual } from '@pone/schema/bilingual.ts'
import type { Judgement, JudgementTask } from '../../monitoring/judgement.ts'
import { seriesNames } from '../../monitoring/observation.ts'
import type { LaggedCorrelation } from '../../verdict/correlation.ts'
import type { Estimate } from '../../verdict/robust.ts'
import { notJudgedTexts, ruledOutTexts, sentenceOf } from '../../verdict/sentence.ts'
import { isTold } from '../../verdict/usage.ts'
import type { JudgedResource } from '../../verdict/verdict.ts'
import type { Bottleneck, ReportResource } from './data.ts'

const maxCorrelations = 30
const maxRuledOut = 60
/** Weaker ones say nothing, however many values they rest on. */
const minCoefficient = 0.5

export function describedBottleneck(
  { verdict, correlations, blame }: Judgement,
  { observation, grid }: JudgementTask,
  monitoring: RunMonitoring,
): Bottleneck {
  const { drive } = observation
  const knee = 'knee' in verdict ? verdict.knee : null
  const ranked = 'ranked' in verdict ? verdict.ranked : verdict.kind === 'notReached' ? verdict.ceilings : []
  const nameOf = new Map(observation.resources.map(({ id, names }) => [id, names]))
  const next = 'next' in verdict ? verdict.next : null
  return {
    kind: verdict.kind,
    sentence: sentenceOf(verdict, drive),
    drive,
    knee:
      knee === null
        ? null
        : { load: estimate(knee.load), plateau: estimate(knee.plateau), lost01: knee.lost01 },
    responseGrowth: 'responseGrowth' in verdict ? finite(verdict.responseGrowth) : null,
    ranked: ranked.slice(0, maxRuledOut).map(resource),
    ruledOut: ('ruledOut' in verdict ? verdict.ruledOut : []).slice(0, maxRuledOut).map(each => ({
      ...resource(each),
      reason: ruledOutTexts[each.reason],
      because: each.because === null ? null : (nameOf.get(each.because) ?? null),
      power01: each.power01,
    })),
    notJudged: ('notJudged' in verdict ? verdict.notJudged : []).slice(0, maxRuledOut).map(each => ({
      ...resource(each),
      reason: notJudgedTexts[each.reason],
      power01: each.power01,
    })),
    next: next === null ? null : resource(next),
    blame: blame === null ? null : { ...blame, parts: [...blame.parts] },
    correlations: strongest(correlations)
      .slice(0, maxCorrelations)
      .map(each => correlation(each, grid.stepMs, monitoring)),
    compared: correlations.length,
  }
}

/** Of each counter that with the strongest evidence. */
const strongest = (correlations: readonly LaggedCorrelation[]): LaggedCorrelation[] =>
  [
    ...Map.groupBy(
      correlations.filter(({ r }) => Math.abs(r) >= minCoefficient),
      ({ counter }) => counter,
    ).values(),
  ].flatMap(([first]) => first ?? [])

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)

const estimate = ({ value, low, high }: Estimate): Estimate => ({
  value,
  low: Number.isFinite(low) ? low : value,
  high: Number.isFinite(high) ? high : value,
})

const resource = (judged: JudgedResource): ReportResource => ({
  names: bilingual(judged.names),
  nature: judged.nature,
  tier: judged.tier,
  ceiling: isTold(judged.ceiling) ? estimate(judged.ceiling) : null,
  levelBefore: finite(judged.levelBefore),
  levelAfter: finite(judged.levelAfter),
  correlation: finite(judged.correlation),
  waitingShare01: judged.waitingShare01,
  readings: judged.readingsBefore + judged.readingsAfter,
  readingsBefore: judged.readingsBefore,
  readingsAfter: judged.readingsAfter,
})

const bilingual = ({ zh, en }: Bilingual) => ({ zh, en })

function correlation(
  { counter, target, r, lagSteps, pairs, effectivePairs, pValue }: LaggedCorrelation,
  stepMs: number,
  { series, monitors }: RunMonitoring,
): Bottleneck['correlations'][number] {
  const one = series[Number(counter)]
  const monitor = monitors.find(({ id }) => id === one?.monitorId)
  return {
    names: one === undefined ? { zh: '', en: '' } : seriesNames(monitor, one),
    unit: one?.unit ?? '',
    target: targets.find(each => each === target) ?? 'load',
    r,
    lagMs: lagSteps * stepMs,
    pairs,
    effectivePairs,
    pValue,
  }
}

const targets = ['load', 'tps', 'responseMs', 'errors01'] as const
