/** Commands on the selected rows of an editor's tree; used by keys, menus and drag and drop. */

/** `P` is a place in the tree to which rows can be moved. */
export interface RowCommands<P> {
  readonly duplicate: () => void
  readonly remove: () => void
  /** Enables or disables. */
  readonly toggle: () => void
  /** Moves up or down among the siblings. */
  readonly shift: (by: -1 | 1) => void
  /** Moves into the group right before. */
  readonly indent: () => void
  /** Moves out of the group, behind it. */
  readonly outdent: () => void
  /** Puts the rows into a new group of the usual kind. */
  readonly wrap: () => void
  readonly move: (keys: readonly string[], place: P) => void
  /** The selected rows as text, also stored for pasting by menu; null if the selection cannot be copied. */
  readonly copyText: () => string | null
  readonly copy: () => void
  readonly cut: () => void
  /** False if the text contains no rows of this kind. */
  readonly pasteText: (text: string) => boolean
  /** Pastes what was copied last, or shows that there is nothing to paste. */
  readonly pasteCopied: () => void
}
