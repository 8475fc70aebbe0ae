/** The values that requests send, in every form in which a response can hold them. */
import { decodedUrl } from '@pone/schema/decoded-url.ts'
import type { ValueCall, ValueUse } from '../model/dynamic-value.ts'
import type { RequestField } from '../steps/request-fields.ts'
import { base64Decoded, base64Encoder, callOf, htmlDecoded, htmlEncoded } from './encodings.ts'
import { isNumber, looksGenerated, looksLikePart, partPatterns } from './looks.ts'

/** Longer parts of texts are no values. */
const maxValueLength = 500_000
const minPartLength = 6

/** A value with the place that sends it. */
export interface SentValue {
  readonly value: string
  /** The value is the whole field, or a whole part of an address. */
  readonly isWhole: boolean
  readonly use: ValueUse
}

/** What encoding turns a value into the text, if any does. */
interface Form {
  readonly value: string
  readonly calls: readonly ValueCall[]
}

export function valuesSentIn(field: RequestField): SentValue[] {
  const { exchange, message, name, text, isAddress } = field
  if (text.length > maxValueLength) return []
  const found = isAddress ? valuesOfAddress(text) : valuesOfText(text)
  return found.map(({ value, isWhole, name: own, encoded = null, ...use }) => ({
    value,
    isWhole,
    use: {
      exchange,
      ...(message !== undefined && { message }),
      name: own ?? name,
      isAddress,
      text,
      encoded,
      ...use,
    },
  }))
}

interface Found extends Form, Pick<ValueUse, 'start' | 'end'> {
  readonly isWhole: boolean
  readonly name?: string
  readonly encoded?: ValueUse['encoded']
}

/** Parts of the path, each named by the part before it, and what of the query could not be split. */
function valuesOfAddress(text: string): Found[] {
  const origin = /^[a-z]+:\/\/[^/?]*/i.exec(text)?.[0].length ?? 0
  const found: Found[] = []
  let before = ''
  for (const { 0: part, index } of text.slice(origin).matchAll(/[^/?&=;]+/g)) {
    const start = origin + index
    const place = { start, end: start + part.length, name: before }
    for (const form of formsOf(decodedUrl(part))) {
      const isPlain = /^[0-9a-f-]+$/i.test(part)
      const calls = isPlain ? form.calls : [...form.calls, callOf('urlEncode')]
      if (isPlain || encodeURIComponent(decodedUrl(part)) === part)
        found.push({ ...form, calls, ...place, isWhole: true })
    }
    for (const inner of partsOf(part))
      found.push({ ...inner, start: start + inner.start, end: start + inner.end, name: before })
    before = part
  }
  return found
}

function valuesOfText(text: string): Found[] {
  const whole = formsOf(text).map(form => ({ ...form, start: 0, end: text.length, isWhole: true }))
  return [...whole, ...partsOf(text), ...partsInBase64(text)]
}

/** The text itself and what it is the encoding of. */
function formsOf(text: string): Form[] {
  const forms: Form[] = [{ value: text, calls: [] }]
  const fromUrl = decodedUrl(text)
  if (fromUrl !== text && encodeURIComponent(fromUrl) === text)
    forms.push({ value: fromUrl, calls: [callOf('urlEncode')] })
  const fromHtml = htmlDecoded(text)
  if (fromHtml !== text && htmlEncoded(fromHtml) === text)
    forms.push({ value: fromHtml, calls: [callOf('htmlEncode')] })
  const fromBase64 = base64Decoded(text)
  const encoder = fromBase64 === null ? null : base64Encoder(fromBase64, text)
  if (fromBase64 !== null && encoder !== null) forms.push({ value: fromBase64, calls: [callOf(encoder)] })
  return forms
}

/** Parts between separators that look as if they were made by a machine. */
function partsOf(text: string): Found[] {
  const found: Found[] = []
  for (const pattern of partPatterns)
    for (const { 0: value, index: start } of text.matchAll(pattern)) {
      const isPart = value.length < text.length && value.length >= minPartLength
      const isKnown = found.some(each => each.start === start && each.value === value)
      const isDynamic = looksGenerated(value) || looksLikePart(value) || isNumber(value)
      if (isPart && isDynamic && !isKnown)
        found.push({ value, calls: [], start, end: start + value.length, isWhole: false })
    }
  return found
}

/** Texts that may stand in a call of a tool function as they are. */
const isPlainText = (text: string): boolean => /^[\w:.@|/=+&?~-]*$/.test(text)

/** Values inside what the whole text is the Base64 of. */
function partsInBase64(text: string): Found[] {
  const decoded = base64Decoded(text)
  const call = decoded === null ? null : base64Encoder(decoded, text)
  if (decoded === null || call === null || !isPlainText(decoded)) return []
  return partsOf(decoded).map(part => ({ ...part, encoded: { call, text: decoded } }))
}
