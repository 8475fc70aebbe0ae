/** A text without a structure that extractors know: values in it are taken by what stands around them. */
import { type Leaf, type PlannedExtractor, plainExtractor } from './leaf.ts'
import { looksGenerated, looksLikeShortId } from './looks.ts'

/** Characters before a value by which it is found; the first number that finds no other text is taken. */
const contextLengths = [6, 10, 16, 24, 40, 60]
const maxContext = 60
const searchedLength = 1_000

/** @param body all of the response, in which `text` begins at `offset` */
export const textLeaf = (text: string, body: string, offset: number): Leaf => ({
  text,
  name: '',
  rank: 5,
  isPartTaken: true,
  extractor: (start, end) => boundariesOf(body, offset + start, offset + end),
})

/** The name that stands before a value: `nonce` of `nonce: "…"` and `"nonce":"…"`; empty without one. */
export const nameBefore = (text: string, start: number): string =>
  /([A-Za-z_][\w.-]*)["']?\s*[:=]\s*["']?$/.exec(text.slice(Math.max(0, start - maxContext), start))?.[1] ??
  ''

/** null if nothing that stays the same is beside the value. */
function boundariesOf(body: string, start: number, end: number): PlannedExtractor | null {
  const value = body.slice(start, end)
  const right = body.slice(end, end + 1)
  if (right !== '' && value.includes(right)) return null
  const line = lastingBefore(body.slice(Math.max(0, start - searchedLength), start)).slice(-maxContext)
  for (const length of contextLengths) {
    const left = line.slice(-length)
    if (left !== '' && matchOf(body, { left, right, start }) === 1)
      return plainExtractor('boundary', left, { rightBoundary: right })
  }
  if (line.trim() === '') return null
  const match = matchOf(body, { left: line, right, start })
  return match === null ? null : plainExtractor('boundary', line, { rightBoundary: right, match })
}

/** The end of a text that is the same in each response: behind line breaks, which are layout, and behind other values. */
function lastingBefore(text: string): string {
  const line = text.slice(text.lastIndexOf('\n') + 1)
  const values = [...line.matchAll(/[A-Za-z0-9_.~+/=%-]+/g)].filter(({ 0: token }) => isChanging(token))
  const last = values.at(-1)
  return last === undefined ? line : line.slice(last.index + last[0].length)
}

const isChanging = (token: string): boolean =>
  looksGenerated(token) || looksLikeShortId(token) || /^\d{4,}$/.test(token) || token.length >= 24

/** Which of the texts between the boundaries begins at the value; null if none does. */
function matchOf(
  body: string,
  { left, right, start }: { readonly left: string; readonly right: string; readonly start: number },
): number | null {
  let match = 1
  for (let at = body.indexOf(left); at >= 0; match++) {
    const valueAt = at + left.length
    if (valueAt === start) return match
    const close = right === '' ? body.length : body.indexOf(right, valueAt)
    if (close < 0 || valueAt > start) return null
    at = body.indexOf(left, Math.max(close + right.length, at + 1))
  }
  return null
}
