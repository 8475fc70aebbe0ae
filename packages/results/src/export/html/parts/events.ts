/** What happened during the run. */
import type { RunEvent } from '@pone/contract/entities/run.ts'
import { overloadReasons } from '@pone/metrics/overload.ts'
import { html, type Markup } from '../markup.ts'
import type { Say, TextKey } from '../texts.ts'
import { elapsed, type ReportView } from './part.ts'

export function events(view: ReportView): Markup | null {
  const { content, say } = view
  if (content.events.length === 0) return null
  return html`<section><h2>${say('events')}</h2><table>
<thead><tr><th>${say('time')}</th><th>${say('event')}</th></tr></thead>
<tbody>${content.events.map(event => html`<tr><td class="n" style="text-align:left">${elapsed(view, event.at)}</td><td style="width:100%">${eventText(event, say)}</td></tr>`)}</tbody></table></section>`
}

/** Reasons come separated by commas. */
export const overloadText = (reason: string, say: Say): string =>
  overloadReasons
    .filter(known => reason.split(',').includes(known))
    .map(known => say(`overload.${known}`))
    .join(say('listComma'))

/** One sentence; begins with the person who caused it, if there is one. */
export function eventText({ kind, params, by }: RunEvent, say: Say): string {
  const state = params['to']
  const reason = params['reason']
  const sentence =
    kind === 'loadChanged' && params['load'] === undefined
      ? say('event.loadReset')
      : kind === 'generatorOverloaded' && typeof reason === 'string'
        ? say('event.generatorOverloadedBy', { ...params, reason: overloadText(reason, say) })
        : // States come from the run's own table of states.
          say(`event.${kind}`, {
            ...params,
            ...(state === undefined ? {} : { to: say(`state.${state}` as TextKey) }),
          })
  return by === null ? sentence : `${by}: ${sentence}`
}
