/** The live stream: browsers sign in on a WebSocket, subscribe to topics, and get snapshots and increments while their session and membership last. */

import type {} from '@fastify/websocket'
import { type LiveMessage } from '@pone/contract/live.ts'
import { livePath } from '@pone/contract/live-path.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { closeSoon } from '../sockets/close-soon.ts'
import { createStrangerPlaces } from '../sockets/stranger-places.ts'
import { LiveConnection, type Watched } from './live-connection.ts'
import {
  createLiveRequests,
  keyOf,
  type LiveStreamOptions,
  type Numbered,
  tryAgainLater,
} from './live-requests.ts'
import { serveSocket } from './live-socket.ts'
import type { LiveTopic } from './live-topics.ts'

/** Loads the present state of a topic; null when there is none yet. */
export type Snapshot = (projectId: string, id: string) => Promise<LiveMessage | null>

export interface LiveHub {
  /** Sends to every subscriber; for projectRuns the id is the project's. */
  publish(topic: LiveTopic, projectId: string, id: string, message: LiveMessage): void
  /** The snapshot that a browser gets at first, and after it was too slow for increments. */
  onSubscribe(topic: LiveTopic, snapshot: Snapshot): void
}

export interface LiveStream extends LiveHub {
  /** Returns the number of the message. */
  publish(topic: LiveTopic, projectId: string, id: string, message: LiveMessage): number
  /** `@fastify/websocket` has to be registered before. */
  mount(app: FastifyInstance): void
  /** Handles a message that another server has published. */
  pass(topic: LiveTopic, projectId: string, id: string, numbered: Numbered): void
  /** Increments sent from now on are newer than the result; for browsers of another server. @throws AppError as its provider does */
  snapshot(topic: LiveTopic, projectId: string, id: string): Promise<Numbered>
  /** All topics that browsers of this server watch or are about to. */
  watched(): ReadonlySet<string>
  /** Whether a browser of this server watches the topic of this key, or is about to. */
  watches(key: string): boolean
  /** Closes the streams of sessions that have ended. */
  endSessions(sessionIds: readonly string[]): void
  close(): void
}

/** Maximum number of sockets whose browser has not signed in yet. */
const strangers = { perAddress: 50, inAll: 400 }

export function createLiveStream(options: LiveStreamOptions): LiveStream {
  const connections = new Set<LiveConnection>()
  const snapshots = new Map<LiveTopic, Snapshot>()
  const places = createStrangerPlaces(strangers)
  let published = 0

  const snapshotHere = async ({ topic, projectId, id }: Watched): Promise<Numbered> => {
    const message = (await snapshots.get(topic)?.(projectId, id)) ?? null
    return { message, number: published }
  }
  const requests = createLiveRequests(options, connections, snapshotHere)
  const accept = (socket: WebSocket, request: Pick<FastifyRequest, 'ip' | 'socket'>): void => {
    const leave = places.take(request.ip)
    if (leave === null) return closeSoon(socket, tryAgainLater, { isFlooding: true })
    const connection = new LiveConnection(socket, (behind, watched) => void requests.watch(behind, watched))
    connections.add(connection)
    serveSocket({ connection, socket, request }, requests, {
      onSignedIn: leave,
      onClosed: () => {
        leave()
        connections.delete(connection)
        connection.watched.clear()
      },
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
    watches: key =>
      [...connections].some(connection => connection.watched.has(key) || connection.awaits(key)),
    onSubscribe: (topic, snapshot) => {
      snapshots.set(topic, snapshot)
    },
    endSessions: sessionIds => {
      for (const connection of connections) {
        if (connection.identity === undefined || !sessionIds.includes(connection.identity.sessionId)) continue
        void requests.recheck(connection)
      }
    },
    close: () => {
      for (const connection of connections) connection.terminate()
    },
  }
}
