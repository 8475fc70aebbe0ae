/** The distribution of response times as a histogram. */
import { useT } from '../../../../lib/i18n.ts'
import { Histogram } from '../histogram/histogram.tsx'
import { PartFrame, type SectionPart } from './section-part.tsx'

export const DistributionPart: SectionPart = ({ content }) => {
  const t = useT()
  const title = t('report.section.distribution')
  return (
    <PartFrame id="distribution" title={title}>
      <Histogram title={title} buckets={content.distribution} total={content.total} />
    </PartFrame>
  )
}
