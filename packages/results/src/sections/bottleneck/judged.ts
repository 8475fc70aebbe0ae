/** Resources of a verdict in the order of the page, each with what was judged of it. Pure. */
import type { Language } from '@pone/schema/bilingual.ts'
import { sayIn } from '../../export/texts.ts'
import type { Bottleneck, ReportBlame, ReportResource } from './data.ts'
import { texts } from './texts.ts'

export function judgedResources(
  { kind, ranked, ruledOut }: Bottleneck,
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
      return { resource, text: say('ruledOut', { reason: why }) }
    }),
  ]
}

/** Parts of the response time are named like the tiers. */
export const partText = (part: ReportBlame['parts'][number]['part']) =>
  part === 'unknown' ? ('part.unknown' as const) : (`tier.${part}` as const)
