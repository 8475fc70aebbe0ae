/** The DOM elements of rows in an editor's tree: their ids, and the row that contains an element. */

/** Id of the row's element. */
export const rowIdOf = (key: string): string => `cd-row-${key}`

/** The row that contains the target of an event; null outside of rows. */
export const rowAt = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null

export const keyAt = (target: EventTarget): string | null => rowAt(target)?.dataset['row'] ?? null
