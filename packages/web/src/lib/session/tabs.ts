/** Tabs of one browser share a session: a new tab gets it from an open one, a sign-out reaches all, settings are synchronised. */
import { initialSession, type SessionStore, type SessionValues } from './session.ts'

type TabMessage =
  | { readonly kind: 'askSession' }
  | { readonly kind: 'session'; readonly values: SessionValues }
  | { readonly kind: 'signedOut'; readonly token: string }

const channelName = 'pone'
/** Set while some tab is signed in, so that a new tab can tell whether to wait for an answer. */
const openMark = 'pone.isSignedInSomewhere'
/** A busy tab may answer late; without the mark a new tab does not wait. */
const answerWithinMs = 3_000

export interface Tabs {
  /** Takes over the session of another open tab if this tab has none; resolves after a short time in any case. */
  adoptSession(): Promise<void>
  /** Notifies the other tabs that the session of this token has ended. */
  announceSignOut(token: string): void
}

/** Connects this tab with the others; `onSignedOut` is called when another tab ended the session of this tab. */
export function joinTabs(session: SessionStore, onSignedOut: () => void): Tabs {
  let wasSignedIn = false
  const mark = () => {
    const isSignedIn = session.get().token !== ''
    if (isSignedIn) localStorage.setItem(openMark, 'yes')
    else if (wasSignedIn) localStorage.removeItem(openMark)
    wasSignedIn = isSignedIn
  }
  window.addEventListener('storage', event => {
    session.readAgain(event.key)
    // Another tab was closed and removed the mark: this tab sets it again.
    if (event.key === openMark && event.newValue === null) mark()
  })
  window.addEventListener('pagehide', () => localStorage.removeItem(openMark))
  session.subscribe(mark)
  mark()
  if (typeof BroadcastChannel === 'undefined') {
    return { adoptSession: async () => {}, announceSignOut: () => {} }
  }
  const channel = new BroadcastChannel(channelName)
  const send = (message: TabMessage) => channel.postMessage(message)
  let adopted: (() => void) | null = null
  channel.addEventListener('message', (event: MessageEvent<TabMessage>) => {
    const message = event.data
    const { token } = session.get()
    if (message.kind === 'askSession' && token) send({ kind: 'session', values: session.get() })
    if (message.kind === 'session' && adopted && !token) {
      session.set(belongsToSession(message.values))
      adopted()
    }
    if (message.kind === 'signedOut' && token && token === message.token) onSignedOut()
  })
  return {
    async adoptSession() {
      if (session.get().token || localStorage.getItem(openMark) === null) return
      await new Promise<void>(resolve => {
        adopted = resolve
        setTimeout(resolve, answerWithinMs)
        send({ kind: 'askSession' })
      })
      adopted = null
      if (!session.get().token) localStorage.removeItem(openMark)
    },
    announceSignOut: token => send({ kind: 'signedOut', token }),
  }
}

/** Only values known to this version, as the other tab may run another version. */
function belongsToSession(values: SessionValues): Partial<SessionValues> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => key in initialSession))
}
