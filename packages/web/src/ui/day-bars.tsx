/** Runs per day as stacked bars: complete, stopped, failed; every bar names its figures on hover and to screen readers. */
import dayjs from 'dayjs'
import { useT } from '../lib/i18n.ts'
import './day-bars.css'

export interface DayRuns {
  /** `YYYY-MM-DD`. */
  readonly day: string
  readonly complete: number
  readonly failed: number
  readonly stopped: number
}

const parts = ['failed', 'stopped', 'complete'] as const

export function DayBars({ days }: { readonly days: readonly DayRuns[] }) {
  const t = useT()
  const totals = days.map(day => day.complete + day.failed + day.stopped)
  const highest = Math.max(1, ...totals)
  const describe = (day: DayRuns) =>
    t('dayBars.day', {
      day: dayjs(day.day).format('MM-DD'),
      complete: day.complete,
      failed: day.failed,
      stopped: day.stopped,
    })
  return (
    <figure className="day-bars">
      <ol className="day-bars-plot">
        {days.map((day, index) => (
          <li key={day.day} title={describe(day)} aria-label={describe(day)}>
            <span className="day-bars-count tabular" aria-hidden>
              {totals[index] || ''}
            </span>
            <span
              className="day-bars-bar"
              style={{ height: `${((totals[index] ?? 0) / highest) * 100}%` }}
              aria-hidden
            >
              {parts.map(
                part =>
                  day[part] > 0 && (
                    <span key={part} className={`day-bars-${part}`} style={{ flexGrow: day[part] }} />
                  ),
              )}
            </span>
            <span className="day-bars-day tabular" aria-hidden>
              {index % 2 === (days.length - 1) % 2 ? dayjs(day.day).format('MM-DD') : ''}
            </span>
          </li>
        ))}
      </ol>
      <figcaption className="day-bars-legend">
        {[...parts].reverse().map(part => (
          <span key={part}>
            <i className={`day-bars-${part}`} aria-hidden /> {t(`dayBars.${part}`)}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
