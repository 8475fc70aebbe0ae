/** The elements of rows in an editor's tree: their ids, and which row something lies in. */

/** Id of the row's element. */
export const rowIdOf = (key: string): string => `cd-row-${key}`

/** The row that a target of an event lies in; null outside of rows. */
export const rowAt = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null

export const keyAt = (target: EventTarget): string | null => rowAt(target)?.dataset['row'] ?? null
