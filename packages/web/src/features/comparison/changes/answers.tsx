/** The summary: whether each run is faster or slower than the baseline, how certain that is, and which circumstances limit the comparison. */
import type { Change, Comparison, ComparisonMetric } from '@pone/contract/entities/comparison.ts'
import { Alert } from 'antd'
import { type Translate, useT } from '../../../lib/i18n.ts'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { metricDelta, metricValue, percentDelta, smallestText } from '../metric-text.ts'
import { RunName } from '../run-name.tsx'
import type { ShownRun } from '../shown-run.ts'
import { VerdictIcon } from './change-mark.tsx'
import {
  type Answer,
  answerOf,
  answerTone,
  type ChangeVerdict,
  isLarge,
  isNotable,
  verdictOf,
} from './change-verdict.ts'

/** Metrics in order of display: first the one that decides the speed; P95 is always included. */
const metricsOf = ({ speedMetric }: Answer): readonly ComparisonMetric[] => [
  ...new Set([speedMetric, 'p95Ms', 'perSecond', 'errorPercent'] as const),
]

export interface AnswersProps {
  readonly comparison: Comparison
  readonly runs: readonly ShownRun[]
  readonly tolerancePercent: number
}

export function Answers({ comparison, runs, tolerancePercent }: AnswersProps) {
  const t = useT()
  const baseline = comparison.total[0]
  const [first] = runs
  if (!baseline || !first) return null
  return (
    <section className="cmp-section cmp-answers" aria-label={t('comparison.answer')}>
      <ul>
        {runs.slice(1).map((run, at) => {
          const changes = comparison.total[at + 1]?.changes
          const statistics = comparison.total[at + 1]?.statistics
          if (!changes || !statistics) return null
          const answer = answerOf(changes, tolerancePercent)
          return (
            <li key={run.id}>
              <p className="cmp-answer">
                <RunName color={run.color} number={run.number} />{' '}
                <StatusTag tone={answerTone(answer)}>
                  {t(`comparison.answer.${answer.speed}`)}
                  {answer.errors !== null && t(`comparison.answer.${answer.errors}`)}
                </StatusTag>{' '}
                <span className="secondary">{t('comparison.answer.against', { number: first.number })}</span>
              </p>
              <ul className="cmp-facts">
                {metricsOf(answer).map(metric => {
                  const verdict = verdictOf(metric, changes[metric], tolerancePercent)
                  // Differences that are neither significant nor large are shown without a number.
                  const isChanged = verdict !== 'notShown' || isLarge(changes[metric], tolerancePercent)
                  return (
                    <li key={metric} className={`cmp-${verdict}`}>
                      <VerdictIcon verdict={verdict} delta={changes[metric].delta} />
                      <span>
                        {t(isChanged ? 'comparison.fact.changed' : 'comparison.fact.alike', {
                          metric: t(`comparison.metric.${metric}`),
                          from: metricValue(metric, baseline.statistics[metric]),
                          to: metricValue(metric, statistics[metric]),
                          percent:
                            metric === 'errorPercent'
                              ? metricDelta(metric, changes[metric].delta, t)
                              : percentDelta(changes[metric]),
                          sure: sureText(metric, changes[metric], { verdict, tolerancePercent, t }),
                        })}
                      </span>
                    </li>
                  )
                })}
              </ul>
            </li>
          )
        })}
      </ul>
      <Warnings runs={runs} />
    </section>
  )
}

function sureText(
  metric: ComparisonMetric,
  change: Change,
  of: { readonly verdict: ChangeVerdict; readonly tolerancePercent: number; readonly t: Translate },
): string {
  const { verdict, tolerancePercent, t } = of
  if (isNotable(verdict)) return t('comparison.sure.notable')
  if (verdict === 'small') return t('comparison.sure.small', { tolerance: tolerancePercent })
  if (verdict === 'unknown') return t('comparison.sure.unknown')
  if (verdict !== 'notShown') return t('comparison.sure.untested')
  const smallest = smallestText(metric, change, t)
  return smallest === null ? t('comparison.sure.notShown') : t('comparison.sure.notShownBelow', { smallest })
}

/** Warnings that several runs share are shown once. */
function Warnings({ runs }: { readonly runs: readonly ShownRun[] }) {
  const t = useT()
  const said = new Map<string, ShownRun[]>()
  for (const run of runs)
    for (const warning of run.warnings) {
      const text = warningText(run, warning, t)
      said.set(text, [...(said.get(text) ?? []), run])
    }
  if (said.size === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      className="cmp-warnings"
      title={t('comparison.warning.title')}
      description={
        <ul>
          {[...said].map(([text, warned]) => (
            <li key={text}>
              {warned.map(run => (
                <RunName key={run.id} color={run.color} number={run.number} />
              ))}
              <span>{text}</span>
            </li>
          ))}
        </ul>
      }
    />
  )
}

function warningText({ run }: ShownRun, warning: ShownRun['warnings'][number], t: Translate): string {
  if (warning !== 'endedEarly') return t(`comparison.warning.${warning}`)
  return run.cause === null || run.cause === 'planned'
    ? t('comparison.warning.endedEarlyPlain')
    : t('comparison.warning.endedEarly', { cause: t(`runCause.${run.cause}`) })
}
