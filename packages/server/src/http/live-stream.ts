/** The live stream: browsers sign in on a WebSocket, subscribe to topics, and get snapshots and increments while their session and membership last. */

import type {} from '@fastify/websocket'
import { projectUser } from '@pone/contract/call.ts'
import { AppError } from '@pone/contract/errors.ts'
import { type LiveMessage, type LiveRequest, livePath, liveRequestSchema } from '@pone/contract/live.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RawData, WebSocket } from 'ws'
import type { ErrorTexts } from '../calls/failure.ts'
import type { Identity } from '../calls/identity.ts'
import { closeSoon } from '../sockets/close-soon.ts'
import { ReceiveLimit } from '../sockets/receive-limit.ts'
import { createStrangerPlaces } from '../sockets/stranger-places.ts'
import type { Gate } from './gate.ts'
import { LiveConnection, type Watched } from './live-connection.ts'
import { type LiveTopic, topicPermissions } from './live-topics.ts'

/** Loads the present state of what a browser starts to watch; null when there is nothing to tell yet. */
export type Snapshot = (projectId: string, id: string) => Promise<LiveMessage | null>

/** A message with its number; what a server publishes is numbered upwards. */
export interface Numbered {
  readonly message: LiveMessage | null
  readonly number: number
}

export interface LiveHub {
  /** To every browser that watches this; for projectRuns the id is the project's. */
  publish(topic: LiveTopic, projectId: string, id: string, message: LiveMessage): void
  /** What a browser gets at first, and after it was too slow for the increments. */
  onSubscribe(topic: LiveTopic, snapshot: Snapshot): void
}

export interface LiveStream extends LiveHub {
  /** Answers the message's number. */
  publish(topic: LiveTopic, projectId: string, id: string, message: LiveMessage): number
  /** `@fastify/websocket` has to be registered before. */
  mount(app: FastifyInstance): void
  /** What another server has published. */
  pass(topic: LiveTopic, projectId: string, id: string, numbered: Numbered): void
  /** Increments from now on are newer than the answer; for browsers of another server. @throws AppError as its provider does */
  snapshot(topic: LiveTopic, projectId: string, id: string): Promise<Numbered>
  /** Everything that browsers of this server watch or are about to. */
  watched(): ReadonlySet<string>
  /** Closes the streams of sessions that have ended. */
  endSessions(sessionIds: readonly string[]): void
  close(): void
}

export interface LiveStreamOptions {
  readonly gate: Gate
  readonly errorTexts: Pick<ErrorTexts, 'toFailure'>
  /** Who the token belongs to, without moving the idle end on: watching is no traffic. */
  readonly peek: (token: string) => Promise<Identity>
  readonly onFailure: (cause: unknown, reference: string) => void
  /** Asks the server that knows; null when that is this one. */
  readonly elsewhere?:
    | ((topic: LiveTopic, projectId: string, id: string) => Promise<Numbered | null>)
    | undefined
  /** Told when something is watched that was not before, or no longer. */
  readonly onWatched?: (() => void) | undefined
}

const signInWithinMs = 10_000
/** How often lines are probed and sessions and memberships looked at again. */
const recheckEveryMs = 20_000
const maxRequestBytes = 64 * 1024
const maxWatched = 50
/** Requests of one browser that wait; more than any page makes at once. */
const maxWaiting = 200
/** Sockets whose browser has not signed in yet, and streams of one account. */
const strangers = { perAddress: 50, inAll: 400 }
const maxStreamsPerUser = 100
/** Close codes: the session has ended; the browser broke the rules. */
const sessionEnded = 4401
const policyViolation = 1008
const tryAgainLater = 1013

export function createLiveStream({
  gate,
  errorTexts,
  peek,
  onFailure,
  elsewhere,
  onWatched,
}: LiveStreamOptions): LiveStream {
  const connections = new Set<LiveConnection>()
  const snapshots = new Map<LiveTopic, Snapshot>()
  const places = createStrangerPlaces(strangers)
  let published = 0

  const snapshotHere = async ({ topic, projectId, id }: Watched): Promise<Numbered> => {
    const message = (await snapshots.get(topic)?.(projectId, id)) ?? null
    return { message, number: published }
  }
  const refuse = (connection: LiveConnection, cause: unknown): void => {
    const { code, message } = errorTexts.toFailure(cause, connection.language, onFailure)
    connection.send({ kind: 'refused', code, message })
  }
  const assertAllowed = async (connection: LiveConnection, watched: Watched): Promise<void> => {
    if (connection.identity === undefined) throw new AppError('LoginTimeout')
    const guarded = { permission: topicPermissions[watched.topic] }
    await gate.authorise(guarded, connection.identity, watched.projectId)
  }
  const watch = async (connection: LiveConnection, watched: Watched): Promise<void> => {
    const key = keyOf(watched)
    try {
      await assertAllowed(connection, watched)
      // An increment that comes from now on is kept, and goes out after the snapshot if it is newer.
      connection.await(key)
      onWatched?.()
      const { topic, projectId, id } = watched
      const { message, number } = (await elsewhere?.(topic, projectId, id)) ?? (await snapshotHere(watched))
      if (message !== null) connection.send(message)
      if (connection.watched.size < maxWatched && connections.has(connection))
        connection.watch(key, watched, number)
      else connection.unwatch(key)
    } catch (cause) {
      connection.unwatch(key)
      refuse(connection, cause)
    }
  }
  const signIn = async (connection: LiveConnection, request: Extract<LiveRequest, { kind: 'signIn' }>) => {
    connection.language = request.language ?? 'zh'
    const claim = { token: request.token, actsAsAdministrator: request.isAdministrator, from: '' }
    try {
      const identity = await gate.authenticate({ permission: projectUser }, claim)
      const own = [...connections].filter(each => each.identity?.user.id === identity?.user.id)
      if (identity !== undefined && own.length >= maxStreamsPerUser) return connection.close(tryAgainLater)
      connection.identity = identity
      connection.claim = claim
      connection.send({ kind: 'signedIn' })
    } catch (cause) {
      refuse(connection, cause)
      connection.close(sessionEnded)
    }
  }
  const take = async (connection: LiveConnection, request: LiveRequest): Promise<void> => {
    if (request.kind === 'signIn') return signIn(connection, request)
    const { topic, projectId, id = projectId } = request
    const watched = { topic, projectId, id }
    if (request.kind === 'unsubscribe') return connection.unwatch(keyOf(watched))
    return watch(connection, watched)
  }
  const recheck = async (connection: LiveConnection): Promise<void> => {
    try {
      await peek(connection.claim?.token ?? '')
    } catch (cause) {
      // An outage of the database ends no session.
      if (!(cause instanceof AppError)) return
      refuse(connection, cause)
      return connection.close(sessionEnded)
    }
    for (const watched of connection.watched.values()) {
      await assertAllowed(connection, watched).catch((cause: unknown) => {
        if (!(cause instanceof AppError)) return
        connection.unwatch(keyOf(watched))
        refuse(connection, cause)
      })
    }
  }

  const accept = (socket: WebSocket, request: Pick<FastifyRequest, 'ip' | 'socket'>): void => {
    const leave = places.take(request.ip)
    if (leave === null) return closeSoon(socket, tryAgainLater, { isFlooding: true })
    const connection = new LiveConnection(socket, (behind, watched) => void watch(behind, watched))
    connections.add(connection)
    const breakOff = () => closeSoon(socket, policyViolation, { isFlooding: true })
    const limit = new ReceiveLimit(socket, {
      connection: request.socket,
      limitBytes: maxRequestBytes,
      onExceeded: breakOff,
    })
    let isAlive = true
    const deadline = setTimeout(() => {
      if (connection.identity === undefined) breakOff()
    }, signInWithinMs)
    const timer = setInterval(() => {
      if (!isAlive) return connection.terminate()
      isAlive = false
      connection.ping()
      if (connection.identity !== undefined) void recheck(connection)
    }, recheckEveryMs)
    /** One request after the other, so that nothing overtakes the sign-in. */
    let queue = Promise.resolve()
    let waiting = 0
    let isTrusted = false
    const takeNext = async (live: LiveRequest): Promise<void> => {
      if (socket.readyState === socket.OPEN) await take(connection, live)
      waiting -= 1
      if (isTrusted || connection.identity === undefined) return
      isTrusted = true
      limit.raise(maxRequestBytes)
      leave()
    }
    socket.on('message', (data: RawData) => {
      const live = parse(data)
      waiting += 1
      if (live === undefined || waiting > maxWaiting) return breakOff()
      queue = queue.then(() => takeNext(live))
    })
    socket.on('pong', () => {
      isAlive = true
    })
    socket.on('error', () => connection.terminate())
    socket.on('close', () => {
      clearTimeout(deadline)
      clearInterval(timer)
      leave()
      connections.delete(connection)
      connection.watched.clear()
    })
  }

  const offer = (key: string, { message, number }: Numbered): void => {
    let text: string | undefined
    for (const connection of connections) {
      if (!connection.watched.has(key) && !connection.awaits(key)) continue
      text ??= JSON.stringify(message)
      connection.offer(key, text, number)
    }
  }

  return {
    mount: app => {
      app.get(livePath, { websocket: true }, accept)
    },
    publish: (topic, projectId, id, message) => {
      published += 1
      offer(keyOf({ topic, projectId, id }), { message, number: published })
      return published
    },
    pass: (topic, projectId, id, numbered) => offer(keyOf({ topic, projectId, id }), numbered),
    snapshot: (topic, projectId, id) => snapshotHere({ topic, projectId, id }),
    watched: () => new Set([...connections].flatMap(connection => connection.keys())),
    onSubscribe: (topic, snapshot) => {
      snapshots.set(topic, snapshot)
    },
    endSessions: sessionIds => {
      for (const connection of connections) {
        if (connection.identity === undefined || !sessionIds.includes(connection.identity.sessionId)) continue
        void recheck(connection)
      }
    },
    close: () => {
      for (const connection of connections) connection.terminate()
    },
  }
}

/** Names what is watched. */
export const keyOf = ({ topic, projectId, id }: Watched): string => `${topic} ${projectId} ${id}`

function parse(data: RawData): LiveRequest | undefined {
  const text = Buffer.isBuffer(data) ? data : undefined
  if (text === undefined || text.length > maxRequestBytes) return undefined
  try {
    return liveRequestSchema.parse(JSON.parse(text.toString('utf8')))
  } catch {
    return undefined
  }
}
