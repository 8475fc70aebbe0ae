/** Objects that a script makes of classes of the language and of k6's libraries: addresses, queries, forms and patterns. */
import type { FormPart } from '../model/recording.ts'
import { encodedQuery } from '../script/addresses.ts'
import { type Machine, textValue } from './machine.ts'
import { textOf } from './texts.ts'
import {
  type AddressValue,
  type FormValue,
  fieldsOf,
  nothing,
  rawOf,
  textOfAddress,
  unknown,
  type Value,
} from './values.ts'

type Made = (machine: Machine, args: readonly Value[]) => Value

const address: Made = (machine, [given, ...more]) => {
  const base = given === undefined || more.length > 0 ? null : textOf(machine, given)
  return base === null ? unknown : { kind: 'address', base, pairs: [] }
}

/** Of pairs, of an object, or of nothing. */
const query: Made = (machine, [given = nothing]) => {
  const made: AddressValue = { kind: 'address', base: null, pairs: [] }
  if (given.kind === 'nothing') return made
  const pairs =
    given.kind === 'list'
      ? given.items.map(item => (item.kind === 'list' && item.items.length === 2 ? item.items : null))
      : given.kind === 'fields'
        ? Array.from(given.fields, ([name, value]) => [textValue(machine, name), value])
        : [null]
  return pairs.every(pair => pair !== null && appended(machine, made, pair)) ? made : unknown
}

/** Flags that change what is found are not known to extractors. */
const pattern: Made = (_machine, [source, flags]) => {
  const text = rawOf(source)
  return text === null || /[imsy]/.test(rawOf(flags) ?? '') ? unknown : { kind: 'pattern', source: text }
}

const makers: Readonly<Record<string, Made | undefined>> = {
  'url.URL': address,
  URL: address,
  'url.URLSearchParams': query,
  URLSearchParams: query,
  'formdata.FormData': () => ({ kind: 'form', parts: [] }),
  FormData: () => ({ kind: 'form', parts: [] }),
  RegExp: pattern,
}

/** null for a class that is not known. */
export const madeOf = (machine: Machine, name: string, args: readonly Value[]): Value | null =>
  (Object.hasOwn(makers, name) ? makers[name] : undefined)?.(machine, args) ?? null

/** Whether name and value are known. */
function appended(machine: Machine, { pairs }: AddressValue, [name, value]: readonly Value[]): boolean {
  const texts = [name, value].map(each => (each === undefined ? null : textOf(machine, each)))
  const [key, text] = texts
  if (typeof key !== 'string' || typeof text !== 'string') return false
  pairs.push(encodedQuery([{ name: key, value: text }]))
  return true
}

/** `address.key`. */
export function memberOfAddress(of: AddressValue, key: string): Value {
  if (key === 'searchParams') return of
  if (key === 'href') return { kind: 'text', text: textOfAddress(of), raw: null }
  const protocol = key === 'protocol' ? /^https?:/i.exec(of.base ?? '')?.[0] : undefined
  return protocol === undefined ? unknown : { kind: 'text', text: protocol, raw: protocol }
}

export function calledOnAddress(
  machine: Machine,
  of: AddressValue,
  method: string,
  args: readonly Value[],
): Value {
  if (method === 'toString') return { kind: 'text', text: textOfAddress(of), raw: null }
  return method === 'append' && appended(machine, of, args) ? nothing : unknown
}

/** `form.append(name, value)` and `form.body()`. */
export function calledOnForm(
  machine: Machine,
  of: FormValue,
  method: string,
  [name, value]: readonly Value[],
): Value {
  if (method === 'body') return of
  const key = name === undefined ? null : textOf(machine, name)
  const part = value === undefined || key === null ? null : partOf(machine, key, value)
  if (method !== 'append' || part === null) return unknown
  of.parts.push(part)
  return nothing
}

/** Of a text or a file, which `http.file` or an object describes; null if only a run knows it. */
function partOf(machine: Machine, name: string, value: Value): FormPart | null {
  if (value.kind === 'file')
    return { name, value: '', fileName: value.sentAs || value.name || 'file', contentType: value.contentType }
  if (value.kind === 'fields') {
    const fields = fieldsOf(value)
    const fileName = rawOf(fields.get('filename'))
    const contentType = rawOf(fields.get('content_type')) ?? ''
    return fields.has('data') ? { name, value: '', fileName: fileName ?? 'file', contentType } : null
  }
  const text = textOf(machine, value)
  return text === null ? null : { name, value: text, fileName: null, contentType: '' }
}
