/** Runs per day: complete, stopped, failed. */
import dayjs from 'dayjs'
import { useT } from '../../lib/i18n.ts'
import { StackedBars } from './stacked-bars.tsx'

export interface DayRuns {
  /** `YYYY-MM-DD`. */
  readonly day: string
  readonly complete: number
  readonly failed: number
  readonly stopped: number
}

export function DayBars({ days }: { readonly days: readonly DayRuns[] }) {
  const t = useT()
  return (
    <StackedBars
      parts={[
        { key: 'complete', label: t('dayBars.complete'), tone: 'passed' },
        { key: 'stopped', label: t('dayBars.stopped'), tone: 'warning' },
        { key: 'failed', label: t('dayBars.failed'), tone: 'failed' },
      ]}
      bars={days.map(({ day, ...counts }) => {
        const name = dayjs(day).format('MM-DD')
        return { key: day, name, text: t('dayBars.day', { day: name, ...counts }), counts }
      })}
    />
  )
}
