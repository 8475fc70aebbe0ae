/** What happened in a run, as sentences. */
import type { RunEvent } from '@pone/contract/entities/run.ts'
import { causeText } from '@pone/contract/told-cause.ts'
import { overloadReasons } from '@pone/metrics/overload.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { eventTexts } from './event-texts.ts'
import { type Say, sayIn } from './texts.ts'

/** Reasons come separated by commas. */
export const overloadText = (reason: string, language: Language): string => {
  const say = sayIn(eventTexts, language)
  return overloadReasons
    .filter(known => reason.split(',').includes(known))
    .map(known => say(`overload.${known}`))
    .join(say('listComma'))
}

/** Ramp and parts are named where there are any; without a load the model applies again. */
function loadText(params: RunEvent['params'], say: Say<keyof typeof eventTexts>): string {
  if (params['load'] === undefined) return say('event.loadReset')
  const change = say(params['seconds'] === undefined ? 'event.loadChanged' : 'event.loadRamp', params)
  const { parts } = params
  return parts === undefined ? change : say('event.loadParts', { change, parts })
}

/** One sentence; begins with the person who caused it, if there is one. */
export function eventText({ kind, params, by }: RunEvent, language: Language): string {
  const say = sayIn(eventTexts, language)
  const sentence = sentenceOf({ kind, params }, language, say)
  return by === null ? sentence : `${by}: ${sentence}`
}

function sentenceOf(
  { kind, params }: Pick<RunEvent, 'kind' | 'params'>,
  language: Language,
  say: Say<keyof typeof eventTexts>,
): string {
  const { to: state, reason, detail } = params
  if (kind === 'loadChanged') return loadText(params, say)
  // Versions before 0.9 stored the rule alone.
  if (kind === 'slaBroken' && typeof detail === 'string') return causeText(detail, language)
  if (kind === 'generatorOverloaded' && typeof reason === 'string') {
    return say('event.generatorOverloadedBy', { ...params, reason: overloadText(reason, language) })
  }
  // States come from the run's own table of states.
  const to = state === undefined ? {} : { to: say(`state.${state}` as keyof typeof eventTexts) }
  return say(`event.${kind}`, { ...params, ...to })
}
