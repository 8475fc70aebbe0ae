/** A change against the baseline as icon, percentage and word; the statistics are in a tooltip. */
import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  CheckCircleFilled,
  ExclamationCircleFilled,
  QuestionOutlined,
} from '@ant-design/icons'
import type { Change, ComparisonMetric } from '@pone/contract/entities/comparison.ts'
import { formatNumber, formatPercent } from '@pone/metrics/figures.ts'
import { Tooltip } from 'antd'
import { memo, type ReactNode } from 'react'
import { type Translate, useT } from '../../../lib/i18n.ts'
import { metricDelta, percentDelta, smallestText } from '../metric-text.ts'
import { type ChangeVerdict, verdictOf } from './change-verdict.ts'

/** better and worse differ by shape as well as by colour. */
export function VerdictIcon({ verdict, delta }: { readonly verdict: ChangeVerdict; readonly delta: number }) {
  if (verdict === 'better') return <CheckCircleFilled aria-hidden />
  if (verdict === 'worse') return <ExclamationCircleFilled aria-hidden />
  if (verdict === 'changed')
    return delta > 0 ? <ArrowUpOutlined aria-hidden /> : <ArrowDownOutlined aria-hidden />
  if (verdict === 'unknown') return <QuestionOutlined aria-hidden />
  if (verdict === 'untested') return null
  return <span aria-hidden>≈</span>
}

export interface ChangeOf {
  readonly metric: ComparisonMetric
  readonly change: Change
  readonly tolerancePercent: number
}

/** Icon and percentage, for tables with many changes; the word is for screen readers. */
export const ChangePercent = memo(function ChangePercent({ metric, change, tolerancePercent }: ChangeOf) {
  const t = useT()
  const verdict = verdictOf(metric, change, tolerancePercent)
  return (
    <span className={`cmp-change cmp-${verdict}`} title={t(`comparison.verdict.${verdict}`)}>
      <VerdictIcon verdict={verdict} delta={change.delta} /> {percentDelta(change)}
      <span className="visually-hidden">{t(`comparison.verdict.${verdict}`)}</span>
    </span>
  )
})

/** Icon and word; a tooltip on hover or focus gives the interval, the p-value and their meaning. */
export function Significance({ metric, change, tolerancePercent }: ChangeOf) {
  const t = useT()
  const verdict = verdictOf(metric, change, tolerancePercent)
  return (
    <Tooltip
      title={<Reasons lines={reasonsOf(metric, change, verdict, t)} />}
      trigger={['hover', 'focus']}
      styles={{ root: { maxWidth: 380 } }}
    >
      <button type="button" className={`cmp-significance cmp-${verdict}`}>
        <VerdictIcon verdict={verdict} delta={change.delta} /> {t(`comparison.verdict.${verdict}`)}
      </button>
    </Tooltip>
  )
}

/** The content of the tooltip with the difference itself, for tables that show only the percentage. */
export function ChangeWithReasons({ metric, change, tolerancePercent }: ChangeOf) {
  const t = useT()
  const verdict = verdictOf(metric, change, tolerancePercent)
  const word = `${metricDelta(metric, change.delta, t)} · ${t(`comparison.verdict.${verdict}`)}`
  return (
    <Tooltip
      title={<Reasons lines={[word, ...reasonsOf(metric, change, verdict, t)]} />}
      trigger={['hover', 'focus']}
      styles={{ root: { maxWidth: 380 } }}
    >
      <button type="button" className={`cmp-significance cmp-${verdict}`}>
        <VerdictIcon verdict={verdict} delta={change.delta} /> {percentDelta(change)}
        <span className="visually-hidden">{t(`comparison.verdict.${verdict}`)}</span>
      </button>
    </Tooltip>
  )
}

function Reasons({ lines }: { readonly lines: readonly string[] }): ReactNode {
  return lines.map(line => <div key={line}>{line}</div>)
}

function reasonsOf(metric: ComparisonMetric, change: Change, verdict: ChangeVerdict, t: Translate): string[] {
  const { lowDelta, highDelta, pValue, windowSeconds } = change
  const smallest = verdict === 'notShown' ? smallestText(metric, change, t) : null
  const low = lowDelta === null ? null : metricDelta(metric, lowDelta, t)
  const high = highDelta === null ? null : metricDelta(metric, highDelta, t)
  return [
    t(`comparison.why.${verdict}`),
    ...(smallest === null ? [] : [t('comparison.why.smallest', { smallest })]),
    ...(low === null || high === null ? [] : [t('comparison.why.interval', { low, high })]),
    ...(pValue === null ? [] : [t('comparison.why.pValue', pTexts(pValue))]),
    ...(windowSeconds === null ? [] : [t('comparison.why.windows', { seconds: windowSeconds })]),
  ]
}

function pTexts(p: number): { p: string; chance: string } {
  return p < 0.001
    ? { p: '< 0.001', chance: '< 0.1 %' }
    : { p: `= ${formatNumber(Number(p.toPrecision(2)))}`, chance: formatPercent(p * 100) }
}
