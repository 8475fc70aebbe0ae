/** APDEX of each label, with the rating of the value. */
import type { JmeterReportContent } from '@pone/contract/entities/jmeter-report.ts'
import { formatMs } from '@pone/metrics/figures.ts'
import { useT } from '../../../lib/i18n.ts'
import { LabelTable } from './label-table.tsx'

type Line = JmeterReportContent['apdex'][number]

/** @see Apdex Technical Specification 1.1, section 5.2 */
const ratings = [
  ['excellent', 0.94],
  ['good', 0.85],
  ['fair', 0.7],
  ['poor', 0.5],
] as const
const tones = {
  excellent: 'passed',
  good: 'passed',
  fair: 'warning',
  poor: 'failed',
  unacceptable: 'failed',
} as const

const ratingOf = (apdex: number): keyof typeof tones =>
  ratings.find(([, least]) => apdex >= least)?.[0] ?? 'unacceptable'

export function ApdexTable({ lines }: { readonly lines: readonly Line[] }) {
  const t = useT()
  return (
    <LabelTable<Line>
      lines={lines}
      pageSize={10}
      columns={[
        {
          title: t('jmeterReport.apdex.value'),
          value: line => line.apdex,
          show: ({ apdex }) => {
            const rating = ratingOf(apdex)
            return (
              <span className="jr-apdex">
                <span style={{ color: `var(--${tones[rating]})` }}>
                  {t(`jmeterReport.apdex.rating.${rating}`)}
                </span>
                <b>{apdex.toFixed(3)}</b>
              </span>
            )
          },
        },
        {
          title: t('jmeterReport.apdex.satisfied'),
          value: line => line.satisfiedMs,
          show: line => formatMs(line.satisfiedMs),
        },
        {
          title: t('jmeterReport.apdex.tolerated'),
          value: line => line.toleratedMs,
          show: line => formatMs(line.toleratedMs),
        },
      ]}
    />
  )
}
