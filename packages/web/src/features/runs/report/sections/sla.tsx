/** The SLA rules with their results. */
import { useT } from '../../../../lib/i18n.ts'
import { SlaResults } from '../../sla/sla-results.tsx'
import { PartFrame, type SectionPart } from './section-part.tsx'

export const SlaPart: SectionPart = ({ content }) => {
  const t = useT()
  return (
    <PartFrame id="sla" title={t('run.tab.sla')}>
      <SlaResults results={content.sla} />
    </PartFrame>
  )
}
