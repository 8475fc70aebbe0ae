/** Messages to the person, from anywhere in the code; ui/notice-host.tsx shows them. */

export interface Notice {
  readonly kind: 'error' | 'warning' | 'success' | 'info' | 'dialog'
  /** Already in the person's language; dialogs are for errors nobody expected. */
  readonly text: string
  /** Number to give to the administrator, for dialogs. */
  readonly reference?: string | undefined
}

const listeners = new Set<(notice: Notice) => void>()
/** Told before the page was drawn, e.g. by a session that had ended meanwhile. */
const waiting: Notice[] = []

/** Shows a notice; errors and warnings stay 5 s. */
export function notify(notice: Notice): void {
  if (listeners.size === 0) waiting.push(notice)
  for (const listener of listeners) listener(notice)
}

/** @returns ends the subscription */
export function onNotice(listener: (notice: Notice) => void): () => void {
  listeners.add(listener)
  for (const notice of waiting.splice(0)) listener(notice)
  return () => listeners.delete(listener)
}
