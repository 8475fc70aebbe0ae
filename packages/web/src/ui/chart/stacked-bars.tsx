/** Counts over time as stacked bars; every bar shows its figures in a tooltip and to screen readers. */
import './stacked-bars.css'

/** One part of every bar. */
export interface BarPart {
  readonly key: string
  readonly label: string
  readonly tone: 'passed' | 'warning' | 'failed'
}

export interface StackedBar {
  readonly key: string
  /** Below the bar, if there is room for it. */
  readonly name: string
  /** Description of the whole bar. */
  readonly text: string
  /** Values by part. */
  readonly counts: Readonly<Record<string, number>>
}

/** With more bars than this, figures above the bars do not fit. */
const bareAbove = 31
const shownNames = 8

/** `parts` from bottom to top. */
export function StackedBars({
  bars,
  parts,
}: {
  readonly bars: readonly StackedBar[]
  readonly parts: readonly BarPart[]
}) {
  const totals = bars.map(bar => parts.reduce((sum, { key }) => sum + (bar.counts[key] ?? 0), 0))
  const highest = Math.max(1, ...totals)
  const nameEvery = Math.max(1, Math.ceil(bars.length / shownNames))
  return (
    <figure className="stacked-bars">
      <ol className="stacked-bars-plot">
        {bars.map((bar, index) => (
          <li key={bar.key} title={bar.text} aria-label={bar.text}>
            <span className="stacked-bars-count tabular" aria-hidden>
              {bars.length > bareAbove ? '' : totals[index] || ''}
            </span>
            <span
              className="stacked-bars-bar"
              style={{ height: `${((totals[index] ?? 0) / highest) * 100}%` }}
              aria-hidden
            >
              {parts.toReversed().map(({ key, tone }) => {
                const count = bar.counts[key] ?? 0
                return (
                  count > 0 && (
                    <span key={key} className={`stacked-bars-${tone}`} style={{ flexGrow: count }} />
                  )
                )
              })}
            </span>
            <span className="stacked-bars-name tabular" aria-hidden>
              {index % nameEvery === (bars.length - 1) % nameEvery ? bar.name : ''}
            </span>
          </li>
        ))}
      </ol>
      <figcaption className="stacked-bars-legend">
        {parts.map(({ key, label, tone }) => (
          <span key={key}>
            <i className={`stacked-bars-${tone}`} aria-hidden /> {label}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
