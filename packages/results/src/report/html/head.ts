/** Top of the report: which run it is about, and what came out. */

import type { SlaResult } from '@pone/contract/entities/run.ts'
import { causeText } from '@pone/contract/told-cause.ts'
import {
  formatClock,
  formatDuration,
  formatMs,
  formatNumber,
  formatPeak,
  formatPercent,
} from '@pone/metrics/figures.ts'
import { isPartOfRun, judgedCase, ratesEndEarlier } from '@pone/metrics/run-part.ts'
import { formatInstant } from '../../export/format.ts'
import { html, type Markup } from '../../export/markup.ts'
import { elapsed, type ReportView } from '../../export/report-view.ts'
import { ruleSentence, ruleValue } from '../../export/rule-sentence.ts'
import { type Say, sayIn } from '../../export/texts.ts'
import type { Reconciliation } from '../../sections/reconciliation/data.ts'
import type { ReportContent, SectionFields } from '../content.ts'
import { texts } from './texts.ts'

type View = ReportView<SectionFields>
type Words = Say<keyof typeof texts>

export function head(view: View): Markup {
  const { content, language, projectName } = view
  const say = sayIn(texts, language)
  const { run } = content
  const isPart = isPartOfRun(run, content)
  const model = say(`model.${run.scenario.loadModel.kind}`)
  const facts: readonly (readonly [string, string])[] = [
    [say('project'), projectName],
    [say('cluster'), run.clusterName],
    [say('model'), run.scenario.drive === 'arrivals' ? `${model} · ${say('arrivals')}` : model],
    [say('by'), run.startedBy],
    [say('started'), formatInstant(run.startedAt, language)],
    [say('ended'), formatInstant(run.endedAt, language)],
    [say('covers'), coversText(view)],
    [say('outcome'), run.cause === null ? say(`state.${run.state}`) : say(`cause.${run.cause}`)],
    ...(run.causeDetail === '' ? [] : [[say('causeDetail'), causeText(run.causeDetail, language)] as const]),
  ]
  return html`<header>
<p class="eyebrow">Pone · ${say('title')}</p>
<h1>${run.scenarioName} · ${say('run', { number: run.number })}</h1>
${isPart ? html`<span class="badge">${say('part', { from: formatClock(content.fromMs / 1_000), to: formatClock(content.toMs / 1_000) })}</span>` : null}
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${verdict(view)}
${figures(view)}
</header>`
}

/** The interval by the run's clock and by the calendar. */
function coversText({ content, language }: View): string {
  const say = sayIn(texts, language)
  const { fromMs, toMs, run } = content
  const at = (ms: number) => formatInstant(run.startedAt === null ? null : run.startedAt + ms, language)
  return say('coversText', {
    from: formatClock(fromMs / 1_000),
    to: formatClock(toMs / 1_000),
    duration: formatDuration(toMs - fromMs),
    fromAt: at(fromMs),
    toAt: at(toMs),
  })
}

const icons: Record<ReportContent['verdict'], string> = {
  passed: 'M7 12.5l3.2 3.2L17 9',
  failed: 'M8.5 8.5l7 7m0-7l-7 7',
  invalid: 'M12 7v6m0 3.2v.3',
  noSla: 'M8 12h8',
  notJudged: 'M8 12h8',
}

function verdict(view: View): Markup {
  const { content, language } = view
  const say = sayIn(texts, language)
  const tone = content.verdict
  return html`<div class="verdict" style="--tone:var(--${tone});--tone-bg:var(--${tone}-bg)">
<strong><svg width="26" height="26" style="width:26px" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="11" fill="var(--tone)"/><path d="${icons[tone]}" fill="none" stroke="var(--page)" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/></svg>${say(`verdict.${tone}`)}</strong>
<p>${reasonFor(view)}</p>
${judged(view)}
${content.machines.some(machine => machine.isOverloaded) ? html`<p class="warn">${say('overloaded')}</p>` : null}
${content.machines.some(machine => machine.busy.length > 0) ? html`<p class="warn">${say('busy')}</p>` : null}
<dl class="first">${firsts(view).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
</div>`
}

/** On what the rules were judged. */
function judged({ content, language }: View): Markup | null {
  const say = sayIn(texts, language)
  if (content.judged === null) return null
  const { fromMs, toMs, ratesToMs, rampUpEndMs } = content.judged
  const text = say(`judged.${judgedCase(content.judged, content)}`, {
    from: formatClock(fromMs / 1_000),
    to: formatClock(toMs / 1_000),
    rampUp: formatClock(rampUpEndMs / 1_000),
  })
  const rates = ratesEndEarlier(content.judged)
    ? ` ${say('judged.rates', { to: formatClock(ratesToMs / 1_000) })}`
    : ''
  return html`<p>${text}${rates}</p>`
}

/** Why the verdict is what it is. */
function reasonFor({ content, language }: View): string {
  const say = sayIn(texts, language)
  const { run, sla, total, reconciliation } = content
  const judgedRules = sla.filter(result => result.state !== 'notJudged')
  const count = judgedRules.length
  const broken = sla.filter(result => result.state === 'broken').length
  const cause = run.cause === null ? '' : say(`cause.${run.cause}`)
  switch (content.verdict) {
    case 'passed':
      return count < sla.length
        ? say('why.somePassed', { count, all: sla.length })
        : say('why.passed', { count })
    case 'failed':
      return broken > 0 ? say('why.failed', { count, broken }) : say('why.stopped', { cause })
    case 'noSla':
      return say('why.noSla')
    case 'notJudged':
      return say('why.notJudged', { count: sla.length })
    case 'invalid':
      if (total.count === 0) return say('why.empty')
      if (content.bottleneck?.kind === 'generator') return content.bottleneck.sentence[language]
      if (content.isGeneratorLimit) return say('why.generator')
      return reconciliation.isReconciled
        ? say('why.broken', { cause })
        : unreconciledBecause(reconciliation, say)
  }
}

/** What broke a rule and in which interval. Versions before 0.9 kept the last value alone, which of a window may be good again. */
function measuredText({ rule, value, violation }: SlaResult): string {
  if (!violation) return rule.window.kind === 'wholeRun' ? ` → ${ruleValue(rule, value)}` : ''
  const [from, to] = [violation.fromMs, violation.toMs].map(ms => formatClock(ms / 1_000))
  return ` → ${ruleValue(rule, violation.value)}, ${from}–${to}`
}

/** What broke first: of the rules, and of the requests. */
function firsts(view: View): [string, string][] {
  const { content, language } = view
  const say = sayIn(texts, language)
  const rule = content.sla
    .filter(result => result.state === 'broken')
    .sort((a, b) => (a.firstBrokenAt ?? 0) - (b.firstBrokenAt ?? 0))[0]
  const error = [...content.errors].sort((a, b) => a.firstAt - b.firstAt)[0]
  const rows: [string, string][] = []
  if (rule !== undefined) {
    const at =
      rule.firstBrokenAt === null ? '' : `${say('atTime', { at: elapsed(view, rule.firstBrokenAt) })} · `
    rows.push([say('firstBroken'), `${at}${ruleSentence(rule.rule, language)}${measuredText(rule)}`])
  }
  const first =
    error === undefined
      ? say('noErrors')
      : [
          say('atTime', { at: elapsed(view, error.firstAt) }),
          error.label,
          error.code,
          causeText(error.message, view.language),
        ]
          .filter(text => text !== '')
          .join(' · ')
  return [...rows, [say('firstError'), first]]
}

interface Figure {
  readonly name: string
  readonly help: string
  readonly value: string
  readonly small?: string
  readonly isBad?: boolean
}

/** Arrivals that the generator could not begin, or not in time. */
function startsCell({ content, language }: Pick<View, 'content' | 'language'>): Figure {
  const say = sayIn(texts, language)
  const late = content.seconds.reduce((sum, second) => sum + second.lateStarts, 0)
  const dropped = content.seconds.reduce((sum, second) => sum + second.droppedStarts, 0)
  return {
    name: say('droppedStarts'),
    help: say('help.droppedStarts'),
    value: formatNumber(dropped),
    small: say('lateStarts', { count: formatNumber(late) }),
    isBad: dropped > 0,
  }
}

function figures({ content, language }: View): Markup {
  const say = sayIn(texts, language)
  const { total, run } = content
  const percentile = (percent: number) => say('help.percentile', { percent })
  const cells: Figure[] = [
    {
      name: say('peakUsers'),
      help: say(content.usersBasis === 'maximum' ? 'help.peakUsers' : 'help.peakUsersSampled'),
      value: formatPeak(content.peakUsers ?? run.peakUsers, content.usersBasis),
    },
    {
      name: say('requests'),
      help: say('help.requests'),
      value: formatNumber(total.count),
      small: formatDuration(content.toMs - content.fromMs),
    },
    { name: say('requestRate'), help: say('help.requestRate'), value: formatNumber(total.perSecond) },
    { name: 'P50', help: percentile(50), value: formatMs(total.p50Ms) },
    { name: 'P95', help: percentile(95), value: formatMs(total.p95Ms) },
    {
      name: 'P99',
      help: percentile(99),
      value: formatMs(total.p99Ms),
      small: `${say('max')} ${formatMs(total.maxMs)}`,
    },
    {
      name: say('errorRate'),
      help: say('help.errorRate'),
      value: formatPercent(total.errorPercent),
      small: say('failedOf', { count: formatNumber(total.failed) }),
      isBad: total.failed > 0,
    },
  ]
  if (run.scenario.drive === 'arrivals') cells.push(startsCell({ content, language }))
  return html`<dl class="figures">${cells.map(
    ({ name, help, value, small, isBad }) =>
      html`<div title="${help}"><dt>${name}</dt><dd${isBad === true ? html` class="bad"` : null}>${value}${small === undefined ? null : html`<small>${small}</small>`}</dd></div>`,
  )}</dl>`
}

function unreconciledBecause({ sent, counted, awaited }: Reconciliation, say: Words): string {
  const params = { sent: formatNumber(sent), counted: formatNumber(counted) }
  return awaited.length > 0
    ? say('awaited', { ...params, machines: awaited.join(', ') })
    : say('why.unreconciled', params)
}
