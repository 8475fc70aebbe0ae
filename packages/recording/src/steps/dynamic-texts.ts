/** Puts variables that are extracted from responses in place of the recorded values, before secrets are looked for. */
import type { ValueCall, ValueUse } from '../model/dynamic-value.ts'
import type { FieldTexts } from './field-texts.ts'
import type { Marks } from './marks.ts'
import { changedJson, changedXml } from './structured-texts.ts'

/** A use of a value whose response has an extractor. */
export interface PlannedUse extends ValueUse {
  readonly variable: string
  /** What makes the value of the text that is extracted. */
  readonly sourceCalls: readonly ValueCall[]
  /** Only fields of this name send it; else all texts of the request that are the same. */
  readonly isOfField?: boolean
}

export class DynamicTexts implements FieldTexts {
  readonly #uses: ReadonlyMap<number, readonly PlannedUse[]>
  readonly #secrets: FieldTexts
  readonly #marks: Marks
  /** Index of the exchange whose texts are made. */
  exchange = 0

  constructor(uses: readonly PlannedUse[], secrets: FieldTexts, marks: Marks) {
    this.#uses = Map.groupBy(uses, use => use.exchange)
    this.#secrets = secrets
    this.#marks = marks
  }

  value(field: string, text: string): string {
    return this.#marked(text, this.#usesIn(field, text)) ?? this.#secrets.value(field, text)
  }

  hidden(field: string, text: string): string {
    return this.#marked(text, this.#usesIn(field, text)) ?? this.#secrets.hidden(field, text)
  }

  json(text: string): string {
    return changedJson(text, (field, value) => this.value(field, value), this.#marks)
  }

  xml(text: string): string {
    return changedXml(text, (field, value) => this.value(field, value))
  }

  /** The origin may be missing, so that places count from the end. */
  address(text: string): string {
    const uses = (this.#uses.get(this.exchange) ?? [])
      .filter(use => use.isAddress && use.text.endsWith(text))
      .map(use => {
        const missing = use.text.length - text.length
        return { ...use, start: use.start - missing, end: use.end - missing }
      })
    return this.#marked(text, uses) ?? this.#secrets.address(text)
  }

  #usesIn(field: string, text: string): readonly PlannedUse[] {
    return (this.#uses.get(this.exchange) ?? []).filter(
      use => !use.isAddress && use.text === text && (use.isOfField !== true || use.name === field),
    )
  }

  /** null if nothing is in its place. */
  #marked(text: string, uses: readonly PlannedUse[]): string | null {
    const plain = uses.filter(({ encoded }) => encoded === null)
    if (plain.length > 0) return replaced(text, plain, use => this.#marks.of(expressionOf(use)))
    const encoded = uses[0]?.encoded ?? null
    if (encoded === null) return null
    const inside = uses.filter(use => use.encoded?.call === encoded.call)
    return this.#marks.of(`\${${encoded.call}(${replaced(encoded.text, inside, expressionOf)})}`)
  }
}

/** Of parts that overlap, the longest is replaced. */
function replaced(
  text: string,
  uses: readonly PlannedUse[],
  replacement: (use: PlannedUse) => string,
): string {
  const taken: PlannedUse[] = []
  for (const use of uses.toSorted((one, other) => other.end - other.start - (one.end - one.start)))
    if (taken.every(({ start, end }) => use.end <= start || use.start >= end)) taken.push(use)
  let made = ''
  let at = 0
  for (const use of taken.toSorted((one, other) => one.start - other.start)) {
    made += text.slice(at, use.start) + replacement(use)
    at = use.end
  }
  return made + text.slice(at)
}

/** The template that gives a recorded part of a request. */
const expressionOf = ({ variable, sourceCalls, calls }: PlannedUse): string =>
  [...sourceCalls, ...calls].reduce(
    (inner, { name, args }) => `\${${name}(${[inner, ...args.map(quoted)].join(', ')})}`,
    `\${${variable}}`,
  )

/** Of an argument of a tool function. */
const quoted = (text: string): string =>
  /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll(/['\\]/g, '\\$&')}'`
