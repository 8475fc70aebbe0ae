/** What can be done to the chosen rows of an editor's tree; keys, menus and drag and drop share it. */

/** `P` is a place in the tree that rows can go to. */
export interface RowCommands<P> {
  readonly duplicate: () => void
  readonly remove: () => void
  /** Enables or disables. */
  readonly toggle: () => void
  /** Up or down among the siblings. */
  readonly shift: (by: -1 | 1) => void
  readonly move: (keys: readonly string[], place: P) => void
  /** The chosen rows as text, kept for pasting by menu as well; null when nothing that can be copied is chosen. */
  readonly copyText: () => string | null
  readonly copy: () => void
  readonly cut: () => void
  /** False when the text holds nothing of this kind. */
  readonly pasteText: (text: string) => boolean
  /** Pastes what was copied last, or says that there is nothing. */
  readonly pasteCopied: () => void
}
