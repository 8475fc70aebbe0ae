/** The load machines: whether they kept up. */
import { formatBytes, formatClock, formatMs, formatPercent, noValue } from '@pone/metrics/figures.ts'
import { isBusyWithOtherWork } from '@pone/metrics/machine-health.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { overloadText } from '../../export/event-text.ts'
import { html, type Markup } from '../../export/markup.ts'
import type { ReportView } from '../../export/report-view.ts'
import { linear, pixel } from '../../export/svg/scale.ts'
import { type Say, sayIn } from '../../export/texts.ts'
import type { SectionData } from '../section.ts'
import type { machinesData, ReportMachine } from './data.ts'
import { texts } from './texts.ts'

type Words = Say<keyof typeof texts>

export function machinesHtml({
  content,
  language,
}: ReportView<SectionData<typeof machinesData>>): Markup | null {
  if (content.machines.length === 0) return null
  const say = sayIn(texts, language)
  return html`<section><h2>${say('machines')}</h2><div class="scroll"><table>
<thead><tr><th>${say('machine')}</th><th>${say('machineState')}</th><th class="n">${say('startSkew')}</th><th class="n" title="${say('help.maxCpu')}">${say('maxCpu')}</th><th class="n" title="${say('help.maxHostCpu')}">${say('maxHostCpu')}</th><th class="n">${say('maxDelay')}</th><th class="n">${say('maxMemory')}</th><th>${say('cpuOverTime')}</th></tr></thead>
<tbody>${content.machines.map(machine => {
    const { maxCpu01, cpuCores, maxHostCpu01, hostCores } = machine
    return html`<tr><td class="name">${machine.name}</td>${stateCell(machine, language)}<td class="n">${formatMs(machine.startSkewMs)}</td><td class="n">${shareOf(maxCpu01, cpuCores, say)}</td><td class="n">${shareOf(maxHostCpu01, hostCores, say)}</td><td class="n">${formatMs(machine.maxEventLoopDelayMs)}</td><td class="n">${formatBytes(machine.maxMemoryBytes)}</td><td style="width:240px">${sparkline(machine)}</td></tr>`
  })}</tbody></table></div></section>`
}

/** A share of CPU and of how many cores it is one. */
function shareOf(share01: number | null, cores: number | null, say: Words): string {
  if (share01 === null) return noValue
  const percent = formatPercent(share01 * 100)
  if (cores === null) return percent
  return cores === 1 ? say('ofOneCore', { percent }) : say('ofCores', { percent, cores })
}

/** Whether it kept up, and where it did not when and why. */
function stateCell({ isOverloaded, overloads, busy, maxCpu01 }: ReportMachine, language: Language): Markup {
  const say = sayIn(texts, language)
  if (maxCpu01 === null) return html`<td class="status quiet">– ${say('notMeasured')}</td>`
  if (!isOverloaded && busy.length === 0) return html`<td class="status good">✓ ${say('keptUp')}</td>`
  const span = ({ fromSecond, toSecond }: { fromSecond: number; toSecond: number }) => ({
    from: formatClock(fromSecond),
    to: formatClock(toSecond + 1),
  })
  const lines = [
    ...(isOverloaded && overloads.length === 0 ? [say('wasOverloaded')] : []),
    ...overloads.map(each =>
      say('overloadedAt', { ...span(each), reasons: overloadText(each.reasons.join(','), language) }),
    ),
    ...busy.map(each =>
      say(isBusyWithOtherWork(each) ? 'busyWithOthers' : 'busyItself', {
        ...span(each),
        host: formatPercent(each.hostCpu01 * 100),
        engine: formatPercent(each.engineCpu01 * 100),
      }),
    ),
  ]
  return html`<td class="status warn">${lines.map(line => html`<div>! ${line}</div>`)}</td>`
}

const width = 240
const height = 28

/** CPU from 0 to 100 % of a core. */
function sparkline({ points }: ReportMachine): Markup | null {
  const x = linear([points[0]?.second ?? 0, points.at(-1)?.second ?? 0], [1, width - 1])
  const y = linear([0, 1], [height - 1, 1])
  const line = points
    .filter(point => point.cpu01 !== null)
    .map(
      ({ second, cpu01 }, index) =>
        `${index === 0 ? 'M' : 'L'}${pixel(x(second))} ${pixel(y(Math.min(1, cpu01 ?? 0)))}`,
    )
    .join('')
  if (line === '') return null
  return html`<svg viewBox="0 0 ${width} ${height}" aria-hidden="true"><line x1="0" x2="${width}" y1="${height - 0.5}" y2="${height - 0.5}" stroke="var(--soft)"/><path d="${line}" fill="none" stroke="var(--cpu)" stroke-width="1.5"/></svg>`
}
