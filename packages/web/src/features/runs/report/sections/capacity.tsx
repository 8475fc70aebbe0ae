/** The highest load within the rules that a capacity search found, how it was found, and every level that was tried. */
import { useT } from '../../../../lib/i18n.ts'
import { LevelTable } from '../../capacity/level-table.tsx'
import { Found } from '../../capacity/live-capacity.tsx'
import { PartFrame, type SectionPart } from './section-part.tsx'

export const CapacityPart: SectionPart = ({ content: { capacity } }) => {
  const t = useT()
  if (capacity === null) return null
  return (
    <PartFrame id="capacity" title={t('report.section.capacity')}>
      <Found capacity={capacity} />
      <LevelTable capacity={capacity} />
    </PartFrame>
  )
}
