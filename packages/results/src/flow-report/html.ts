/** A data-flow report as one HTML file without script or network: states over time, statistics, events and charts. */
import type { FlowReport } from '@pone/contract/entities/flow-report.ts'
import { formatClock, formatDuration, formatNumber, noValue } from '@pone/metrics/figures.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { figureOn } from '../export/chart-figure.ts'
import { formatInstant } from '../export/format.ts'
import { html, type Markup, trusted } from '../export/markup.ts'
import { monitoredFigures } from '../export/monitored-figures.ts'
import { sayIn } from '../export/texts.ts'
import { htmlPage } from '../report/html/page.ts'
import { healthStrips } from './health-strips.ts'
import { basisText, labelsText } from './tables.ts'
import { flowTexts } from './texts.ts'
import { topologyStates } from './topology-states.ts'

interface View {
  readonly report: FlowReport
  readonly language: Language
  readonly projectName: string
  /** Address of the picture behind the topology; null: it has none. */
  readonly picture: string | null
}

/** Fewer points than this give a chart no axis. */
const maxAxisPoints = 600

const styles = trusted(`
.strip{display:grid;grid-template-columns:minmax(120px,220px) 1fr;gap:4px 14px;align-items:center;font-size:13px}
.strip svg{height:18px}.strip .axis{color:var(--faint);font-size:12px;display:flex;justify-content:space-between}
.key.state i{height:10px}
.instants{font-size:13px}.instants label{margin:0 14px 0 4px;font-variant-numeric:tabular-nums}
.views{margin-top:10px}.views img{display:none;max-width:100%;border:1px solid var(--line);border-radius:6px}
.views.pictured{display:inline-block;position:relative;overflow:hidden;background:#fff}.views.pictured img{position:relative}.views .picture{position:absolute!important;display:block;max-width:none;border:0;border-radius:0}`)

export function flowReportHtml(
  report: FlowReport,
  { language, projectName, picture }: Omit<View, 'report'>,
): string {
  const say = sayIn(flowTexts, language)
  const view = { report, language, projectName, picture }
  return htmlPage({
    language,
    title: `${report.session.linkName} · ${say('title')}`,
    styles,
    body: html`${head(view)}${topologyStates(report, language, picture)}${healthStrips(report, language)}${statistics(view)}${events(view)}${charts(view)}<footer>${say('footer')}</footer>`,
  })
}

function head({ report, language, projectName }: View): Markup {
  const say = sayIn(flowTexts, language)
  const { session, lengthMs, notes } = report
  const by = (at: number, who: string) =>
    who === '' ? formatInstant(at, language) : say('by', { at: formatInstant(at, language), who })
  const facts = [
    [say('project'), projectName],
    [say('started'), by(session.startedAt, session.startedBy)],
    [say('stopped'), session.stoppedAt === null ? say('running') : by(session.stoppedAt, session.stoppedBy)],
    [say('length'), formatDuration(lengthMs)],
    [say('size'), `${formatNumber(session.nodes)} / ${formatNumber(session.edges)}`],
  ] as const
  return html`<header><p class="eyebrow">Pone · ${say('title')}</p><h1>${session.linkName}</h1>
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${notes.map(({ name, text, isProblem }) => html`<p class="note${isProblem ? ' warn' : ''}">${name === '' ? '' : `${name}: `}${text[language]}</p>`)}</header>`
}

function statistics({ report, language }: View): Markup {
  const say = sayIn(flowTexts, language)
  const nameOf = new Map(report.monitoring.monitors.map(({ id, name }) => [id, name]))
  const heads = ['n', 'min', 'mean', 'max'] as const
  const rows = report.monitoring.series.map(({ monitorId, names, labels, unit }, at) => {
    const own = report.statistics[at]
    const figures = [own?.min, own?.mean, own?.max, own?.p95].map(value => formatNumber(value ?? null))
    return html`<tr><td class="name">${nameOf.get(monitorId) ?? ''}</td><td class="name">${names[language]}</td><td>${labelsText(labels)}</td><td>${unit}</td><td class="n">${formatNumber(own?.n ?? 0)}</td>${figures.map(text => html`<td class="n">${text}</td>`)}<td>${basisText(own?.basisMs ?? 0, language)}</td></tr>`
  })
  const body =
    rows.length === 0
      ? html`<p class="quiet">${say('noValues')}</p>`
      : html`<div class="scroll"><table><thead><tr>${(['monitor', 'counter', 'labels', 'unit'] as const).map(key => html`<th>${say(key)}</th>`)}${heads.map(key => html`<th class="n">${say(key)}</th>`)}<th class="n">P95</th><th>${say('basis')}</th></tr></thead><tbody>${rows}</tbody></table></div><p class="note">${say('definition')}</p>`
  return html`<section><h2>${say('statistics')}</h2>${body}</section>`
}

function events({ report, language }: View): Markup {
  const say = sayIn(flowTexts, language)
  const clock = (ms: number | null) => (ms === null ? noValue : formatClock(Math.max(0, ms) / 1_000))
  const rows = report.events.map(
    ({ atMs, untilMs, name, text, tone }) =>
      html`<tr><td>${clock(atMs)}</td><td>${clock(untilMs)}</td><td>${formatInstant(report.session.startedAt + atMs, language)}</td><td class="name">${name}</td><td${tone === 'bad' ? html` class="bad"` : null}>${text[language]}</td></tr>`,
  )
  const heads = (['elapsed', 'until', 'time', 'what', 'event'] as const).map(
    key => html`<th>${say(key)}</th>`,
  )
  const omitted =
    report.omittedEvents === 0
      ? null
      : html`<p class="note">${say('omittedEvents', { count: report.omittedEvents })}</p>`
  return html`<section><h2>${say('events')}</h2><div class="scroll"><table><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table></div>${omitted}</section>`
}

function charts({ report, language }: View): Markup | null {
  const { lengthMs, monitoring, runs } = report
  const figures = monitoredFigures(monitoring, language)
  if (figures.length === 0) return null
  const endSecond = Math.max(1, lengthMs / 1_000)
  const points = Math.min(maxAxisPoints, Math.ceil(endSecond))
  const axis = {
    seconds: Array.from({ length: points + 1 }, (_, at) => (at * endSecond) / points),
    secondsPerPoint: endSecond / points,
    suspect: [],
    marks: runs.map(({ number, scenarioName, fromMs }) => ({
      second: Math.max(0, fromMs / 1_000),
      text: `${scenarioName} #${number}`,
    })),
  }
  return html`<section><h2>${sayIn(flowTexts, language)('charts')}</h2><div class="charts">${figures.map(figure => figureOn(figure, language, axis))}</div></section>`
}
