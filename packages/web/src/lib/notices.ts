/** Messages to the person, from anywhere in the code; ui/page/notice-host.tsx shows them. */

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

const askers = new Set<() => void>()
let isAsked = false

/** Lets the code that shows notices be loaded, so that it is there before the line breaks. */
export function askForNotices(): void {
  if (isAsked) return
  isAsked = true
  for (const listener of askers) listener()
}

/** Whether notices are to be shown from now on. */
export const noticesAsked = (): boolean => isAsked

/** @returns ends the subscription */
export function onNoticesAsked(listener: () => void): () => void {
  askers.add(listener)
  return () => askers.delete(listener)
}

/** Shows a notice; errors and warnings stay 5 s. */
export function notify(notice: Notice): void {
  if (listeners.size === 0) waiting.push(notice)
  askForNotices()
  for (const listener of listeners) listener(notice)
}

/** @returns ends the subscription */
export function onNotice(listener: (notice: Notice) => void): () => void {
  listeners.add(listener)
  for (const notice of waiting.splice(0)) listener(notice)
  return () => listeners.delete(listener)
}

/** The message with an exclamation mark at its end, in the script of the text. */
export function exclaimed(text: string): string {
  const bare = text.trim().replace(/[。.！!]+$/u, '')
  return /[\u4e00-\u9fff]/u.test(bare) ? `${bare}！` : `${bare}!`
}
