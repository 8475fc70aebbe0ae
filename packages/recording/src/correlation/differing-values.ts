/** What a second recording of the same steps tells of a value: whether it differs, and whether it comes from the same response. */
import type { ValueSource, ValueUse } from '../model/dynamic-value.ts'
import type { Counterparts } from './counterparts.ts'

export interface ValueComparison {
  readonly isDifferent: boolean
  /** Whether the response that gives the value gives that of the second recording there; null if this cannot be told. */
  readonly isGivenAgain: boolean | null
}

/** null if no use has a counterpart. */
export function compareValue(
  counterparts: Counterparts,
  { sources, uses }: { readonly sources: readonly ValueSource[]; readonly uses: readonly ValueUse[] },
): ValueComparison | null {
  const compared = uses.flatMap(use => counterparts.textsFor(use).map(text => ({ use, text })))
  if (compared.length === 0) return null
  const different = compared.filter(({ use, text }) => !isSame(use, text))
  const others = different.flatMap(({ use, text }) => (use.calls.length > 0 ? [] : (partIn(use, text) ?? [])))
  return {
    isDifferent: different.length > 0,
    isGivenAgain: others.length === 0 ? null : isGiven(counterparts, sources, others),
  }
}

function isSame({ text, start, end, encoded }: ValueUse, second: string): boolean {
  if (text === second) return true
  return encoded === null && isWordIn(second, text.slice(start, end))
}

/** Whether a text holds the word, and not as a part of a longer one. */
function isWordIn(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!isWordChar(text[at - 1]) && !isWordChar(text[at + word.length])) return true
  return false
}

const isWordChar = (char: string | undefined): boolean => char !== undefined && /[A-Za-z0-9]/.test(char)

/** What the second recording sends where the first one sends the value; null if the texts are built differently. */
function partIn({ text, start, end, isAddress }: ValueUse, second: string): string | null {
  if (start === 0 && end === text.length) return second
  if (!isAddress) return null
  const parts = partsOf(second)
  const at = partsOf(text.slice(0, start)).length - 1
  return partsOf(text).length === parts.length ? (parts[at] ?? null) : null
}

const partsOf = (address: string): string[] => address.split(/[/?&=;]/)

function isGiven(
  counterparts: Counterparts,
  sources: readonly ValueSource[],
  values: readonly string[],
): boolean | null {
  const plain = sources.filter(({ calls }) => calls.length === 0)
  const given = plain.map(({ exchange }) => counterparts.givenBy(exchange)).filter(texts => texts !== null)
  return given.length === 0 ? null : given.some(texts => values.some(value => texts.includes(value)))
}
