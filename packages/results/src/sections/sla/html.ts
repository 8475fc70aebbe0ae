/** The SLA rules with what came out. */
import type { SlaResult } from '@pone/contract/entities/run.ts'
import { formatClock, formatClockRange, formatNumber, noValue } from '@pone/metrics/figures.ts'
import { html, type Markup } from '../../export/markup.ts'
import { elapsed, type ReportView } from '../../export/report-view.ts'
import { ruleSentence, ruleValue } from '../../export/rule-sentence.ts'
import { sayIn } from '../../export/texts.ts'
import type { SectionData } from '../section.ts'
import type { slaData } from './data.ts'
import { texts } from './texts.ts'

const signs: Record<SlaResult['state'], { sign: string; tone: string }> = {
  passed: { sign: '✓', tone: 'good' },
  broken: { sign: '✕', tone: 'bad' },
  none: { sign: '–', tone: 'quiet' },
  notJudged: { sign: '–', tone: 'quiet' },
  pending: { sign: '–', tone: 'quiet' },
}

export function slaHtml(view: ReportView<SectionData<typeof slaData>>): Markup | null {
  const { content, language } = view
  if (content.sla.length === 0) return null
  const say = sayIn(texts, language)
  return html`<section><h2>${say('sla')}</h2><div class="scroll"><table>
<thead><tr><th>${say('sla')}</th><th>${say('rule')}</th><th class="n">${say('value')}</th><th class="n">${say('violated')}</th><th class="n">${say('since')}</th></tr></thead>
<tbody>${content.sla.map(result => {
    const { sign, tone } = signs[result.state]
    return html`<tr><td class="status ${tone}">${sign} ${say(`sla.${result.state}`)}${result.reason === null ? null : html`<br><small>${say(`slaReason.${result.reason}`)}</small>`}${missing(result, say('noDataFor'))}</td><td class="name">${ruleSentence(result.rule, language)}</td><td class="n">${measured(result, say('lastValue'))}</td><td class="n">${formatNumber(result.violatedSeconds)}</td><td class="n">${result.firstBrokenAt === null ? noValue : elapsed(view, result.firstBrokenAt)}</td></tr>`
  })}</tbody></table></div></section>`
}

/** For how long the monitor gave no value. */
const missing = ({ noData }: SlaResult, text: string): Markup | null =>
  noData ? html`<br><small class="quiet">${text} ${formatClock(noData.ms / 1_000)}</small>` : null

/** What broke the rule, and when; while it holds the final value, or of a rule over some seconds the last one. */
function measured({ rule, value, violation }: SlaResult, last: string): Markup {
  if (violation) {
    const { fromMs, toMs } = violation
    return html`${ruleValue(rule, violation.value)}<br><small class="quiet">${formatClockRange(fromMs, toMs)}</small>`
  }
  const isLast = rule.window.kind !== 'wholeRun' && value !== null
  return html`${ruleValue(rule, value)}${isLast ? html` <span class="quiet">${last}</span>` : null}`
}
