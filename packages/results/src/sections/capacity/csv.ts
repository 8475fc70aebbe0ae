/** The capacity search as rows of a table, below the transactions of an exported CSV file. */
import type { Capacity } from '@pone/contract/entities/capacity.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { sayIn } from '../../export/texts.ts'
import { describedCapacity } from './described.ts'
import { texts } from './texts.ts'

/** An empty row, the sentence, the facts, and a row per level with its heading; none without a search. */
export function capacityRows(capacity: Capacity | null, language: Language): string[][] {
  if (capacity === null) return []
  const say = sayIn(texts, language)
  const { sentence, facts, heads, ruleHeads, levels } = describedCapacity(capacity, language)
  return [
    [],
    [say('capacity'), sentence],
    ...facts.map(([name, value]) => [name, value]),
    [heads.level, heads.load, heads.verdict, ...ruleHeads, heads.measured, heads.requests, heads.perSecond],
    ...levels.map(({ key, verdict, values, measured }) => {
      const { load = 0, requests = 0, perSecond = 0 } = capacity.levels[key] ?? {}
      return [
        String(key + 1),
        String(load),
        verdict,
        ...values,
        measured,
        String(requests),
        String(Number(perSecond.toFixed(3))),
      ]
    }),
  ]
}
