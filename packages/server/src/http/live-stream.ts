/** The live stream: browsers sign in on a WebSocket, subscribe to topics, and get snapshots and increments while their session and membership last. */

import type {} from '@fastify/websocket'
import { projectUser } from '@pone/contract/call.ts'
import { AppError } from '@pone/contract/errors.ts'
import { type LiveMessage, type LiveRequest, livePath, liveRequestSchema } from '@pone/contract/live.ts'
import type { FastifyInstance } from 'fastify'
import type { RawData, WebSocket } from 'ws'
import { toFailure } from './failure.ts'
import type { Gate, Identity } from './gate.ts'
import { LiveConnection, type Watched } from './live-connection.ts'
import { type LiveTopic, topicPermissions } from './live-topics.ts'

/** Loads the present state of what a browser starts to watch; null when there is nothing to tell yet. */
export type Snapshot = (projectId: string, id: string) => Promise<LiveMessage | null>

export interface LiveHub {
  /** To every browser that watches this; for projectRuns the id is the project's. */
  publish(topic: LiveTopic, projectId: string, id: string, message: LiveMessage): void
  /** What a browser gets at first, and after it was too slow for the increments. */
  onSubscribe(topic: LiveTopic, snapshot: Snapshot): void
}

export interface LiveStream extends LiveHub {
  /** `@fastify/websocket` has to be registered before. */
  mount(app: FastifyInstance): void
  /** Closes the streams of sessions that have ended. */
  endSessions(sessionIds: readonly string[]): void
  close(): void
}

export interface LiveStreamOptions {
  readonly gate: Gate
  /** Who the token belongs to, without moving the idle end on: watching is no traffic. */
  readonly peek: (token: string) => Promise<Identity>
  readonly onFailure: (cause: unknown, reference: string) => void
}

const signInWithinMs = 10_000
/** How often lines are probed and sessions and memberships looked at again. */
const recheckEveryMs = 20_000
const maxRequestBytes = 64 * 1024
const maxWatched = 50
/** Close codes: the session has ended; the browser broke the rules. */
const sessionEnded = 4401
const policyViolation = 1008

export function createLiveStream({ gate, peek, onFailure }: LiveStreamOptions): LiveStream {
  const connections = new Set<LiveConnection>()
  const snapshots = new Map<LiveTopic, Snapshot>()

  const refuse = (connection: LiveConnection, cause: unknown): void => {
    const { code, message } = toFailure(cause, connection.language, onFailure)
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
      const message = await snapshots.get(watched.topic)?.(watched.projectId, watched.id)
      if (message !== undefined && message !== null) connection.send(message)
      // Only now, without a turn of the event loop in between: an increment is never older than the snapshot.
      if (connection.watched.size < maxWatched && connections.has(connection))
        connection.watched.set(key, watched)
    } catch (cause) {
      connection.unwatch(key)
      refuse(connection, cause)
    }
  }
  const signIn = async (connection: LiveConnection, request: Extract<LiveRequest, { kind: 'signIn' }>) => {
    connection.language = request.language ?? 'zh'
    const claim = { token: request.token, actsAsAdministrator: request.isAdministrator }
    try {
      connection.identity = await gate.authenticate({ permission: projectUser }, claim)
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
      // A database that is away ends nobody's session.
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

  const accept = (socket: WebSocket): void => {
    const connection = new LiveConnection(socket, (behind, watched) => void watch(behind, watched))
    connections.add(connection)
    let isAlive = true
    const deadline = setTimeout(() => {
      if (connection.identity === undefined) connection.close(policyViolation)
    }, signInWithinMs)
    const timer = setInterval(() => {
      if (!isAlive) return connection.terminate()
      isAlive = false
      connection.ping()
      if (connection.identity !== undefined) void recheck(connection)
    }, recheckEveryMs)
    /** One request after the other, so that nothing overtakes the sign-in. */
    let queue = Promise.resolve()
    socket.on('message', (data: RawData) => {
      const request = parse(data)
      if (request === undefined) return connection.close(policyViolation)
      queue = queue.then(() => take(connection, request))
    })
    socket.on('pong', () => {
      isAlive = true
    })
    socket.on('error', () => connection.terminate())
    socket.on('close', () => {
      clearTimeout(deadline)
      clearInterval(timer)
      connections.delete(connection)
      connection.watched.clear()
    })
  }

  return {
    mount: app => {
      app.get(livePath, { websocket: true }, socket => accept(socket))
    },
    publish: (topic, projectId, id, message) => {
      const key = keyOf({ topic, projectId, id })
      let text: string | undefined
      for (const connection of connections) {
        if (!connection.watched.has(key)) continue
        text ??= JSON.stringify(message)
        connection.offer(key, text)
      }
    },
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

const keyOf = ({ topic, projectId, id }: Watched): string => `${topic} ${projectId} ${id}`

function parse(data: RawData): LiveRequest | undefined {
  const text = Buffer.isBuffer(data) ? data : undefined
  if (text === undefined || text.length > maxRequestBytes) return undefined
  try {
    return liveRequestSchema.parse(JSON.parse(text.toString('utf8')))
  } catch {
    return undefined
  }
}
