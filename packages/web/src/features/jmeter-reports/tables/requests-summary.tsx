/** Numbers of passed and failed requests, as a ring with the figures beside it. */
import type { JmeterReportContent } from '@pone/contract/entities/jmeter-report.ts'
import { formatNumber, formatPercent } from '@pone/metrics/figures.ts'
import { useT } from '../../../lib/i18n.ts'

const radius = 42
const round = 2 * Math.PI * radius

export function RequestsSummary({ requests }: { readonly requests: JmeterReportContent['requests'] }) {
  const t = useT()
  const { count, failed } = requests
  const failed01 = count === 0 ? 0 : failed / count
  const lines = [
    { name: 'passed', count: count - failed, percent: (1 - failed01) * 100 },
    { name: 'failed', count: failed, percent: failed01 * 100 },
  ] as const
  return (
    <div className="jr-summary">
      <svg viewBox="0 0 100 100" className="jr-ring" aria-hidden>
        <circle cx="50" cy="50" r={radius} className="jr-ring-passed" />
        {failed > 0 && (
          <circle
            cx="50"
            cy="50"
            r={radius}
            className="jr-ring-failed"
            // A minimum length keeps even one failure in a million visible.
            strokeDasharray={`${Math.max(failed01 * round, 1.5)} ${round}`}
            transform="rotate(-90 50 50)"
          />
        )}
        <text x="50" y="50" textAnchor="middle" dominantBaseline="central">
          {formatPercent(failed01 * 100)}
        </text>
      </svg>
      <dl>
        {lines.map(line => (
          <div key={line.name}>
            <dt>
              <i style={{ background: `var(--${line.name})` }} aria-hidden />
              {t(`jmeterReport.summary.${line.name}`)}
            </dt>
            <dd>
              {formatNumber(line.count)} <small>{formatPercent(line.percent)}</small>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
