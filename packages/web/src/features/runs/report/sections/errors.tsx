/** The errors, each with a sample. */
import { useT } from '../../../../lib/i18n.ts'
import { ErrorsTable } from '../../figures/errors-table.tsx'
import { PartFrame, type SectionPart } from './section-part.tsx'

export const ErrorsPart: SectionPart = ({ content }) => {
  const t = useT()
  return (
    <PartFrame id="errors" title={t('run.tab.errors')}>
      <ErrorsTable errors={content.errors} />
    </PartFrame>
  )
}
