/** Rules for what texts refer to by `${}`: variables that exist, functions with fitting arguments. */
import { argumentRange, isToolFunction } from '../functions/functions.ts'
import { referencesOf } from '../functions/template-syntax.ts'
import type { Report } from './problem.ts'

/** Checks one text. `known` holds the variables; null when any name may exist. */
function checkText(text: string, field: string, known: ReadonlySet<string> | null, report: Report): void {
  const { variables, calls } = referencesOf(text)
  for (const name of new Set(variables)) {
    if (known !== null && !known.has(name)) report(field, 'unknownVariable', { name: `\${${name}}` })
  }
  for (const { name, argCount } of calls) {
    if (!isToolFunction(name)) {
      report(field, 'unknownFunction', { name })
      continue
    }
    const { min, max } = argumentRange(name)
    if (argCount >= min && argCount <= max) continue
    const expected = min === max ? `${min}` : max === Number.POSITIVE_INFINITY ? `≥ ${min}` : `${min}–${max}`
    report(field, 'wrongArguments', { name, expected, count: argCount })
  }
}

/** Fields that hold no templates, by their last name. */
const plainFields = new Set(['id', 'name', 'kind', 'code', 'children', 'prefix', 'format', 'alphabet'])

/** Checks every text of a step or of a part of the document; disabled entries and child steps are left out. */
export function checkReferences(
  part: unknown,
  field: string,
  known: ReadonlySet<string> | null,
  report: Report,
): void {
  if (typeof part === 'string') return checkText(part, field, known, report)
  if (Array.isArray(part)) {
    for (const [index, item] of part.entries()) checkReferences(item, `${field}.${index}`, known, report)
    return
  }
  if (typeof part !== 'object' || part === null) return
  const isOff = 'enabled' in part && part.enabled === false
  if (isOff) return
  const isPair = 'value' in part
  for (const [name, value] of Object.entries(part)) {
    if (plainFields.has(name) && !(isPair && name === 'name')) continue
    checkReferences(value, field === '' ? name : `${field}.${name}`, known, report)
  }
}
