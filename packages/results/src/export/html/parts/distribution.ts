/** The distribution of response times. */
import { distributionChart } from '../../svg/distribution-chart.ts'
import { html, type Markup } from '../markup.ts'
import type { ReportView } from './part.ts'

export function distribution({ content, say }: ReportView): Markup | null {
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
