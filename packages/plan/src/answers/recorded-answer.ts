/** The response that a request had when it was recorded, with which a standalone execution is compared. */
import { mimeOf } from '@pone/schema/mime-type.ts'
import { z } from 'zod'

const maxParts = 20
const maxPartLength = 80
const maxTypeLength = 100

export const recordedAnswerSchema = z.object({
  status: z.int().min(100).max(999),
  /** Without its parameters, in lower case; empty if unknown. */
  contentType: z.string().max(maxTypeLength).default(''),
  /** Length of the decoded body, bytes or characters; null if unknown. */
  size: z.int().min(0).nullable().default(null),
  /** What makes its structure, see answerParts. */
  parts: z.array(z.string().max(maxPartLength)).max(maxParts).default([]),
})
export type RecordedAnswer = z.infer<typeof recordedAnswerSchema>

/** A response as it is compared. */
export interface ComparedAnswer {
  readonly status: number
  /** As the header has it. */
  readonly contentType: string
  /** null where only a part of it is known. */
  readonly body: string | null
}

/** The value of a body that is JSON. */
export interface ParsedJson {
  readonly root: unknown
}

const plainType = (contentType: string): string => mimeOf(contentType).slice(0, maxTypeLength)

/** What is kept of a response to compare others with it. @param json its body, where it is parsed already */
export const recordedAnswerOf = (
  { status, contentType, body }: ComparedAnswer,
  json: ParsedJson | null = null,
): RecordedAnswer => ({
  status,
  contentType: plainType(contentType),
  size: body === null ? null : body.length,
  parts: body === null ? [] : answerParts(plainType(contentType), body, json),
})

/** Names that make the structure of a body: paths of fields of a JSON text, two levels deep; the title of a page and the names of its fields. Empty for other types. */
export function answerParts(type: string, body: string, json: ParsedJson | null = null): string[] {
  const parts = /\bjson\b/.test(type) ? jsonParts(body, json) : type === 'text/html' ? pageParts(body) : []
  const kept = parts.filter(part => part.length <= maxPartLength)
  return [...new Set(kept)].slice(0, maxParts)
}

function jsonParts(body: string, json: ParsedJson | null): string[] {
  try {
    return partsBelow(json === null ? JSON.parse(body) : json.root, '', 2)
  } catch {
    return []
  }
}

/** Of lists the first entry counts. */
function partsBelow(value: unknown, path: string, depth: number): string[] {
  if (Array.isArray(value)) return value.length === 0 ? [] : partsBelow(value[0], `${path}[]`, depth)
  if (typeof value !== 'object' || value === null || depth === 0) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const own = path === '' ? key : `${path}.${key}`
    return [own, ...partsBelow(inner, own, depth - 1)]
  })
}

/** Digits of a title may be a count or a number of an order. */
function pageParts(body: string): string[] {
  const title = /<title[^>]{0,200}>([^<]{0,200})/i.exec(body)?.[1]?.trim().replaceAll(/\d+/g, '0') ?? ''
  const fields = body.matchAll(
    /<(?:input|select|textarea|button)\b[^>]{0,1000}?\sname=["']?([^"'\s>]{1,60})/gi,
  )
  const names = Array.from(fields, ([, name = '']) => name)
  return [...(title === '' ? [] : [`<title> ${title}`]), ...names.map(name => `name=${name}`)]
}

export type RecordedDifference =
  | { readonly kind: 'status' | 'contentType' | 'size'; readonly recorded: string; readonly found: string }
  /** Parts that the recorded body had. */
  | { readonly kind: 'parts'; readonly missing: readonly string[] }

/** Bodies of pages and lists vary; this many times is no such thing. */
const sizeFactor = 4
const minSizeDifference = 1_000

/** What differs, the more telling first; empty if nothing does. */
export function differencesFrom(recorded: RecordedAnswer, found: ComparedAnswer): RecordedDifference[] {
  const differences: RecordedDifference[] = []
  const type = plainType(found.contentType)
  if (recorded.status !== found.status)
    differences.push({ kind: 'status', recorded: String(recorded.status), found: String(found.status) })
  if (recorded.contentType !== '' && recorded.contentType !== type)
    differences.push({ kind: 'contentType', recorded: recorded.contentType, found: type })
  if (found.body === null || differences.length > 0) return differences
  const parts = new Set(answerParts(type, found.body))
  // A list of parts that is full says nothing of what stands behind it.
  const missing = parts.size < maxParts ? recorded.parts.filter(part => !parts.has(part)) : []
  if (missing.length > 0) return [{ kind: 'parts', missing }]
  const { length } = found.body
  if (recorded.size !== null && isFarFrom(recorded.size, length))
    return [{ kind: 'size', recorded: String(recorded.size), found: String(length) }]
  return []
}

const isFarFrom = (one: number, other: number): boolean => {
  const [small, large] = one < other ? [one, other] : [other, one]
  return large - small >= minSizeDifference && large > small * sizeFactor
}
