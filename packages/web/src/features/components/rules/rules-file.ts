/** Files of correlation rules: what one holds, and the rules of the project with those of a file. */
import {
  type CorrelationRules,
  correlationRulesFileSchema,
  maxCorrelationFileBytes,
  maxCorrelationRules,
} from '@pone/schema/correlation-rules.ts'
import { errorText } from '@pone/schema/error-text.ts'

type ReadRules =
  | { readonly rules: CorrelationRules }
  /** Why it is no file of rules. */
  | { readonly reason: string }

export async function readRulesFile(file: File): Promise<ReadRules> {
  if (file.size > maxCorrelationFileBytes) return { reason: `> ${maxCorrelationFileBytes} B` }
  try {
    const { format: _format, ...rules } = correlationRulesFileSchema.parse(JSON.parse(await file.text()))
    return { rules }
  } catch (error) {
    return { reason: errorText(error).slice(0, 300) }
  }
}

interface JoinedRules {
  readonly rules: CorrelationRules
  /** How many of the file have the name of one that was there. */
  readonly replaced: number
}

/** Rules of the file take the place of those of the same name; null if there would be too many. */
export function withRulesOf(known: CorrelationRules, file: CorrelationRules): JoinedRules | null {
  const added = new Map(file.rules.map(rule => [rule.name, rule]))
  const names = new Set(known.rules.map(({ name }) => name))
  const rules = [
    ...known.rules.map(rule => added.get(rule.name) ?? rule),
    ...file.rules.filter(({ name }) => !names.has(name)),
  ]
  if (rules.length > maxCorrelationRules) return null
  const disabledFrameworks = [...new Set([...known.disabledFrameworks, ...file.disabledFrameworks])]
  return { rules: { rules, disabledFrameworks }, replaced: added.size + known.rules.length - rules.length }
}
