/** The production mix and the run side by side: the overlap, requests with their shares and sizes, arrival times. */
import {
  formatBytes,
  formatClockRange,
  formatDuration,
  formatNumber,
  formatPercent,
} from '@pone/metrics/figures.ts'
import { figureOn } from '../../export/chart-figure.ts'
import { formatInstant } from '../../export/format.ts'
import { html, type Markup } from '../../export/markup.ts'
import type { ReportView } from '../../export/report-view.ts'
import { type Say, sayIn } from '../../export/texts.ts'
import type { SectionData } from '../section.ts'
import type { ComparedTemplate, MixFidelity, mixData } from './data.ts'
import { texts } from './texts.ts'

type Words = Say<keyof typeof texts>
type View = ReportView<SectionData<typeof mixData>>

const maxRows = 100

export function mixHtml(view: View): Markup | null {
  const { content, language } = view
  const say = sayIn(texts, language)
  const { mix } = content
  if (mix === null) return null
  if (typeof mix === 'string') return html`<section><h2>${say('mix')}</h2><p>${say(mix)}</p></section>`
  return html`<section><h2>${say('mix')}</h2>
<p>${say('basis', {
    name: mix.name,
    from: formatInstant(mix.fromMs, language),
    to: formatInstant(mix.toMs, language),
    production: formatNumber(mix.production),
    run: formatNumber(mix.run),
    failed: formatNumber(mix.failed),
  })}${mix.leftOut > 0 ? ` ${say('leftOut', { count: formatNumber(mix.leftOut) })}` : null}</p>
${mix.overlapPercent === null ? html`<p>${say('noRequests')}</p>` : figure(say('overlap'), mix.overlapPercent, say('overlapMeaning'))}
${requestTable(mix, say)}
${mix.sizes === null ? null : html`<p class="note">${say('sizes', { production: formatBytes(mix.sizes.productionBytes), run: formatBytes(mix.sizes.runBytes) })}</p>`}
${arrivals(mix, view, say)}</section>`
}

const figure = (title: string, percent: number, meaning: string): Markup =>
  html`<p><strong>${title} ${formatPercent(percent)}</strong></p><p class="note">${meaning}</p>`

function requestTable(mix: MixFidelity, say: Words): Markup {
  const hidden = mix.templates.length - maxRows
  const others = (mix.productionOthers / mix.production) * 100
  return html`<div class="scroll"><table>
<thead><tr><th>${say('request')}</th><th class="n">${say('productionShare')}</th><th class="n">${say('runShare')}</th><th class="n">${say('difference')}</th><th class="n">${say('runCount')}</th><th class="n">${say('failed')}</th><th class="n">${say('productionBytes')}</th><th class="n">${say('runBytes')}</th></tr></thead>
<tbody>${mix.templates.slice(0, maxRows).map(template => row(template, mix.overlapPercent !== null, say))}${
    mix.productionOthers === 0
      ? null
      : html`<tr><td>${say('others')}</td><td class="n">${formatPercent(others)}</td><td class="n">${formatPercent(0)}</td><td class="n">${points(-others)}</td><td></td><td></td><td></td><td></td></tr>`
  }</tbody></table></div>${hidden > 0 ? html`<p class="note">${say('more', { count: hidden })}</p>` : null}`
}

function row(template: ComparedTemplate, hasShares: boolean, say: Words): Markup {
  const { name, production, productionPercent, run, runPercent, failed, productionBytes, runBytes } = template
  const note = production === 0 ? say('onlyRun') : run === 0 ? say('onlyProduction') : null
  const sizes =
    productionBytes === null ? [null] : [productionBytes.mean, productionBytes.p50, productionBytes.p95]
  return html`<tr><td class="name">${name}${note === null ? null : html`<small>${note}</small>`}</td><td class="n">${formatPercent(productionPercent)}</td><td class="n">${formatPercent(hasShares ? runPercent : null)}</td><td class="n">${hasShares ? points(runPercent - productionPercent) : '–'}</td><td class="n">${formatNumber(run)}</td><td class="n">${formatNumber(failed)}</td><td class="n">${sizes.map(formatBytes).join(' / ')}</td><td class="n">${formatBytes(runBytes)}</td></tr>`
}

/** With its sign. */
const points = (value: number): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toFixed(2)}`

function arrivals(mix: MixFidelity, { language }: View, say: Words): Markup {
  const { arrivals: compared, fromSeconds } = mix
  if (typeof compared === 'string')
    return html`<p class="note">${say(`arrivals.${compared}`, { interval: formatDuration(mix.intervalSeconds * 1_000) })}</p>`
  const { intervalSeconds, firstSecond, productionPerSecond, runPerSecond, overlapPercent } = compared
  const toSecond = firstSecond + compared.run.length * intervalSeconds
  const scale = runPerSecond / productionPerSecond
  const chart = {
    title: say('chart'),
    unit: say('unit.perSecond'),
    format: formatNumber,
    tickKind: 'decimal',
    series: [
      {
        name: say('series.production'),
        color: 'target',
        values: compared.production.map(rate => rate * scale),
        isDashed: true,
      },
      { name: say('series.run'), color: 'rate', values: compared.run },
    ],
  } as const
  return html`${figure(
    say('arrivals'),
    overlapPercent,
    say('arrivalsMeaning', {
      interval: formatDuration(intervalSeconds * 1_000),
      clock: formatClockRange(firstSecond * 1_000, toSecond * 1_000),
      seconds: formatNumber(fromSeconds + firstSecond),
      production: formatNumber(productionPerSecond),
      run: formatNumber(runPerSecond),
    }),
  )}
<div class="charts">${figureOn(chart, language, {
    seconds: compared.run.map((_, at) => firstSecond + at * intervalSeconds),
    secondsPerPoint: intervalSeconds,
    suspect: [],
    marks: [],
  })}</div>`
}
