/** States of the nodes over a session as strips of colours, one of each monitor. */
import type { FlowReport } from '@pone/contract/entities/flow-report.ts'
import type { MonitorState } from '@pone/contract/entities/monitor.ts'
import { formatClock } from '@pone/metrics/figures.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { html, type Markup } from '../export/markup.ts'
import { pixel } from '../export/svg/scale.ts'
import { sayIn } from '../export/texts.ts'
import { flowTexts } from './texts.ts'

const width = 1_000
const colors: Readonly<Record<MonitorState, string>> = {
  stopped: 'target',
  waiting: 'line',
  up: 'passed',
  partly: 'invalid',
  noAgent: 'avg',
  down: 'failed',
}

export function healthStrips(
  { health, monitoring, lengthMs }: FlowReport,
  language: Language,
): Markup | null {
  if (health.length === 0) return null
  const say = sayIn(flowTexts, language)
  const rows = monitoring.monitors.flatMap(({ id, name, nodes }) => {
    const own = health.find(({ monitorId }) => monitorId === id)
    if (own === undefined) return []
    const spans = own.changes.map(([from, state], at) => ({
      state,
      from,
      to: own.changes[at + 1]?.[0] ?? lengthMs,
    }))
    const x = (ms: number) => (Math.max(0, ms) / Math.max(1, lengthMs)) * width
    const text = (span: (typeof spans)[number]) =>
      `${formatClock(span.from / 1_000)} – ${formatClock(span.to / 1_000)} ${say(`state.${span.state}`)}`
    const rects = spans.map(
      span =>
        html`<rect x="${pixel(x(span.from))}" y="0" width="${pixel(Math.max(1, x(span.to) - x(span.from)))}" height="18" fill="var(--${colors[span.state]})"><title>${text(span)}</title></rect>`,
    )
    const label = `${name}: ${spans.map(text).slice(0, 20).join('; ')}`
    return [
      html`<span>${nodes.join(', ') || name}</span><svg viewBox="0 0 ${width} 18" preserveAspectRatio="none" role="img" aria-label="${label}">${rects}</svg>`,
    ]
  })
  const used = new Set(health.flatMap(({ changes }) => changes.map(([, state]) => state)))
  const keys = [...used].map(
    state =>
      html`<span class="key state"><i style="background:var(--${colors[state]})"></i>${say(`state.${state}`)}</span>`,
  )
  return html`<section><h2>${say('states')}</h2><div class="strip">${rows}<span></span><div class="axis"><span>0:00</span><span>${formatClock(lengthMs / 1_000)}</span></div></div><p class="note">${keys}</p><p class="note">${say('statesHelp')}</p></section>`
}
