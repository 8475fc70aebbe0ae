/**
 * Coded texts: a code and its parameters, written as `[[code {json}]]` inside a text. The text passes agent, server and
 * database as it is; each reader gets it in its own language from the catalogue of the code.
 */
import { z } from 'zod'
import { type Bilingual, type Language, type TextParam, type TextParams, textIn } from './bilingual.ts'

/** Texts by code; `{name}` stands for a parameter. The one form of all catalogues. */
export type Catalogue = Readonly<Record<string, Bilingual>>

/** Names of the places of a text. */
export type PlacesOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlacesOf<Rest>
  : never

/** The parameters that a text needs; the argument may be left out when it needs none. */
export type ParamsOf<Text extends Bilingual> = [PlacesOf<Text['en']>] extends [never]
  ? [params?: Readonly<Record<string, never>>, raw?: string]
  : [params: Readonly<Record<PlacesOf<Text['en']>, TextParam>>, raw?: string]

/** Characters of a program's own words that are kept beside a text. */
const maxRawLength = 2_000
/** Coded texts inside parameters of coded texts are read down to this depth. */
const maxDepth = 4
const form = /\[\[(\w+) (\{[^\]]*\})\]\]/g

const paramsSchema = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.object({ zh: z.string(), en: z.string() })]),
)

/**
 * Writes a coded text; a parameter may itself be one. `raw` is what a program said itself, shown apart from the text.
 * Numbers are written as strings, so that a program may replace any part of a value and the text can still be read.
 */
export function encodeText(code: string, params: TextParams = {}, raw = ''): string {
  const told: Record<string, TextParam> = {}
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) told[name] = typeof value === 'number' ? String(value) : value
  }
  if (raw !== '') told['raw'] = raw.trim().slice(0, maxRawLength)
  // A bracket inside would end it too early.
  return `[[${code} ${JSON.stringify(told).replaceAll(']', String.raw`\u005d`)}]]`
}

/** A writer for the texts of a catalogue, which checks codes and names of parameters when it is compiled. */
export const encoderOf =
  <C extends Catalogue>(_catalogue: C) =>
  <K extends keyof C & string>(code: K, ...[params, raw]: ParamsOf<C[K]>): string =>
    encodeText(code, params, raw)

/** A text with every coded text inside it in one language; what programs said themselves is in `raw`, '' when they said nothing. */
export function decodeText(
  text: string,
  language: Language,
  textOf: (code: string) => Bilingual | undefined,
): { text: string; raw: string } {
  const raws: string[] = []
  const read = (part: string, depth: number): string =>
    !part.includes('[[') || depth === 0
      ? part
      : part.replaceAll(form, (whole, code: string, json: string) => {
          const found = textOf(code)
          const params = found === undefined ? null : paramsIn(json)
          if (found === undefined || params === null) return whole
          const { raw, ...named } = params
          if (typeof raw === 'string' && raw !== '') raws.push(raw)
          const inner = Object.entries(named).map(([name, value]) => [
            name,
            typeof value === 'string' ? read(value, depth - 1) : value,
          ])
          return textIn(found, Object.fromEntries(inner), language)
        })
  return { text: read(text, maxDepth), raw: raws.join('\n') }
}

/** The code of the first coded text; undefined if there is none. */
export const firstCode = (text: string): string | undefined => new RegExp(form.source).exec(text)?.[1]

/** Changes the words of a text: all outside of coded texts, and the parameters inside; codes stay. */
export function mapWords(text: string, change: (words: string) => string, depth = maxDepth): string {
  if (!text.includes('[[') || depth === 0) return change(text)
  let mapped = ''
  let from = 0
  for (const match of text.matchAll(form)) {
    const [whole, code = '', json = ''] = match
    const params = paramsIn(json)
    if (params === null) continue
    if (match.index > from) mapped += change(text.slice(from, match.index))
    const inner = Object.entries(params).map(([name, value]) => [name, mapParam(value, change, depth - 1)])
    mapped += encodeText(code, Object.fromEntries(inner))
    from = match.index + whole.length
  }
  return from < text.length || from === 0 ? mapped + change(text.slice(from)) : mapped
}

function mapParam(value: TextParam, change: (words: string) => string, depth: number): TextParam {
  if (typeof value === 'object') return { zh: change(value.zh), en: change(value.en) }
  return mapWords(String(value), change, depth)
}

/** The text in at most `maxLength` characters, or little more; long parameters of coded texts are cut, so that they can still be read. */
export function shortenedText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  if (!text.includes('[[')) return text.slice(0, maxLength)
  for (let limit = maxLength; limit >= 8; limit = Math.floor(limit / 2)) {
    const short = mapWords(text, words => words.slice(0, limit))
    if (short.length <= maxLength) return short
  }
  return text.slice(0, maxLength)
}

function paramsIn(json: string): z.infer<typeof paramsSchema> | null {
  try {
    const parsed = paramsSchema.safeParse(JSON.parse(json))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
