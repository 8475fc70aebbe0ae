/** A component as a TypeScript module that uses the builders of @pone/component; safe in a browser. */

import type { ComponentDocument } from '../component/component.ts'
import { definitionOf, isStepKind } from '../steps/registry.ts'
import { isFields } from './expand.ts'
import { shortMethods } from './short.ts'
import { type ScenarioPart, shortenComponent } from './shorten.ts'

type Fields = Record<string, unknown>

const widthCells = 100
const identifier = /^[A-Za-z_$][A-Za-z0-9_$]*$/

/** Function that makes steps of a first key, and the order of what it takes; null when the key is none. */
function builderOf(head: string): { name: string; order: 'stepsFirst' | 'optionsFirst' | 'noSteps' } | null {
  // `delete` is a word of the language.
  if (shortMethods.some(method => method === head)) {
    return { name: head === 'delete' ? 'del' : head, order: 'noSteps' }
  }
  if (!isStepKind(head)) return null
  const { holdsSteps, short } = definitionOf(head)
  const order = short.optionsFirst === true ? 'optionsFirst' : 'stepsFirst'
  return { name: short.builder, order: holdsSteps ? order : 'noSteps' }
}

/** The whole module. */
export function documentToTypeScript(
  name: string,
  document: ComponentDocument,
  scenario: ScenarioPart = {},
): string {
  const writer = new Writer()
  const { name: title, ...parts } = shortenComponent(name, document, scenario)
  const body = writer.component(String(title), parts)
  return `import { ${['component', ...[...writer.used].sort()].join(', ')} } from '@pone/component'\n\nexport default ${body}\n`
}

class Writer {
  readonly used = new Set<string>()

  component(name: string, parts: Fields): string {
    const lines = Object.entries(parts).map(
      ([key, value]) =>
        `  ${key}: ${key === 'steps' && Array.isArray(value) ? this.#steps(value, 1) : this.#value(value, 1)},\n`,
    )
    return `component(${quoted(name)}, {\n${lines.join('')}})`
  }

  #steps(steps: readonly unknown[], depth: number): string {
    if (steps.length === 0) return '[]'
    const inner = indent(depth + 1)
    return `[\n${steps.map(step => `${inner}${this.#step(step, depth + 1)},\n`).join('')}${indent(depth)}]`
  }

  #step(step: unknown, depth: number): string {
    if (!isFields(step)) return this.#value(step, depth)
    const [head = ''] = Object.keys(step)
    const { [head]: value, steps, ...more } = step
    const rest = Object.keys(more).length === 0 ? [] : [this.#value(more, depth)]
    const list = () => this.#steps(Array.isArray(steps) ? steps : [], depth)
    const builder = builderOf(head)
    if (builder === null) return this.#value(step, depth)
    this.used.add(builder.name)
    const first = this.#value(value, depth)
    const given =
      builder.order === 'noSteps'
        ? [first, ...rest]
        : builder.order === 'optionsFirst'
          ? [first, ...rest, list()]
          : [first, list(), ...rest]
    return `${builder.name}(${given.join(', ')})`
  }

  #value(value: unknown, depth: number): string {
    if (typeof value === 'string') return quoted(value)
    if (Array.isArray(value)) {
      return this.#list(
        '[',
        ']',
        value.map(entry => this.#value(entry, depth + 1)),
        depth,
      )
    }
    if (isFields(value)) {
      const entries = Object.entries(value).map(
        ([key, entry]) => `${keyOf(key)}: ${this.#value(entry, depth + 1)}`,
      )
      return this.#list('{ ', ' }', entries, depth)
    }
    return String(value)
  }

  #list(open: string, close: string, entries: readonly string[], depth: number): string {
    if (entries.length === 0) return `${open.trim()}${close.trim()}`
    const oneLine = `${open}${entries.join(', ')}${close}`
    if (oneLine.length + depth * 2 <= widthCells && !oneLine.includes('\n')) return oneLine
    const inner = indent(depth + 1)
    return `${open.trim()}\n${entries.map(entry => `${inner}${entry},\n`).join('')}${indent(depth)}${close.trim()}`
  }
}

const indent = (depth: number): string => '  '.repeat(depth)
// A quoted "__proto__" would still set the prototype; a computed one does not.
const keyOf = (key: string): string =>
  key === '__proto__' ? `['${key}']` : identifier.test(key) ? key : oneLine(key)

/** A text of several lines becomes a template literal, any other one a quoted string. */
function quoted(text: string): string {
  if (!text.includes('\n')) return oneLine(text)
  const escaped = text
    .replaceAll(/[\\`]|\$(?=\{)/g, '\\$&')
    .replaceAll(unusual, each => (each === '\n' ? each : escapeOf(each)))
  return `\`${escaped}\``
}

const oneLine = (text: string): string =>
  `'${text.replaceAll(/[\\']/g, '\\$&').replaceAll(unusual, escapeOf)}'`

/** Control characters, separators that end a line, and halves of surrogate pairs. */
const unusual = /[^\x20-\x7e\u00a0-\u{10ffff}]|[\u2028\u2029\ufeff]|\p{Surrogate}/gu

const escapeOf = (character: string): string => {
  if (character === '\t') return '\\t'
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`
}
