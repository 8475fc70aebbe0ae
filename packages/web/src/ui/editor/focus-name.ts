/** Focuses the field that edits the name of an editor's current row. */

/** Frames to wait for a field that is not drawn yet. */
const tries = 20

interface NameFocus {
  /** Selects the text, so that typing replaces it. */
  readonly isAllSelected: boolean
}

/** @param selector of the field */
export function focusName(selector: string, { isAllSelected }: NameFocus): void {
  const field = document.querySelector<HTMLInputElement>(selector)
  field?.focus()
  if (isAllSelected) field?.select()
}

/** The same for a row that is being added: once its own field is drawn. @param key of the row, which the field carries as `data-named` */
export function focusNameOf(selector: string, key: string): void {
  let left = tries
  const attempt = () => {
    const own = `${selector}[data-named="${CSS.escape(key)}"]`
    if (document.querySelector(own) !== null) return focusName(own, { isAllSelected: true })
    left -= 1
    if (left >= 0) requestAnimationFrame(attempt)
  }
  requestAnimationFrame(attempt)
}
