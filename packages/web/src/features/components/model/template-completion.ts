/** The completions of `${…}` in a text field, and the text after one is accepted; pure. */

/** A variable or tool function that can be used in `${…}`. */
export interface Offer {
  readonly kind: 'variable' | 'function'
  readonly name: string
  /** The origin of a variable, or what a function does. */
  readonly detail: string
  /** Value of a variable at the end of the last standalone execution. */
  readonly lastValue?: string | undefined
  /** Text between the braces; `|` marks the position of the caret. */
  readonly insert: string
}

/** The completions with the last values of variables. */
export const withLastValues = (
  offers: readonly Offer[],
  values: Readonly<Record<string, string>>,
): readonly Offer[] =>
  offers.map(offer => (offer.kind === 'variable' ? { ...offer, lastValue: values[offer.name] } : offer))

/** The open `${` at the caret: where its content starts and the part of it that is typed. */
interface OpenHole {
  readonly from: number
  readonly typed: string
}

export function openHole(text: string, caret: number): OpenHole | null {
  const match = /\$\{([\w.]*)$/.exec(text.slice(0, caret))
  return match ? { from: caret - (match[1] ?? '').length, typed: match[1] ?? '' } : null
}

/** The completions that match the typed text: names that start with it before names that contain it, at most `limit`. */
export function matchingOffers(offers: readonly Offer[], typed: string, limit = 50): Offer[] {
  const wanted = typed.toLowerCase()
  const starting = offers.filter(offer => offer.name.toLowerCase().startsWith(wanted))
  const holding = offers.filter(
    offer => !starting.includes(offer) && offer.name.toLowerCase().includes(wanted),
  )
  return [...starting, ...holding].slice(0, limit)
}

/** The text and caret after a completion is accepted; the rest of the name after the caret is replaced, the brace closed once. */
export function acceptOffer(text: string, hole: OpenHole, offer: Offer): { text: string; caret: number } {
  const behind = text.slice(hole.from).replace(/^[\w.]*/, '')
  const mark = offer.insert.indexOf('|')
  const inserted = offer.insert.replace('|', '')
  const isCalled = behind.startsWith('(') && inserted.endsWith(')')
  const content = isCalled ? offer.name : inserted
  const closing = isCalled || behind.startsWith('}') ? '' : '}'
  const before = text.slice(0, hole.from) + content
  const caret = mark >= 0 && !isCalled ? hole.from + mark : before.length + 1
  return { text: before + closing + behind, caret: isCalled ? before.length + 1 : caret }
}

/** Replaces the selected part of a text by `${content}`. */
export function insertHole(
  text: string,
  from: number,
  to: number,
  content: string,
): { text: string; caret: number } {
  const inserted = `\${${content}}`
  return { text: text.slice(0, from) + inserted + text.slice(to), caret: from + inserted.length }
}

/** The text with plain `${name}` replaced by known values; null if it contains no known name. */
export function withValues(text: string, values: Readonly<Record<string, string>>): string | null {
  let isKnown = false
  const filled = text.replace(/\$\{([A-Za-z_][\w.]*)\}/g, (hole, name: string) => {
    const value = values[name]
    if (value === undefined) return hole
    isKnown = true
    return value
  })
  return isKnown ? filled : null
}
