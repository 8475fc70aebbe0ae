/** Operations over time: per hour within a day, otherwise per day. */
import type { OperationStatistics } from '@pone/contract/entities/operation-record.ts'
import dayjs from 'dayjs'
import { useT } from '../../lib/i18n.ts'
import { StackedBars } from '../../ui/chart/stacked-bars.tsx'

export function OutcomeChart(props: {
  readonly times: OperationStatistics['times']
  readonly step: 'hour' | 'day'
}) {
  const { times, step } = props
  const t = useT()
  const isHours = step === 'hour'
  return (
    <StackedBars
      parts={[
        { key: 'done', label: t('record.outcome.done'), tone: 'passed' },
        { key: 'refused', label: t('record.outcome.refused'), tone: 'warning' },
        { key: 'failed', label: t('record.outcome.failed'), tone: 'failed' },
      ]}
      bars={times.map(({ at, ...counts }) => {
        const when = dayjs(at)
        const name = when.format(isHours ? 'HH:mm' : 'MM-DD')
        const time = when.format(isHours ? 'MM-DD HH:mm' : 'YYYY-MM-DD')
        return { key: String(at), name, text: t('record.barText', { time, ...counts }), counts }
      })}
    />
  )
}
