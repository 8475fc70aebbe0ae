/** The states of an alert over a range as a line of areas, and as text for screen readers. */
import type { RehearsedSeries } from '@pone/contract/entities/alert.ts'
import { formatDuration } from '@pone/metrics/figures.ts'
import { useT } from '../../../../lib/i18n.ts'
import { formatInstant } from '../../../../ui/format.ts'
import { type Phase, stripParts } from './rehearsal-model.ts'

export function StateStrip(props: {
  readonly label: string
  readonly rehearsal: Pick<RehearsedSeries['after'], 'intervals'>
}) {
  const { label, rehearsal } = props
  const t = useT()
  const parts = stripParts(rehearsal)
  const total = (phase: Phase) =>
    parts.filter(each => each.phase === phase).reduce((sum, { from, to }) => sum + to - from, 0)
  const phases = [...new Set(parts.map(({ phase }) => phase))]
  const texts = phases.map(phase => `${t(`alert.phase.${phase}`)} ${formatDuration(total(phase))}`)
  return (
    <div className="alert-strip">
      <span>{label}</span>
      <div role="img" aria-label={`${label}: ${texts.join(t('monitor.comma'))}`}>
        {parts.map(({ phase, from, to, leftPercent, widthPercent }) => (
          <i
            key={from}
            className={`alert-strip-${phase}`}
            style={{ left: `${leftPercent}%`, width: `${widthPercent}%` }}
            title={`${t(`alert.phase.${phase}`)} · ${formatInstant(from)} – ${formatInstant(to)}`}
          />
        ))}
      </div>
      <ul aria-hidden>
        {phases.map((phase, index) => (
          <li key={phase}>
            <i className={`alert-strip-${phase}`} />
            {texts[index]}
          </li>
        ))}
      </ul>
    </div>
  )
}
