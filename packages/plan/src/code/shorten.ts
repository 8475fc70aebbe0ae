/** Brings a component into the short form that people read and write: what has its usual value is left out; expand.ts is the way back. */

import type { z } from 'zod'
import { type ComponentDocument, documentFormSchema } from '../component/component.ts'
import { inRateUnit, rateText, withLoads } from '../load-models/rates.ts'
import { loadModelSchema, type ScenarioDocument } from '../scenario/scenario.ts'
import { definitionOf, type GroupStep, isGroup, type Step, stepSchema } from '../steps/registry.ts'
import { childrenOf, walkSteps } from '../steps/walk.ts'
import { entryIdAt, isFields, stepIdAt } from './expand.ts'
import { shortOperation } from './operations.ts'
import { slaTextOf } from './sla-text.ts'

type Fields = Record<string, unknown>

/** The part of a scenario that a file may hold beside its component. */
export type ScenarioPart = Partial<
  Pick<ScenarioDocument, 'drive' | 'rateUnit' | 'maxUsers' | 'loadModel' | 'sampleLog' | 'traces' | 'sla'>
>

/** The short form, its keys in reading order. */
export function shortenComponent(
  name: string,
  document: ComponentDocument,
  scenario: ScenarioPart = {},
): Fields {
  const { shape } = documentFormSchema
  const hasOwnIds = [...walkSteps(document.steps, { withDisabled: true })].some(
    (step, index) => step.id !== stepIdAt(index + 1),
  )
  const { hosts, ...settings } = withoutDefaults(shape.settings, document.settings) as Fields
  const load = loadOf(scenario)
  return withoutEmpty({
    name,
    threadGroup: withoutDefaults(shape.threadGroup, document.threadGroup),
    settings: withoutEmpty({ ...settings, ...(hosts === undefined ? {} : { hosts: shortPairs(hosts) }) }),
    parameters: withoutIds(
      document.parameters.map(parameter => withoutDefaults(shape.parameters.unwrap().element, parameter)),
    ),
    variables: shortPairs(
      document.variables.map(variable => withoutDefaults(shape.variables.unwrap().element, variable)),
    ),
    load,
    sla: scenario.sla === undefined ? [] : shortRules(scenario.sla),
    steps: document.steps.map(step => shortStep(step, hasOwnIds)),
  })
}

function loadOf({
  drive,
  rateUnit = 'second',
  maxUsers,
  loadModel,
  sampleLog,
  traces,
}: ScenarioPart): Fields {
  const isInUnit = drive === 'arrivals' && rateUnit !== 'second'
  const shown = isInUnit && loadModel ? withLoads(loadModel, rate => inRateUnit(rate, rateUnit)) : loadModel
  const { kind, ...model } =
    shown === undefined ? { kind: '' } : (withoutDefaults(loadModelSchema, shown) as Fields)
  if (isInUnit && loadModel?.kind === 'constant') {
    const { users: _users, ...times } = model as Fields
    return withoutUndefined({
      rate: rateText(loadModel.users, rateUnit),
      ...times,
      maxUsers,
      sampleLog,
      traces,
    })
  }
  return withoutUndefined({
    ...(kind === '' || kind === 'constant' ? {} : { kind }),
    ...model,
    drive,
    rateUnit: isInUnit ? rateUnit : undefined,
    maxUsers,
    sampleLog,
    traces,
  })
}

function shortRules(sla: ScenarioDocument['sla']): unknown[] {
  const texts = sla.map((rule, index) => (rule.id === entryIdAt(index + 1) ? slaTextOf(rule) : null))
  return sla.map((rule, index) => texts[index] ?? { ...rule })
}

function shortStep(step: Step, withId: boolean): Fields {
  // Children are shortened one by one: the schema would look at all of them again for each field.
  const bare = 'children' in step ? { ...step, children: [] } : step
  const {
    id,
    kind,
    name: label,
    children: _children,
    protocol,
    ...fields
  } = withoutDefaults(stepSchema, bare) as Fields
  const name = label === '' ? undefined : label
  const common = withId ? { id } : {}
  if (kind === 'request') {
    return protocol === 'http'
      ? shortRequest(fields, { ...common, name })
      : shortOver(String(protocol), fields, { ...common, name })
  }
  const { short } = definitionOf(step.kind)
  const ids = childrenOf(step).map(child => child.id)
  const own = short.withoutChildren?.(fields, ids) ?? fields
  const heads: readonly string[] = typeof short.head === 'string' ? [short.head] : short.head
  const value = pick(own, key => heads.includes(key))
  return withoutUndefined({
    [step.kind]: short.head === 'name' ? label : typeof short.head === 'string' ? value[short.head] : value,
    ...common,
    ...(short.head === 'name' ? {} : { name }),
    ...pick(own, key => !heads.includes(key)),
    ...(isGroup(step) ? { steps: step.children.map(child => shortChild(child, step, withId)) } : {}),
  })
}

/** A child with what its parent says of it. */
const shortChild = (child: Step, parent: GroupStep, withId: boolean): Fields => ({
  ...shortStep(child, withId),
  ...definitionOf(parent.kind).short.fieldsOfChild?.({ ...parent }, child.id),
})

const pick = (fields: Fields, isWanted: (key: string) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => isWanted(key)))

/** A request over a protocol of several operations. */
function shortOver(
  protocol: string,
  { [protocol]: operation, checkpoints, extractors, ...rest }: Fields,
  common: Fields,
): Fields {
  const answers = {
    ...rest,
    checkpoints: Array.isArray(checkpoints) ? withoutIds(checkpoints) : undefined,
    extractors: Array.isArray(extractors) ? withoutIds(extractors) : undefined,
  }
  const fields = isFields(operation) ? operation : {}
  return withoutUndefined(shortOperation(protocol, fields, { common, rest: answers }))
}

function shortRequest({ http, checkpoints, extractors, ...rest }: Fields, common: Fields): Fields {
  const { method = 'GET', url, query, headers, body, ...more } = isFields(http) ? http : {}
  return withoutUndefined({
    [String(method).toLowerCase()]: url,
    ...common,
    ...rest,
    query: query === undefined ? undefined : shortPairs(query),
    headers: headers === undefined ? undefined : shortPairs(headers),
    ...shortBody(body),
    ...more,
    checkpoints: Array.isArray(checkpoints) ? withoutIds(checkpoints) : undefined,
    extractors: Array.isArray(extractors) ? withoutIds(extractors) : undefined,
  })
}

function shortBody(body: unknown): Fields {
  if (!isFields(body)) return {}
  if (body['kind'] === 'json') return { json: body['text'] }
  if (body['kind'] === 'form') return { form: shortPairs(body['fields']) }
  return { body }
}

/** An object of names and values where that says the same. */
function shortPairs(pairs: unknown): unknown {
  if (!Array.isArray(pairs)) return pairs
  const names = new Set<unknown>()
  for (const pair of pairs) {
    const isPlain = isFields(pair) && Object.keys(pair).every(key => key === 'name' || key === 'value')
    const name = isPlain ? String(pair['name']) : ''
    // Objects put names that look like numbers first.
    if (!isPlain || names.has(name) || /^\d+$/.test(name) || name === '__proto__') return pairs
    names.add(name)
  }
  return Object.fromEntries(pairs.map(pair => [pair.name, pair.value]))
}

/** Leaves ids out where all of them are those that the position gives. */
function withoutIds(entries: readonly unknown[]): unknown[] {
  const isUsual = entries.every((entry, index) => isFields(entry) && entry['id'] === entryIdAt(index + 1))
  return isUsual ? entries.map(entry => (isFields(entry) ? dropped(entry, 'id') : entry)) : [...entries]
}

/** A copy without every field that the schema would fill in alike. */
export function withoutDefaults(schema: z.ZodType, value: unknown): unknown {
  const full = JSON.stringify(sorted(schema.parse(value)))
  let short: unknown = structuredClone(value)
  const isSame = (candidate: unknown): boolean => {
    const parsed = schema.safeParse(candidate)
    return parsed.success && JSON.stringify(sorted(parsed.data)) === full
  }
  const prune = (path: readonly string[]): void => {
    const place = path.reduce<unknown>((at, key) => (at as Fields)[key], short)
    if (typeof place !== 'object' || place === null) return
    if (Array.isArray(place)) {
      place.forEach((entry, index) => {
        if (typeof entry === 'object') prune([...path, String(index)])
      })
      return
    }
    for (const key of Object.keys(place)) {
      const candidate = removed(short, [...path, key])
      if (isSame(candidate)) short = candidate
      else prune([...path, key])
    }
  }
  prune([])
  return short
}

function removed(value: unknown, [key = '', ...rest]: readonly string[]): unknown {
  if (Array.isArray(value))
    return value.map((entry, index) => (String(index) === key ? removed(entry, rest) : entry))
  if (!isFields(value)) return value
  if (rest.length === 0) return dropped(value, key)
  return { ...value, [key]: removed(value[key], rest) }
}

const dropped = (fields: Fields, key: string): Fields => {
  const { [key]: _gone, ...rest } = fields
  return rest
}

/** Keys in one order, so that equal values have equal texts. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isFields(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map(key => [key, sorted(value[key])]),
  )
}

const withoutUndefined = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const isEmpty = (value: unknown): boolean =>
  (Array.isArray(value) && value.length === 0) || (isFields(value) && Object.keys(value).length === 0)
const withoutEmpty = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && !isEmpty(value)))
