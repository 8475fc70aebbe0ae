/**
 * Replaces secrets in recorded texts by secret variables: first at the fields that hold them, by marks; then, in all
 * texts, wherever the same value stands.
 */
import { escapeTemplate } from '@pone/plan/wsdl/sample-values.ts'
import { freeName } from '@pone/schema/free-name.ts'
import { isCardNumber, isSecretName, jwtPattern } from '../http/secret-names.ts'
import { jsonForm } from '../json/json-leaves.ts'
import type { LeftList } from '../model/left.ts'
import type { FieldTexts } from './field-texts.ts'
import type { Marks } from './marks.ts'
import type { ImportedVariable, References } from './references.ts'
import { changedJson, changedXml } from './structured-texts.ts'

/** Shorter values stand in texts by chance, so they are replaced only at their own fields. */
const minSearchedLength = 8
/** A field with more values changes from request to request, and its recorded values are of no use. */
const maxPerField = 5
const maxVariables = 100

interface Form {
  readonly form: string
  /** The tool function that encodes so. */
  readonly call: 'json' | 'urlEncode' | null
}

export class Secrets implements FieldTexts {
  readonly #taken: Set<string>
  readonly #variables: ImportedVariable[] = []
  /** Positions of the variables by value; several values share one where there are too many. */
  readonly #byValue = new Map<string, number>()
  readonly #byField = new Map<string, number[]>()
  readonly #forms = new Map<string, readonly Form[]>()
  readonly #left: LeftList
  /** Where a text stands that is being read. */
  place = ''

  readonly #references: References
  readonly #marks: Marks

  constructor(
    taken: Iterable<string>,
    {
      references,
      marks,
      left,
    }: { readonly references: References; readonly marks: Marks; readonly left: LeftList },
  ) {
    this.#taken = new Set(taken)
    this.#references = references
    this.#marks = marks
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
    return this.#markOf(index)
  }

  #markOf(index: number): string {
    return this.#marks.of(`\${${this.#variables[index]?.name ?? ''}}`)
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

  json(text: string): string {
    return changedJson(text, (field, value) => this.value(field, value), this.#marks)
  }

  xml(text: string): string {
    return changedXml(text, (field, value) => this.value(field, value))
  }

  address(text: string): string {
    return this.value('', text)
  }

  /** The text as a template: what is known as secret is replaced, also where it is encoded, and the rest stands for itself. */
  template(text: string): string {
    let marked = text
    for (const [value, index] of this.#byValue) {
      // Its encoded forms are no shorter.
      if (value.length < minSearchedLength || value.length > text.length) continue
      for (const { form, call } of this.#formsOf(value)) {
        if (!marked.includes(form)) continue
        const replacement = this.#markOf(index)
        marked = marked.replaceAll(form, call === null ? replacement : this.#marks.wrapped(replacement, call))
      }
    }
    return this.#marks.resolved(this.#references.template(escapeTemplate(marked)))
  }

  /** The value as it is, and encoded where that differs. */
  #formsOf(value: string): readonly Form[] {
    const known = this.#forms.get(value)
    if (known !== undefined) return known
    const encoded: readonly Form[] = [
      { form: jsonForm(value), call: 'json' },
      { form: encodeURIComponent(value.toWellFormed()), call: 'urlEncode' },
    ]
    const forms = [{ form: value, call: null }, ...encoded.filter(({ form }) => form !== value)]
    this.#forms.set(value, forms)
    return forms
  }
}
