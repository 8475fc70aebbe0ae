/**
 * Replaces secrets in recorded texts by secret variables: first at the fields that hold them, by marks; then, in all
 * texts, wherever the same value stands. Marks become `${variable}` when the texts become templates.
 */
import { escapeTemplate } from '@pone/plan/wsdl/sample-values.ts'
import { freeName } from '@pone/schema/free-name.ts'
import { isCardNumber, isSecretName, jwtPattern } from '../http/secret-names.ts'
import type { LeftList } from '../model/left.ts'
import type { ImportedVariable, References } from './references.ts'

/** Shorter values stand in texts by chance, so they are replaced only at their own fields. */
const minSearchedLength = 8
/** A field with more values changes from request to request, and its recorded values are of no use. */
const maxPerField = 5
const maxVariables = 100

const jsonField = /("(?:[^"\\]|\\.)*")(\s*:\s*)("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*)/g
const xmlElement = /<((?:[\w.-]+:)?([\w.-]+))(\s[^<>]*)?>([^<]+)<\/\1>/g
// Characters of private use, which texts of requests do not contain.
const mark = /\ue000(\d+)([a-zA-Z]*)\ue001/g

/** Functions that write a value as it stands in a text. */
type Writer = '' | 'json' | 'urlEncode'
const markOf = (index: number, writer: Writer = ''): string => `\ue000${index}${writer}\ue001`

export class Secrets {
  readonly #taken: Set<string>
  readonly #variables: ImportedVariable[] = []
  /** Positions of the variables by value; several values share one where there are too many. */
  readonly #byValue = new Map<string, number>()
  readonly #byField = new Map<string, number[]>()
  readonly #left: LeftList
  /** Where a text stands that is being read. */
  place = ''

  readonly #references: References

  constructor(taken: Iterable<string>, references: References, left: LeftList) {
    this.#taken = new Set(taken)
    this.#references = references
    this.#left = left
  }

  get variables(): readonly ImportedVariable[] {
    return this.#variables
  }

  /** The value with a mark in its place if the field or the value is secret. */
  value(field: string, text: string): string {
    if (text === '' || this.#references.isReference(text)) return text
    if (isSecretName(field)) return this.hidden(field, text)
    if (isCardNumber(text)) return this.hidden('card', text)
    return text.replaceAll(jwtPattern, token => this.hidden('token', token))
  }

  /** A mark in place of a value that is secret. */
  hidden(field: string, text: string): string {
    if (this.#references.isReference(text)) return text
    const known = this.#byValue.get(text) ?? this.#shared(field)
    const index = known ?? this.#variables.length
    this.#byValue.set(text, index)
    if (known === undefined) this.#add(field, text)
    return markOf(index)
  }

  /** The variable of a value that gets none of its own, because the field has had many or there are too many. */
  #shared(field: string): number | undefined {
    const [first, ...more] = this.#byField.get(field) ?? []
    const isFull = more.length + 1 >= maxPerField || this.#variables.length >= maxVariables
    const shared = isFull ? (first ?? this.#variables.length - 1) : undefined
    const variable = shared === undefined ? undefined : this.#variables[shared]?.name
    if (variable !== undefined) this.#left.add('', 'changingSecret', { name: field, variable })
    return shared
  }

  #add(field: string, value: string): void {
    const plain = field.replaceAll(/[^A-Za-z0-9_]+/g, '_').replace(/^(?=\d)/, '_')
    const name = freeName(plain.slice(0, 50) || 'secret', wanted => this.#taken.has(wanted), {
      separator: '',
    })
    this.#taken.add(name)
    this.#byField.set(field, [...(this.#byField.get(field) ?? []), this.#variables.length])
    this.#variables.push({ name, value, enabled: true, secret: true })
    this.#left.add(this.place, 'secret', { name: field, variable: name })
  }

  /** Values of the fields of a JSON text, which need not be valid. */
  json(text: string): string {
    return text.replaceAll(jsonField, (whole, key: string, colon: string, value: string) => {
      const isText = value.startsWith('"')
      const plain = isText ? unquoted(value) : value
      const safe = this.value(unquoted(key), plain)
      if (safe === plain) return whole
      if (!isText) return `${key}${colon}${safe}`
      const writer: Writer = jsonForm(plain) === plain ? '' : 'json'
      return `${key}${colon}"${jsonForm(safe).replaceAll(mark, (_, index) => markOf(Number(index), writer))}"`
    })
  }

  /** Texts of the elements of an XML document. */
  xml(text: string): string {
    return text.replaceAll(
      xmlElement,
      (whole, name: string, local: string, attributes = '', value: string) => {
        const safe = this.value(local, value.trim())
        return safe === value.trim() ? whole : `<${name}${attributes}>${safe}</${name}>`
      },
    )
  }

  /** The text as a template: what is known as secret is replaced, also where it is encoded, and the rest stands for itself. */
  template(text: string): string {
    let marked = text
    for (const [value, index] of this.#byValue) {
      if (value.length < minSearchedLength) continue
      marked = marked.replaceAll(value, markOf(index))
      const forms = [
        ['json', jsonForm(value)],
        ['urlEncode', encodeURIComponent(value.toWellFormed())],
      ] as const
      for (const [writer, form] of forms)
        if (form !== value) marked = marked.replaceAll(form, markOf(index, writer))
    }
    return this.#references
      .template(escapeTemplate(marked))
      .replaceAll(mark, (whole, index: string, writer: string) => {
        const variable = this.#variables[Number(index)]
        if (variable === undefined) return whole
        const reference = `\${${variable.name}}`
        return writer === '' ? reference : `\${${writer}(${reference})}`
      })
  }
}

function unquoted(json: string): string {
  try {
    return String(JSON.parse(json))
  } catch {
    return json.slice(1, -1)
  }
}

/** As it stands between the quotes of a JSON text. */
const jsonForm = (text: string): string => JSON.stringify(text).slice(1, -1)
