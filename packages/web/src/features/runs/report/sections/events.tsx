/** The events of the run. */
import { useT } from '../../../../lib/i18n.ts'
import { EventsList } from '../../figures/events-list.tsx'
import { PartFrame, type SectionPart } from './section-part.tsx'

export const EventsPart: SectionPart = ({ content }) => {
  const t = useT()
  return (
    <PartFrame id="events" title={t('run.tab.events')}>
      <EventsList events={content.events} />
    </PartFrame>
  )
}
