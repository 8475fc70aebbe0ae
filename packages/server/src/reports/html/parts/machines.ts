/** The load machines: whether they kept up. */
import type { ReportContent } from '@pone/contract/entities/report.ts'
import { formatBytes, formatMs, formatPercent } from '@pone/metrics/figures.ts'
import { linear, pixel } from '../../svg/scale.ts'
import { html, type Markup } from '../markup.ts'
import type { ReportView } from './part.ts'

type Machine = ReportContent['machines'][number]

export function machines({ content, say }: ReportView): Markup | null {
  if (content.machines.length === 0) return null
  return html`<section><h2>${say('machines')}</h2><div class="scroll"><table>
<thead><tr><th>${say('machine')}</th><th>${say('machineState')}</th><th class="n">${say('startSkew')}</th><th class="n">${say('maxCpu')}</th><th class="n">${say('maxDelay')}</th><th class="n">${say('maxMemory')}</th><th>${say('cpuOverTime')}</th></tr></thead>
<tbody>${content.machines.map(machine => {
    const state = machine.isOverloaded
      ? html`<td class="status warn">! ${say('wasOverloaded')}</td>`
      : html`<td class="status good">✓ ${say('keptUp')}</td>`
    const cpu = machine.maxCpu01 === null ? null : machine.maxCpu01 * 100
    return html`<tr><td class="name">${machine.name}</td>${state}<td class="n">${formatMs(machine.startSkewMs)}</td><td class="n">${formatPercent(cpu)}</td><td class="n">${formatMs(machine.maxEventLoopDelayMs)}</td><td class="n">${formatBytes(machine.maxMemoryBytes)}</td><td style="width:240px">${sparkline(machine)}</td></tr>`
  })}</tbody></table></div></section>`
}

const width = 240
const height = 28

/** CPU from 0 to 100 % of a core. */
function sparkline({ points }: Machine): Markup | null {
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
