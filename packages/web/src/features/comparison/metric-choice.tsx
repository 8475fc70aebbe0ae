/** Selects the metric for labels and trend. */
import { type ComparisonMetric, comparisonMetrics } from '@pone/contract/entities/comparison.ts'
import { Select } from 'antd'
import { useT } from '../../lib/i18n.ts'

export function MetricChoice(props: {
  readonly metric: ComparisonMetric
  readonly onChange: (metric: ComparisonMetric) => void
}) {
  const t = useT()
  return (
    <Select<ComparisonMetric>
      value={props.metric}
      aria-label={t('comparison.metric')}
      popupMatchSelectWidth={false}
      listHeight={400}
      className="cmp-metric-choice no-print"
      options={comparisonMetrics.map(value => ({ value, label: t(`comparison.metric.${value}`) }))}
      onChange={props.onChange}
    />
  )
}
