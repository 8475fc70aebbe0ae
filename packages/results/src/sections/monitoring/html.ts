/** What monitors collected during the run: charts on the run's time axis, and why there are gaps. */
import { type ChartView, chartFigure } from '../../export/chart-figure.ts'
import { html, type Markup } from '../../export/markup.ts'
import { monitoredFigures } from '../../export/monitored-figures.ts'
import type { ReportView } from '../../export/report-view.ts'
import { sayIn } from '../../export/texts.ts'
import type { SectionData } from '../section.ts'
import type { monitoringData } from './data.ts'
import { texts } from './texts.ts'

type View = ReportView<SectionData<typeof monitoringData> & ChartView['content']>

export function monitoringHtml(view: View): Markup | null {
  const { content, language } = view
  const { monitoring } = content
  if (monitoring === null) return null
  const say = sayIn(texts, language)
  const figures = monitoredFigures(monitoring, language).map(figure => chartFigure(figure, view))
  const notes = monitoring.notes.map(
    ({ name, text, isProblem }) =>
      html`<p class="note${isProblem ? ' warn' : ''}">${name === '' ? '' : `${name}: `}${text[language]}</p>`,
  )
  return html`<section><h2>${say('monitoring')}</h2>${notes}<div class="charts">${figures}</div></section>`
}
