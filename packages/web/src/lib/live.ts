/** The live stream: one WebSocket per tab, opened for the first subscription, reconnected with growing pauses, closed after the last. */
import type { LiveMessage, LiveRequest } from '@pone/contract/live.ts'
import { livePath } from '@pone/contract/live-path.ts'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { serverConnection } from './server-connection.ts'
import { session } from './session/session.ts'
import { endSession, isSessionEnd } from './session/session-end.ts'

export type LiveTopic = Extract<LiveRequest, { kind: 'subscribe' }>['topic']
export interface LiveTarget {
  readonly projectId: string
  /** Run, standalone execution or monitor; left out for projectRuns, monitors and alerts. */
  readonly id?: string | undefined
}
interface Subscription extends LiveTarget {
  readonly topic: LiveTopic
  readonly listeners: Set<(message: LiveMessage) => void>
}

const firstPauseMs = 500
const longestPauseMs = 15_000

/** Pause before attempt n (from 0), randomised so that many browsers do not reconnect at the same instant. */
export function reconnectPauseMs(attempt: number, random01: number): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** attempt) * (0.75 + random01 / 2)
}

/** Whether a message matches a subscription. */
export function concerns(message: LiveMessage, topic: LiveTopic, target: LiveTarget): boolean {
  switch (message.kind) {
    case 'runSnapshot':
    case 'runTick':
      return topic === 'run' && message.runId === target.id
    case 'debugEvents':
      return topic === 'debug' && message.debugId === target.id
    case 'projectRuns':
      return topic === 'projectRuns' && message.projectId === target.projectId
    case 'monitorNews':
      return topic === 'monitor' && message.latest.monitorId === target.id
    case 'alertNews':
      return topic === 'alerts' && message.projectId === target.projectId
    case 'monitorsNews':
      return topic === 'monitors' && message.projectId === target.projectId
    default:
      return false
  }
}

/**
 * A message of the server, trusted like the answers of calls: its schema would bring that of all steps into the first
 * page of a project. Undefined for what is none; kinds of a newer server match no subscription.
 */
export function readMessage(text: string): LiveMessage | undefined {
  try {
    const message: unknown = JSON.parse(text)
    return typeof message === 'object' && message !== null && 'kind' in message
      ? (message as LiveMessage)
      : undefined
  } catch {
    return undefined
  }
}

class LiveConnection {
  #socket: WebSocket | null = null
  #isSignedIn = false
  #attempt = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #subscriptions = new Map<string, Subscription>()
  readonly #stateListeners = new Set<() => void>()

  isConnected(): boolean {
    return this.#isSignedIn
  }
  onState(listener: () => void): () => void {
    this.#stateListeners.add(listener)
    return () => this.#stateListeners.delete(listener)
  }

  subscribe(topic: LiveTopic, target: LiveTarget, listener: (message: LiveMessage) => void): () => void {
    const key = `${topic} ${target.projectId} ${target.id ?? ''}`
    const known = this.#subscriptions.get(key)
    const subscription: Subscription = known ?? { ...target, topic, listeners: new Set() }
    subscription.listeners.add(listener)
    this.#subscriptions.set(key, subscription)
    // A second listener of a subscribed target subscribes again, so that it gets its own snapshot.
    if (this.#isSignedIn) this.#send('subscribe', subscription)
    this.#open()
    return () => {
      subscription.listeners.delete(listener)
      if (subscription.listeners.size > 0) return
      this.#subscriptions.delete(key)
      if (this.#isSignedIn) this.#send('unsubscribe', subscription)
      if (this.#subscriptions.size === 0) this.#close()
    }
  }

  #send(kind: 'subscribe' | 'unsubscribe', { topic, projectId, id }: Subscription): void {
    const request: LiveRequest = { kind, topic, projectId, ...(id === undefined ? {} : { id }) }
    this.#socket?.send(JSON.stringify(request))
  }

  #open(): void {
    const { token, isAdministrator } = session.get()
    if (this.#socket || !token || this.#subscriptions.size === 0) return
    clearTimeout(this.#timer)
    const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${window.location.host}${livePath}`)
    this.#socket = socket
    socket.addEventListener('open', () => {
      const signIn: LiveRequest = { kind: 'signIn', token, isAdministrator }
      socket.send(JSON.stringify(signIn))
    })
    socket.addEventListener('message', event => this.#receive(socket, String(event.data), token))
    socket.addEventListener('close', () => {
      if (this.#socket !== socket) return
      this.#socket = null
      this.#setSignedIn(false)
      if (this.#subscriptions.size === 0) return
      void serverConnection.ask()
      this.#timer = setTimeout(() => this.#open(), reconnectPauseMs(this.#attempt++, Math.random()))
    })
  }

  /** Without the rest of the pause, because the server answers again. */
  reconnect(): void {
    this.#attempt = 0
    this.#open()
  }

  #close(): void {
    clearTimeout(this.#timer)
    const socket = this.#socket
    this.#socket = null
    this.#attempt = 0
    this.#setSignedIn(false)
    socket?.close()
  }

  #receive(socket: WebSocket, text: string, usedToken: string): void {
    if (this.#socket !== socket) return
    const message = readMessage(text)
    if (!message) return
    if (message.kind === 'signedIn') {
      this.#attempt = 0
      this.#setSignedIn(true)
      for (const subscription of this.#subscriptions.values()) this.#send('subscribe', subscription)
      return
    }
    if (message.kind === 'refused') {
      if (isSessionEnd(message.code)) {
        endSession(message.code, message.message, usedToken)
        this.#close()
      }
      return
    }
    for (const subscription of this.#subscriptions.values()) {
      if (!concerns(message, subscription.topic, subscription)) continue
      for (const listener of subscription.listeners) listener(message)
    }
  }

  #setSignedIn(isSignedIn: boolean): void {
    if (this.#isSignedIn === isSignedIn) return
    this.#isSignedIn = isSignedIn
    for (const listener of this.#stateListeners) listener()
  }
}

const connection = new LiveConnection()
serverConnection.onBack(() => connection.reconnect())

/** Messages of one topic while the component is mounted; none while `target` is null. After a reconnect the server sends a new snapshot. */
export function useLive(
  topic: LiveTopic,
  target: LiveTarget | null,
  onMessage: (message: LiveMessage) => void,
): void {
  const latest = useRef(onMessage)
  useEffect(() => {
    latest.current = onMessage
  })
  const projectId = target?.projectId
  const id = target?.id
  useEffect(() => {
    if (!projectId) return
    return connection.subscribe(topic, { projectId, id }, message => latest.current(message))
  }, [topic, projectId, id])
}

/** Whether the live stream is connected; false also without any subscription. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    listener => connection.onState(listener),
    () => connection.isConnected(),
  )
}
