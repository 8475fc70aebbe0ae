/** Response-time distribution: a bar per bucket; bucket widths grow with the time. */

import { formatMs, formatNumber, formatPercent } from '@pone/metrics/figures.ts'
import type { ReportContent } from '@pone/results/report/content.ts'
import { useT } from '../../../../lib/i18n.ts'

import { PartFrame, type SectionPart } from './section-part.tsx'

type Bucket = ReportContent['distribution'][number]

export const DistributionPart: SectionPart = ({ content }) => {
  const t = useT()
  return (
    <PartFrame id="distribution" title={t('report.section.distribution')}>
      <DistributionChart buckets={content.distribution} />
    </PartFrame>
  )
}

function DistributionChart({ buckets }: { readonly buckets: readonly Bucket[] }) {
  const t = useT()
  const total = buckets.reduce((sum, bucket) => sum + bucket.count, 0)
  const highest = Math.max(1, ...buckets.map(bucket => bucket.count))
  if (total === 0) return <p className="run-quiet">{t('run.noFigures')}</p>
  return (
    <ul className="report-distribution">
      {buckets.map(bucket => (
        <li
          key={bucket.fromMs}
          title={`${formatNumber(bucket.count)} · ${formatPercent((bucket.count / total) * 100)}`}
        >
          <span className="report-bucket-range">
            {formatMs(bucket.fromMs)} – {formatMs(bucket.toMs)}
          </span>
          <span className="report-bucket-bar" aria-hidden>
            <i style={{ width: `${(bucket.count / highest) * 100}%` }} />
          </span>
          <span className="report-bucket-count">
            {formatNumber(bucket.count)} · {formatPercent((bucket.count / total) * 100)}
          </span>
        </li>
      ))}
    </ul>
  )
}
