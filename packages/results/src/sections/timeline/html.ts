/** The curves over time. */
import { chartFigure } from '../../export/chart-figure.ts'
import { html, type Markup } from '../../export/markup.ts'
import { sayIn } from '../../export/texts.ts'
import { type TimelineView, timelineCharts } from './charts.ts'
import { texts } from './texts.ts'

export function timelineHtml(view: TimelineView): Markup | null {
  const { content, language } = view
  const say = sayIn(texts, language)
  const { seconds, secondsPerPoint } = content
  if (seconds.length === 0) return null
  const notes = [
    ...(secondsPerPoint > 1 ? [say('perPoint', { seconds: secondsPerPoint })] : []),
    ...(seconds.some(point => point.isSuspect) ? [say('suspect')] : []),
  ]
  const figures = timelineCharts(view).map(chart => chartFigure(chart, view))
  return html`<section><h2>${say('charts')}</h2><div class="charts">${figures}</div>${notes.length === 0 ? null : html`<p class="note">${notes.join(' · ')}</p>`}</section>`
}
