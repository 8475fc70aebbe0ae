/** Completions of a code field: variables and functions in `${…}`, and names of the scripting interface. */

/** A completion of `${…}`; `|` in `insert` marks the position of the caret. */
export interface CodeOffer {
  readonly kind: string
  readonly name: string
  readonly detail: string
  /** Shown instead of the detail. */
  readonly lastValue?: string | undefined
  readonly insert: string
}

/** A name such as `vars.get`, its type, and its description. */
export interface CodeMember {
  readonly label: string
  /** Starts with `(` for functions. */
  readonly type: string
  readonly info: string
}

/** The part of CodeMirror's completion context that is used here. */
export interface CompletionContext {
  readonly pos: number
  readonly state: { sliceDoc(from: number, to: number): string }
  matchBefore(pattern: RegExp): { readonly from: number; readonly text: string } | null
}

/** Longer values are cut, in characters. */
const maxShownLength = 60

/** Completions for an open `${`; null outside of one. */
export function completeHole(context: CompletionContext, offers: readonly CodeOffer[]) {
  const { pos, state } = context
  const typed = context.matchBefore(/\$\{[\w.]*/)
  if (!typed) return null
  // The editor inserts the closing brace together with the opening one.
  const end = state.sliceDoc(pos, pos + 1) === '}' ? '' : '}'
  return {
    from: typed.from + '${'.length,
    options: offers.map(offer => ({
      label: offer.name,
      detail: offer.lastValue === undefined ? offer.detail : `= ${offer.lastValue.slice(0, maxShownLength)}`,
      type: offer.kind,
      apply: `${offer.insert.replace('|', '')}${end}`,
    })),
  }
}

/** Names of the scripting interface that match the typed text; null if no name is being typed. */
export function completeMember(context: CompletionContext, members: readonly CodeMember[]) {
  const typed = context.matchBefore(/[A-Za-z_][\w.]*/)
  if (!typed || members.length === 0) return null
  return {
    from: typed.from,
    validFor: /^[\w.]*$/,
    options: members.map(({ label, type, info }) => {
      const isFunction = type.startsWith('(')
      return {
        label,
        detail: type,
        info,
        type: isFunction ? 'function' : 'property',
        apply: isFunction ? `${label}(` : label,
      }
    }),
  }
}
