/** Requests by response time relative to the APDEX thresholds: a bar for each class. */
import type { JmeterReportContent } from '@pone/contract/entities/jmeter-report.ts'
import { formatMs, formatNumber, formatPercent } from '@pone/metrics/figures.ts'
import { useT } from '../../../lib/i18n.ts'

const kinds = ['satisfied', 'tolerated', 'untolerated', 'failed'] as const
const tones = { satisfied: 'passed', tolerated: 'warning', untolerated: 'failed', failed: 'off' } as const

export function ResponseOverview({ content }: { readonly content: JmeterReportContent }) {
  const t = useT()
  const { series } = content.charts.syntheticResponseTimeDistribution
  const counts = kinds.map(kind => {
    const values = series.find(({ name }) => name === kind)?.values ?? []
    return { kind, count: values.reduce<number>((sum, value) => sum + (value ?? 0), 0) }
  })
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const params = {
    satisfied: formatMs(content.settings.satisfiedMs),
    tolerated: formatMs(content.settings.toleratedMs),
  }
  return (
    <figure className="time-chart jr-chart">
      <figcaption>
        <h3>{t('jmeterReport.chart.syntheticResponseTimeDistribution')}</h3>
      </figcaption>
      <ul className="jr-overview">
        {counts.map(({ kind, count }) => (
          <li key={kind}>
            <span>{t(`jmeterReport.overview.${kind}`, params)}</span>
            <span className="jr-overview-bar" aria-hidden>
              <i
                style={{
                  width: `${total === 0 ? 0 : (count / total) * 100}%`,
                  background: `var(--${tones[kind]})`,
                }}
              />
            </span>
            <span className="tabular">
              {formatNumber(count)} · {formatPercent(total === 0 ? null : (count / total) * 100)}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  )
}
