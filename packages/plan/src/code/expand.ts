/** Brings the short form of a component (YAML, TypeScript, JSON) into the form of a document: names of steps, ids, pairs; safe in a browser. */

import { httpRequestSchema } from '@pone/protocols/http/definition/request.ts'
import { upgradeSettings } from '../settings/format.ts'
import { definitionOf, isStepKind, isTextField, type StepKind } from '../steps/registry.ts'
import { type NamedOperation, operationNamed, splitOperation } from './operations.ts'
import type { Places } from './places.ts'
import { shortMethods } from './short.ts'

type Fields = Record<string, unknown>

/** What the expansion is made with. */
export interface Expansion {
  readonly places: Places
  /** Id that stands for a file named by its path; without it only ids are understood. */
  readonly fileIdOf?: ((path: string) => string) | undefined
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isDefined = ([, value]: [string, unknown]) => value !== undefined
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const requestFields = Object.keys(httpRequestSchema.shape).filter(key => key !== 'method' && key !== 'url')

/** Id of the n-th step of a document, from 1, that has none of its own. */
export const stepIdAt = (position: number): string => `step-${position}`
/** Id of the n-th checkpoint, extractor, parameter or rule of its list, from 1. */
export const entryIdAt = (position: number): string => String(position)

/** The document's fields as a parse of componentDocumentSchema takes them; what is not understood stays as it is, for the parse to complain. */
export function expandDocument(source: Fields, expansion: Expansion): Fields {
  const { places } = expansion
  const { threadGroup, settings, parameters, variables, steps, ...rest } = withFiles(
    source,
    expansion,
  ) as Fields
  const taken = new Set<string>()
  collectIds(steps, taken)
  const document = {
    ...rest,
    threadGroup,
    settings: isFields(settings) ? expandSettings(settings, places) : settings,
    parameters: entriesOf(parameters, places, parameter => parameterOf(parameter, places)),
    variables: pairsOf(variables, places),
    steps: new StepExpansion(places, taken).all(steps),
  }
  return places.inherit(Object.fromEntries(Object.entries(document).filter(isDefined)), source)
}

/** Settings of HTTP may stand at the top as well: files of 0.6 and before have them there. */
function expandSettings(settings: Fields, places: Places): unknown {
  const hosts = pairsOf(settings['hosts'], places)
  const sections = upgradeSettings(settings)
  if (sections === settings || !isFields(sections)) return places.inherit({ ...settings, hosts }, settings)
  const http = places.inherit({ ...(sections['http'] as Fields) }, settings)
  return places.inherit({ ...sections, http, hosts }, settings)
}

class StepExpansion {
  readonly #places: Places
  readonly #taken: ReadonlySet<string>
  #position = 0

  constructor(places: Places, taken: ReadonlySet<string>) {
    this.#places = places
    this.#taken = taken
  }

  all(steps: unknown): unknown {
    if (!Array.isArray(steps)) return steps
    return this.#places.inherit(
      steps.map(step => this.#one(step)),
      steps,
    )
  }

  #one(step: unknown): unknown {
    if (!isFields(step)) return step
    const position = ++this.#position
    const made = { id: step['id'] ?? this.#freeId(position), ...this.#expanded(step) }
    const renamed = {
      http: '',
      ...(typeof step['kind'] === 'string' ? {} : { children: 'steps', ...renamedHead(headOf(step)) }),
    }
    return this.#places.inherit(Object.fromEntries(Object.entries(made).filter(isDefined)), step, renamed)
  }

  #expanded(step: Fields): Fields {
    if (typeof step['kind'] === 'string') {
      return 'children' in step ? { ...step, children: this.all(step['children']) } : step
    }
    const head = headOf(step)
    if (head === undefined) return { ...step, kind: undefined }
    if (isKindKey(head)) return this.#ofKind(step, head)
    const operation = operationNamed(head)
    return operation === undefined ? this.#request(step, head) : this.#operation(step, head, operation)
  }

  #ofKind(step: Fields, kind: StepKind): Fields {
    const { holdsSteps, short } = definitionOf(kind)
    const { [kind]: _head, steps, name, ...rest } = step
    const made: Fields = { ...rest, name: name ?? '', ...this.#headFields(step, kind), kind }
    if (!holdsSteps) return steps === undefined ? made : { ...made, steps }
    const children = this.all(steps ?? [])
    const own = short.expandChildren?.(Array.isArray(children) ? children.filter(isFields) : [], made) ?? made
    return { ...own, children }
  }

  /** What the value of the first key stands for. */
  #headFields(step: Fields, kind: StepKind): Fields {
    const { head } = definitionOf(kind).short
    const value = step[kind]
    if (typeof head === 'string') {
      const isText = head === 'name' || isTextField(kind, head)
      return { [head]: isText ? this.#places.textOf(step, kind) : value }
    }
    if (!isFields(value)) return {}
    const texts = Object.keys(value).filter(key => value[key] !== undefined && isTextField(kind, key))
    return { ...value, ...Object.fromEntries(texts.map(key => [key, this.#places.textOf(value, key)])) }
  }

  #operation(step: Fields, head: string, named: NamedOperation): Fields {
    const { operation, rest } = splitOperation(step, head, named)
    const { mainField } = named
    const isText = mainField !== undefined && operation[mainField] === step[head]
    const main = isText ? { [mainField]: this.#places.textOf(step, head) } : {}
    const renamed = mainField === undefined ? {} : { [mainField]: head }
    return {
      ...rest,
      ...this.#answers(step),
      name: step['name'] ?? '',
      kind: 'request',
      protocol: named.protocol,
      [named.protocol]: this.#places.inherit({ ...operation, ...main }, step, renamed),
    }
  }

  #request(step: Fields, method: string): Fields {
    const {
      [method]: url,
      json,
      form,
      checkpoints: _checkpoints,
      extractors: _extractors,
      name,
      ...rest
    } = step
    const http: Fields = { method: method.toUpperCase(), url }
    for (const field of requestFields) {
      if (rest[field] === undefined) continue
      http[field] =
        field === 'query' || field === 'headers' ? pairsOf(rest[field], this.#places) : rest[field]
      delete rest[field]
    }
    if (json !== undefined)
      http['body'] = { kind: 'json', text: typeof json === 'string' ? json : JSON.stringify(json) }
    else if (form !== undefined) http['body'] = { kind: 'form', fields: pairsOf(form, this.#places) }
    return {
      ...rest,
      name: name ?? '',
      kind: 'request',
      protocol: 'http',
      http: this.#places.inherit(http, step, {
        url: method,
        ...(json === undefined ? {} : { body: 'json' }),
      }),
      ...this.#answers(step),
    }
  }

  #answers({ checkpoints, extractors }: Fields): Fields {
    return {
      checkpoints: entriesOf(checkpoints, this.#places, checkpoint => ({
        ...checkpoint,
        ...(checkpoint['expected'] === undefined
          ? {}
          : { expected: this.#places.textOf(checkpoint, 'expected') }),
      })),
      extractors: entriesOf(extractors, this.#places, extractor => extractor),
    }
  }

  #freeId(position: number): string {
    let id = stepIdAt(position)
    while (this.#taken.has(id)) id += 'x'
    return id
  }
}

/** Kinds whose own name is the first key; requests are named by their method. */
const isKindKey = (key: string): key is StepKind => isStepKind(key) && key !== 'request'
const isMethodKey = (key: string): boolean => shortMethods.some(method => method === key)

const headOf = (step: Fields): string | undefined =>
  Object.keys(step).find(key => isKindKey(key) || isMethodKey(key) || operationNamed(key) !== undefined)

/** Where the field that the first key stands for is written. */
function renamedHead(head: string | undefined): Record<string, string> {
  if (head === undefined) return {}
  const field = isKindKey(head) ? definitionOf(head).short.head : 'url'
  return typeof field === 'string' ? { [field]: head } : {}
}

function collectIds(steps: unknown, into: Set<string>): void {
  if (!Array.isArray(steps)) return
  for (const step of steps) {
    if (!isFields(step)) continue
    if (typeof step['id'] === 'string') into.add(step['id'])
    collectIds(step['steps'] ?? step['children'], into)
  }
}

const parameterOf = (parameter: Fields, places: Places): Fields => {
  const { values } = parameter
  return Array.isArray(values)
    ? { ...parameter, values: values.map((_, index) => places.textOf(values, String(index))) }
    : parameter
}

/** Entries of a list, each with an id. */
export function entriesOf(list: unknown, places: Places, change: (entry: Fields) => Fields): unknown {
  if (!Array.isArray(list)) return list
  const taken = new Set(list.map(entry => (isFields(entry) ? entry['id'] : undefined)))
  const entries = list.map((entry, index) => {
    if (!isFields(entry)) return entry
    let id = entryIdAt(index + 1)
    while (taken.has(id)) id += 'x'
    return places.inherit({ id, ...change(entry) }, entry)
  })
  return places.inherit(entries, list)
}

/** A list of names and values, out of an object or a list. */
function pairsOf(pairs: unknown, places: Places): unknown {
  if (Array.isArray(pairs)) {
    const list = pairs.map(pair =>
      isFields(pair) && pair['value'] !== undefined
        ? places.inherit({ ...pair, value: places.textOf(pair, 'value') }, pair)
        : pair,
    )
    return places.inherit(list, pairs)
  }
  if (!isFields(pairs)) return pairs
  const list = Object.keys(pairs).map(name => ({ name, value: places.textOf(pairs, name) }))
  const place = places.get(pairs)
  if (place === undefined) return list
  const offsets = list.map(
    ({ name }, index) => [String(index), place.entries.get(name) ?? place.offset] as const,
  )
  places.set(list, { offset: place.offset, entries: new Map(offsets) })
  return list
}

/** A copy in which files named by their path have their id. */
function withFiles(value: unknown, expansion: Expansion): unknown {
  if (Array.isArray(value)) {
    return expansion.places.inherit(
      value.map(entry => withFiles(entry, expansion)),
      value,
    )
  }
  if (!isFields(value)) return value
  const copy: Fields = {}
  for (const [key, entry] of Object.entries(value)) {
    const isPath = /fileId$/i.test(key) && typeof entry === 'string' && entry !== '' && !uuid.test(entry)
    const changed =
      isPath && expansion.fileIdOf !== undefined ? expansion.fileIdOf(entry) : withFiles(entry, expansion)
    Object.defineProperty(copy, key, { value: changed, enumerable: true, configurable: true, writable: true })
  }
  return expansion.places.inherit(copy, value)
}
