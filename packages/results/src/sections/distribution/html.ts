/** The distribution of response times. */

import { html, type Markup } from '../../export/markup.ts'
import type { ReportView } from '../../export/report-view.ts'
import { distributionChart } from '../../export/svg/distribution-chart.ts'
import { sayIn } from '../../export/texts.ts'
import type { figuresData } from '../figures/data.ts'
import type { SectionData } from '../section.ts'
import type { distributionData } from './data.ts'
import { texts } from './texts.ts'

export function distributionHtml({
  content,
  language,
}: ReportView<
  SectionData<typeof distributionData> & Pick<SectionData<typeof figuresData>, 'total'>
>): Markup | null {
  const say = sayIn(texts, language)
  const { total } = content
  const chart = distributionChart(content.distribution, {
    label: say('distribution'),
    marks: [
      { name: 'P50', ms: total.p50Ms },
      { name: 'P90', ms: total.p90Ms },
      { name: 'P95', ms: total.p95Ms },
      { name: 'P99', ms: total.p99Ms },
    ],
  })
  if (chart === null) return null
  return html`<section><h2>${say('distribution')}</h2><figure>${chart}</figure><p class="note">${say('distributionNote')}</p></section>`
}
