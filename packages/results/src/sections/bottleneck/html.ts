/** The verdict in one sentence, the knee with its interval, every resource with its evidence, and the counters that moved with the load. */
import { formatMs, formatNumber, formatPercent, noValue } from '@pone/metrics/figures.ts'
import { html, type Markup } from '../../export/markup.ts'
import type { ReportView } from '../../export/report-view.ts'
import { type Say, sayIn } from '../../export/texts.ts'
import type { Estimate } from '../../verdict/robust.ts'
import type { SectionData } from '../section.ts'
import type { Bottleneck, bottleneckData, ReportResource } from './data.ts'
import { disagreementText, judgedResources, partText } from './judged.ts'
import { texts } from './texts.ts'

type Words = Say<keyof typeof texts>

export function bottleneckHtml({
  content,
  language,
}: ReportView<SectionData<typeof bottleneckData>>): Markup | null {
  const { bottleneck } = content
  if (bottleneck === null) return null
  const say = sayIn(texts, language)
  const tone = bottleneck.kind === 'generator' ? 'warn' : ''
  const rows = judgedResources(bottleneck, language)
  return html`<section><h2>${say('bottleneck')}</h2><p class="${tone}"><strong>${bottleneck.sentence[language]}</strong></p>${facts(bottleneck, say)}${
    rows.length === 0
      ? null
      : html`<div class="scroll"><table><thead><tr><th>${say('resource')}</th><th>${say('tier')}</th><th>${say('verdict')}</th><th class="n">${say('ceiling')}</th><th class="n">${say('before')}</th><th class="n">${say('after')}</th><th class="n" title="${say('help.waiting')}">${say('waiting')}</th><th class="n">${say('readings')}</th></tr></thead>
<tbody>${rows.map(({ resource, text }) => html`<tr><td class="name">${resource.names[language]}</td><td>${resource.tier === null ? noValue : say(`tier.${resource.tier}`)}</td><td>${text}</td>${cells(resource)}</tr>`)}</tbody></table></div>`
  }${blameTable(bottleneck, say)}${correlationTable(bottleneck, { say, language })}</section>`
}

function facts({ knee, drive, responseGrowth }: Bottleneck, say: Words): Markup | null {
  if (knee === null) return null
  const rows: (readonly [string, string])[] = [
    [say(drive === 'users' ? 'kneeUsers' : 'kneeRate'), interval(knee.load, say)],
    [say('plateau'), interval(knee.plateau, say)],
  ]
  if (responseGrowth !== null)
    rows.push([say('growth'), say('times', { times: formatNumber(responseGrowth) })])
  return html`<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

const interval = ({ value, low, high }: Estimate, say: Words): string =>
  say('interval', { value: formatNumber(value), low: formatNumber(low), high: formatNumber(high) })

const cells = ({ nature, ceiling, levelBefore, levelAfter, waitingShare01, readings }: ReportResource) => {
  const level = (value: number | null): string =>
    value === null ? noValue : nature === 'waiting' ? formatNumber(value) : formatPercent(value * 100)
  const waiting = waitingShare01 === null ? noValue : formatPercent(waitingShare01 * 100)
  return html`<td class="n">${ceiling === null ? noValue : `${formatNumber(ceiling.value)} (${formatNumber(ceiling.low)} – ${formatNumber(ceiling.high)})`}</td><td class="n">${level(levelBefore)}</td><td class="n">${level(levelAfter)}</td><td class="n">${waiting}</td><td class="n">${readings}</td>`
}

function blameTable({ blame }: Bottleneck, say: Words): Markup | null {
  if (blame === null) return null
  const ms = (value: number | null): string => (value === null ? noValue : formatMs(value))
  const share = (value: number | null): string => (value === null ? noValue : formatPercent(value * 100))
  return html`<div class="scroll"><table><thead><tr><th>${say('blame')}</th><th class="n">${say('low')}</th><th class="n">${say('high')}</th><th class="n">${say('share')}</th><th>${say('definition')}</th></tr></thead>
<tbody>${blame.parts.map(({ part, lowMs, highMs, share01 }) => html`<tr><td class="name">${say(partText(part))}</td><td class="n">${ms(lowMs)}</td><td class="n">${ms(highMs)}</td><td class="n">${share(share01)}</td><td>${say(`define.${part}`)}</td></tr>`)}<tr><td class="name">${say('total')}</td><td class="n">${ms(blame.lowMs)}</td><td class="n">${ms(blame.highMs)}</td><td class="n">${share(1)}</td><td></td></tr></tbody></table></div>${blame.hasOtherStatements ? html`<p class="note">${say('otherStatements')}</p>` : null}${blame.disagreement === null ? null : html`<p class="note">${disagreementText(blame.disagreement, say)}</p>`}`
}

function correlationTable(
  { correlations, compared }: Bottleneck,
  { say, language }: { readonly say: Words; readonly language: 'zh' | 'en' },
): Markup | null {
  if (correlations.length === 0) return null
  return html`<div class="scroll"><table><thead><tr><th>${say('correlations')}</th><th>${say('with')}</th><th class="n">r</th><th class="n">${say('lag')}</th><th class="n">${say('pairs')}</th><th class="n">p</th></tr></thead>
<tbody>${correlations.map(({ names, target, r, lagMs, pairs, effectivePairs, pValue }) => html`<tr><td class="name">${names[language]}</td><td>${say(`target.${target}`)}</td><td class="n">${r.toFixed(2)}</td><td class="n">${formatMs(lagMs)}</td><td class="n">${pairs} (${effectivePairs.toFixed(0)})</td><td class="n">${pValueText(pValue)}</td></tr>`)}</tbody></table></div><p class="note">${say('correlationsNote', { compared })}</p>`
}

const pValueText = (pValue: number): string => (pValue < 0.001 ? '< 0.001' : pValue.toFixed(3))
