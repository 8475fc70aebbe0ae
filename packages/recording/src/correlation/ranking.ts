/** How sure it is that a value is dynamic and is taken from the right place, and why. */
import type { Confidence, DynamicReason } from '../model/dynamic-value.ts'
import type { FoundSource } from './found-values.ts'
import { ruleFor } from './framework-rules.ts'
import { isNumber, isSameName, looksGenerated, looksLikeShortId } from './looks.ts'
import type { SentValue } from './request-values.ts'

export interface Judgement {
  readonly confidence: Confidence
  readonly reason: DynamicReason
}

const minRuleLength = 6
const minIdLength = 5
/** A number of this length is no count, price or year. */
const minLongIdLength = 8

/** null if it is no dynamic value. @param isCreated the first response answers a request that changes something */
export function judge(
  value: string,
  {
    sources,
    uses,
    isCreated,
  }: {
    readonly sources: readonly FoundSource[]
    readonly uses: readonly SentValue[]
    readonly isCreated: boolean
  },
): Judgement | null {
  const isNamed = uses.some(({ use }) => sources.some(({ name }) => isSameName(name, use.name)))
  const names = [...uses.map(({ use }) => use.name), ...sources.map(({ name }) => name)]
  const isMachineMade = looksGenerated(value)
  const hasRule = names.some(name => ruleFor(name) !== null)
  if (hasRule && value.length >= minRuleLength && (isMachineMade || isNumber(value) || value.length >= 16))
    return { confidence: 'sure', reason: 'framework' }
  if (isMachineMade) {
    const isWhole = sources.some(source => source.isWhole) && uses.some(use => use.isWhole)
    return { confidence: isWhole || isNamed || value.length >= 12 ? 'sure' : 'likely', reason: 'generated' }
  }
  if (isNumber(value)) return judgeNumber(value, { isNamed, isCreated })
  if (looksLikeShortId(value) && uses.some(use => use.isWhole))
    return { confidence: 'sure', reason: 'generated' }
  if (!isNamed || value.length < 3) return null
  return {
    confidence: isCreated && /\d/.test(value) ? 'sure' : 'possible',
    reason: isCreated ? 'created' : 'sameName',
  }
}

function judgeNumber(
  { length }: string,
  { isNamed, isCreated }: { readonly isNamed: boolean; readonly isCreated: boolean },
): Judgement | null {
  if (isCreated && (isNamed || length >= minIdLength)) return { confidence: 'sure', reason: 'created' }
  if (!isNamed) return length >= minIdLength ? { confidence: 'possible', reason: 'generated' } : null
  if (length >= minLongIdLength) return { confidence: 'sure', reason: 'sameName' }
  return { confidence: length >= minIdLength ? 'likely' : 'possible', reason: 'sameName' }
}
