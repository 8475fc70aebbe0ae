/** Messages to the user, from anywhere in the code; ui/page/notice-host.tsx shows them. */

export interface Notice {
  readonly kind: 'error' | 'warning' | 'success' | 'info' | 'dialog'
  /** In the user's language already; dialogs are for unexpected errors. */
  readonly text: string
  /** Reference number for the administrator, for dialogs. */
  readonly reference?: string | undefined
}

const listeners = new Set<(notice: Notice) => void>()
/** Notices sent before the page is rendered, e.g. by a session that has ended in the meantime. */
const waiting: Notice[] = []

const requestListeners = new Set<() => void>()
let isRequested = false

/** Requests loading of the code that shows notices, so that it is available if the connection is lost later. */
export function askForNotices(): void {
  if (isRequested) return
  isRequested = true
  for (const listener of requestListeners) listener()
}

/** Whether the code that shows notices was requested. */
export const noticesAsked = (): boolean => isRequested

/** @returns a function that ends the subscription */
export function onNoticesAsked(listener: () => void): () => void {
  requestListeners.add(listener)
  return () => requestListeners.delete(listener)
}

/** Shows a notice; errors and warnings stay 5 s. */
export function notify(notice: Notice): void {
  if (listeners.size === 0) waiting.push(notice)
  askForNotices()
  for (const listener of listeners) listener(notice)
}

/** @returns a function that ends the subscription */
export function onNotice(listener: (notice: Notice) => void): () => void {
  listeners.add(listener)
  for (const notice of waiting.splice(0)) listener(notice)
  return () => listeners.delete(listener)
}

/** The message with an exclamation mark at its end, in the punctuation of its script. */
export function exclaimed(text: string): string {
  const bare = text.trim().replace(/[。.！!]+$/u, '')
  return /[\u4e00-\u9fff]/u.test(bare) ? `${bare}！` : `${bare}!`
}
