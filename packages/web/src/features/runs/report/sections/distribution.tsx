/** The distribution of response times as a histogram. */
import { useT } from '../../../../lib/i18n.ts'
import { Histogram } from '../distribution/histogram.tsx'
import { PartFrame, type SectionPart } from './section-part.tsx'

export const DistributionPart: SectionPart = ({ content }) => {
  const t = useT()
  return (
    <PartFrame id="distribution" title={t('report.section.distribution')}>
      <Histogram buckets={content.distribution} total={content.total} />
    </PartFrame>
  )
}
