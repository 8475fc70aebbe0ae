/** Text of a type file → the type, or all that is wrong with it, each with its line and what to do. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { issueText } from '@pone/schema/issue-text.ts'
import type { z } from 'zod'
import { monitorTypeOf } from '../registry.ts'
import { type MonitorType, monitorTypeSchema } from '../type.ts'
import { requestFaults, transportFaults } from './request-rules.ts'
import { shownFaults } from './shown-rules.ts'
import { fault, problemText, type TypeFault, type TypeProblem } from './type-problem.ts'
import { readTypeText, type TypeText } from './type-text.ts'

/** Counters and computed counters of all sections of a type of one's own. */
const maxCounters = 1_000
/** Problems that are told at once. */
const maxProblems = 50

export interface CheckOptions {
  /** Version that the type gets; what the text says is not used. */
  readonly version: number
  /** Name that the type has already; null for a new one. */
  readonly name: string | null
  /** Names of other types of one's own. */
  readonly taken: ReadonlySet<string>
}

export type CheckedType =
  | { readonly type: MonitorType; readonly problems: readonly [] }
  | { readonly type: null; readonly problems: readonly TypeProblem[] }

/** Never throws, whatever the text. */
export function checkTypeText(text: string, options: CheckOptions): CheckedType {
  const read = readTypeText(text)
  if ('problems' in read) return { type: null, problems: read.problems }
  const refused = transportFaults([], read.value['transport'])
  if (refused.length > 0) return { type: null, problems: placed(refused, read) }
  const given = { ...read.value, version: options.version }
  const parsed = monitorTypeSchema.safeParse(given, { reportInput: true })
  if (!parsed.success) return { type: null, problems: placed(parsed.error.issues.flatMap(faultsOf), read) }
  const faults = ownFaults(parsed.data, options)
  return faults.length === 0
    ? { type: parsed.data, problems: [] }
    : { type: null, problems: placed(faults, read) }
}

/** What the schema cannot say of a type of one's own. */
function ownFaults(type: MonitorType, { name, taken }: Pick<CheckOptions, 'name' | 'taken'>): TypeFault[] {
  const counters = type.sections.reduce((sum, each) => sum + each.counters.length + each.computed.length, 0)
  return [
    ...nameFaults(type, { name, taken }),
    ...(counters > maxCounters ? [fault(['sections'], 'tooManyCounters', { limit: maxCounters })] : []),
    ...shownFaults(type),
    ...requestFaults(type),
  ]
}

function nameFaults(type: MonitorType, { name, taken }: Pick<CheckOptions, 'name' | 'taken'>): TypeFault[] {
  if (name !== null && type.name !== name) return [fault(['name'], 'otherName', { name })]
  if (monitorTypeOf(type.name) !== undefined) return [fault(['name'], 'builtInName', { name: type.name })]
  return name === null && taken.has(type.name) ? [fault(['name'], 'takenName', { name: type.name })] : []
}

function placed(faults: readonly TypeFault[], text: TypeText): TypeProblem[] {
  return faults
    .slice(0, maxProblems)
    .map(({ path, text: said }) => ({ ...text.placeOf(path), path: pathText(path), text: said }))
    .sort((a, b) => a.line - b.line || a.column - b.column)
}

const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, step) =>
      typeof step === 'number' ? `${text}[${step}]` : text === '' ? String(step) : `${text}.${String(step)}`,
    '',
  )

/** Issues of a request are carried by one of the type. */
function faultsOf(issue: z.core.$ZodIssue): TypeFault[] {
  const inner = issue.code === 'custom' ? issue.params?.['issue'] : undefined
  if (isIssue(inner)) return faultsOf({ ...inner, path: issue.path })
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map(field => ({
      path: [...issue.path, field],
      text: problemText('unknownField', { field }),
    }))
  return [{ path: issue.path, text: textOf(issue) }]
}

function textOf(issue: z.core.$ZodIssue): Bilingual {
  if (issue.code === 'custom') {
    const { text } = issue.params ?? {}
    if (isBilingual(text)) return text
  }
  if (issue.code === 'invalid_value')
    return problemText('listed', { values: issue.values.map(value => String(value)).join(', ') })
  if (issue.code === 'unrecognized_keys') return problemText('unknownField', { field: issue.keys.join(', ') })
  return { zh: issueText(issue, 'zh'), en: issueText(issue, 'en') }
}

const isBilingual = (value: unknown): value is Bilingual =>
  typeof value === 'object' && value !== null && 'zh' in value && 'en' in value

const isIssue = (value: unknown): value is z.core.$ZodIssue =>
  typeof value === 'object' && value !== null && 'code' in value && 'path' in value
