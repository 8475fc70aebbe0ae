/** The timeline of an incident: its transitions, notices, and what people did, the newest last. */
import type { AlertIncident, AlertTimelineEntry } from '@pone/contract/entities/alert.ts'
import { useT } from '../../../../lib/i18n.ts'
import { useSession } from '../../../../lib/session/session.ts'
import { TimeText } from '../../../../ui/time-text.tsx'
import { useMonitorTypes } from '../../shared/use-monitor-types.ts'
import { indicatorValueText } from '../shared/threshold-text.ts'
import { deliveryText, entryText } from './timeline-text.ts'

export function Timeline(props: {
  readonly entries: readonly AlertTimelineEntry[]
  readonly incident: Pick<AlertIncident, 'indicator' | 'indicatorNames'>
}) {
  const { entries, incident } = props
  const t = useT()
  const language = useSession('language')
  const { offered: types } = useMonitorTypes()
  const reading = { t, language, types, named: incident.indicatorNames }
  const valueText = (value: number | null) => indicatorValueText(incident.indicator, value, reading)
  return (
    <ol className="alert-timeline">
      {entries.map(entry => (
        <li key={`${entry.at} ${entry.kind === 'transition' ? entry.key : `${entry.kind} ${entry.by}`}`}>
          <TimeText at={entry.at} withSeconds />
          <div>
            {entryText(entry, t, valueText)}
            {entry.kind === 'comment' && <p className="alert-said">{entry.text}</p>}
            {entry.kind === 'transition' && <Deliveries entry={entry} />}
          </div>
        </li>
      ))}
    </ol>
  )
}

function Deliveries({ entry }: { readonly entry: Extract<AlertTimelineEntry, { kind: 'transition' }> }) {
  const t = useT()
  if (entry.deliveries.length === 0) return null
  return (
    <ul className="alert-delivered">
      {entry.deliveries.map((delivery, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- deleted channels have no name
        <li key={index}>{deliveryText(delivery, t)}</li>
      ))}
    </ul>
  )
}
