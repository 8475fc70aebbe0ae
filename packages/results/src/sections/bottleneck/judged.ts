/** Resources of a verdict in the order of the page, each with what was judged of it. Pure. */
import { formatMs, formatPercent } from '@pone/metrics/figures.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { type Say, sayIn } from '../../export/texts.ts'
import type { Bottleneck, ReportBlame, ReportFinding, ReportResource } from './data.ts'
import { texts } from './texts.ts'

export function judgedResources(
  { kind, ranked, ruledOut, notJudged }: Bottleneck,
  language: Language,
): { readonly resource: ReportResource; readonly text: string }[] {
  const say = sayIn(texts, language)
  const isFound = kind === 'bottleneck' || kind === 'generator'
  return [
    ...ranked.map(resource => ({ resource, text: say(isFound ? 'cause' : 'projected') })),
    ...ruledOut.map(resource => {
      const reason = resource.reason[language]
      const because = resource.because?.[language]
      const why = because === undefined ? reason : say('because', { reason, because })
      return { resource, text: `${say('ruledOut', { reason: why })}${evidence(resource, say)}` }
    }),
    ...notJudged.map(resource => ({
      resource,
      text: `${say('notJudged', { reason: resource.reason[language] })}${evidence(resource, say)}`,
    })),
  ]
}

/** What the finding rests on: readings on both sides of the knee, and the power; of older reports nothing. */
function evidence(
  { readingsBefore: before, readingsAfter: after, power01 }: ReportFinding,
  say: Say<keyof typeof texts>,
): string {
  if (before === null || after === null) return ''
  return power01 === null
    ? say('counts', { before, after })
    : say('power', { before, after, power: formatPercent(power01 * 100) })
}

/** Parts of the response time are named like the tiers. */
export const partText = (part: ReportBlame['parts'][number]['part']) =>
  part === 'unknown' ? ('part.unknown' as const) : (`tier.${part}` as const)

export const disagreementText = (
  { source, workedMs, seenMs }: NonNullable<ReportBlame['disagreement']>,
  say: Say<keyof typeof texts>,
): string =>
  say('disagreement', {
    source: say(`source.${source}`),
    worked: formatMs(workedMs),
    seen: formatMs(seenMs),
  })
