/** How sure it is that a value is dynamic and is taken from the right place, and why. */

import type { Confidence, DynamicReason } from '../model/dynamic-value.ts'
import type { ValueComparison } from './differing-values.ts'
import type { FoundSource } from './found-values.ts'
import { isFrameworkName } from './framework-rules.ts'
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

interface Evidence {
  readonly sources: readonly FoundSource[]
  readonly uses: readonly SentValue[]
  /** The first response answers a request that changes something. */
  readonly isCreated: boolean
  /** With a second recording of the same steps; null if it has no such requests. */
  readonly compared: ValueComparison | null
  readonly disabledFrameworks: readonly string[]
}

/** null if it is no dynamic value. */
export function judge(value: string, evidence: Evidence): Judgement | null {
  const judged = judgeAlone(value, evidence)
  const { compared } = evidence
  if (compared === null) return judged
  const isLong = value.length >= minRuleLength && judged !== null
  if (compared.isDifferent && (compared.isGivenAgain ?? isLong))
    return { confidence: 'sure', reason: 'differs' }
  // Names of frameworks tell of values that differ from session to session only.
  if (compared.isDifferent || judged === null || judged.reason === 'framework') return judged
  return { confidence: 'possible', reason: 'unchanged' }
}

function judgeAlone(
  value: string,
  { sources, uses, isCreated, disabledFrameworks }: Omit<Evidence, 'compared'>,
): Judgement | null {
  const isNamed = uses.some(({ use }) => sources.some(({ name }) => isSameName(name, use.name)))
  const names = [...uses.map(({ use }) => use.name), ...sources.map(({ name }) => name)]
  const isMachineMade = looksGenerated(value)
  const hasRule = names.some(name => isFrameworkName(name, disabledFrameworks))
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
