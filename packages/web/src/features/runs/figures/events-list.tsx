/** Events of a run, newest first. */
import { isRoutine, type RunEvent } from '@pone/contract/entities/run.ts'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { TimeText } from '../../../ui/time-text.tsx'
import { eventText, eventTone } from './run-events.ts'

export function EventsList({ events }: { readonly events: readonly RunEvent[] }) {
  const t = useT()
  const language = useSession('language')
  const remarkable = events.filter(event => !isRoutine(event))
  if (remarkable.length === 0) return <p className="run-quiet">{t('run.event.none')}</p>
  return (
    <ol className="run-events">
      {remarkable.toReversed().map(event => (
        <li key={`${event.at} ${event.kind} ${JSON.stringify(event.params)}`}>
          <TimeText at={event.at} withSeconds />
          <i style={{ background: `var(--${eventTone(event)})` }} aria-hidden />
          {eventText(event, t, language)}
        </li>
      ))}
    </ol>
  )
}
