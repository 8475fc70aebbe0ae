/** What expressions of a script stand for, as far as that is known without running it. */
import type { SyntaxNode } from '@lezer/common'
import type { FormPart } from '../model/recording.ts'
import type { Access } from './answers.ts'

export type Value =
  | TextValue
  | { readonly kind: 'number'; readonly value: number }
  /** A number that is drawn, between the two. `text` refers to it; null if it is no whole number. */
  | { readonly kind: 'drawn'; readonly text: string | null; readonly min: number; readonly max: number }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'list'; readonly items: Value[] }
  | { readonly kind: 'fields'; readonly fields: Map<string, Value> }
  | AnswerValue
  | FunctionValue
  /** Of a module of k6 or of the language, e.g. `http.get`. */
  | { readonly kind: 'native'; readonly name: string }
  | { readonly kind: 'pattern'; readonly source: string }
  | AddressValue
  | FormValue
  | { readonly kind: 'file'; readonly name: string; readonly sentAs: string; readonly contentType: string }
  | { readonly kind: 'unknown' }

export interface TextValue {
  readonly kind: 'text'
  /** May refer to variables. */
  readonly text: string
  /** As the script has it; null if it refers to something. */
  readonly raw: string | null
  /** The variable that holds it. */
  readonly variable?: string
  /** It is a number when it is sent within JSON. */
  readonly isNumber?: boolean
}

/** An address, or a query alone, to which pairs are added. */
export interface AddressValue {
  readonly kind: 'address'
  /** May refer to variables; null of a query. */
  readonly base: string | null
  /** URL-encoded. */
  readonly pairs: string[]
}

/** A form that is sent in parts. */
export interface FormValue {
  readonly kind: 'form'
  readonly parts: FormPart[]
}

/** Something of a response. */
export interface AnswerValue {
  readonly kind: 'answer'
  readonly request: number
  readonly access: Access
  /** What the script calls it; empty if it has no name. */
  readonly name: string
}

export interface FunctionValue {
  readonly kind: 'function'
  readonly node: SyntaxNode
  readonly scope: Scope
}

export const unknown: Value = { kind: 'unknown' }
export const nothing: Value = { kind: 'nothing' }

/** Names that are known in a part of the script. */
export class Scope {
  readonly #values = new Map<string, Value>()
  readonly #outer: Scope | null

  constructor(outer: Scope | null = null) {
    this.#outer = outer
  }

  get isOfModule(): boolean {
    return this.#outer === null
  }

  get(name: string): Value | null {
    return this.#values.get(name) ?? this.#outer?.get(name) ?? null
  }

  declare(name: string, value: Value): void {
    this.#values.set(name, value)
  }

  /** Where the name was declared. */
  assign(name: string, value: Value): void {
    if (this.#values.has(name) || this.#outer === null) this.#values.set(name, value)
    else this.#outer.assign(name, value)
  }
}

/** The text as the script has it; null if it is none, or refers to something. */
export const rawOf = (value: Value | undefined): string | null =>
  value?.kind === 'text' ? value.raw : value?.kind === 'number' ? String(value.value) : null

export const numberOf = (value: Value | undefined): number | null =>
  value?.kind === 'number' ? value.value : null

export const fieldsOf = (value: Value | undefined): ReadonlyMap<string, Value> =>
  value?.kind === 'fields' ? value.fields : new Map<string, Value>()

export function textOfAddress({ base, pairs }: AddressValue): string {
  const added = pairs.join('&')
  if (base === null || added === '') return base ?? added
  return `${base}${base.includes('?') ? '&' : '?'}${added}`
}

/** What a condition makes of it; null if only a run decides. */
export function truthOf(value: Value): boolean | null {
  switch (value.kind) {
    case 'boolean':
      return value.value
    case 'number':
      return value.value !== 0
    case 'nothing':
      return false
    case 'text':
      return value.raw === null ? null : value.raw !== ''
    case 'list':
    case 'fields':
    case 'function':
    case 'address':
    case 'form':
      return true
    default:
      return null
  }
}
