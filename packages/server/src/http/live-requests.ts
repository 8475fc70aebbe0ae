/** Requests of a browser on the live stream: sign in, subscribe and unsubscribe; and checks whether it may still receive topics. */
import { projectUser } from '@pone/contract/call.ts'
import { AppError } from '@pone/contract/errors.ts'
import { type LiveMessage, type LiveRequest } from '@pone/contract/live.ts'
import type { ErrorTexts } from '../calls/failure.ts'
import type { Identity } from '../calls/identity.ts'
import type { Gate } from './gate.ts'
import type { LiveConnection, Watched } from './live-connection.ts'
import { type LiveTopic, topicPermissions } from './live-topics.ts'

/** A message with its number; what a server publishes is numbered upwards. */
export interface Numbered {
  readonly message: LiveMessage | null
  readonly number: number
}

export interface LiveStreamOptions {
  readonly gate: Gate
  readonly errorTexts: Pick<ErrorTexts, 'toFailure'>
  /** The user of the token, without extending the idle time-out, because watching is no activity. */
  readonly peek: (token: string) => Promise<Identity>
  readonly onFailure: (cause: unknown, reference: string) => void
  /** Requests the snapshot from the server that has it; null when that is this one. */
  readonly elsewhere?:
    | ((topic: LiveTopic, projectId: string, id: string) => Promise<Numbered | null>)
    | undefined
  /** Called when a topic gets its first subscriber, or loses its last one. */
  readonly onWatched?: (() => void) | undefined
}

const maxWatched = 50
const maxStreamsPerUser = 100
/** Close codes: the session has ended; the account has too many streams. */
const sessionEnded = 4401
export const tryAgainLater = 1013

export interface LiveRequests {
  /** Handles a request of the browser. Never rejects. */
  take(connection: LiveConnection, request: LiveRequest): Promise<void>
  /** Sends the present state and increments from then on, or refuses. */
  watch(connection: LiveConnection, watched: Watched): Promise<void>
  /** Ends subscriptions that are no longer permitted. */
  recheck(connection: LiveConnection): Promise<void>
}

/** `connections`: all of this server; `snapshotHere` returns the state that this server has. */
export function createLiveRequests(
  options: LiveStreamOptions,
  connections: ReadonlySet<LiveConnection>,
  snapshotHere: (watched: Watched) => Promise<Numbered>,
): LiveRequests {
  const watch: LiveRequests['watch'] = async (connection, watched) => {
    const key = keyOf(watched)
    try {
      await assertAllowed(options, connection, watched)
      // An increment from now on is kept, and sent after the snapshot if it is newer.
      connection.await(key)
      options.onWatched?.()
      const { topic, projectId, id } = watched
      const { message, number } =
        (await options.elsewhere?.(topic, projectId, id)) ?? (await snapshotHere(watched))
      if (message !== null) connection.send(message)
      if (connection.watched.size < maxWatched && connections.has(connection))
        connection.watch(key, watched, number)
      else connection.unwatch(key)
    } catch (cause) {
      connection.unwatch(key)
      refuse(options, connection, cause)
    }
  }

  return {
    watch,
    take: async (connection, request) => {
      if (request.kind === 'signIn') return signIn(options, connections, connection, request)
      const { topic, projectId, id = projectId } = request
      const watched = { topic, projectId, id }
      if (request.kind === 'unsubscribe') return connection.unwatch(keyOf(watched))
      return watch(connection, watched)
    },
    recheck: connection => recheck(options, connection),
  }
}

async function signIn(
  options: LiveStreamOptions,
  connections: ReadonlySet<LiveConnection>,
  connection: LiveConnection,
  request: Extract<LiveRequest, { kind: 'signIn' }>,
): Promise<void> {
  connection.language = request.language ?? 'zh'
  const claim = { token: request.token, actsAsAdministrator: request.isAdministrator, from: '' }
  try {
    const identity = await options.gate.authenticate({ permission: projectUser }, claim)
    const own = [...connections].filter(each => each.identity?.user.id === identity?.user.id)
    if (identity !== undefined && own.length >= maxStreamsPerUser) return connection.close(tryAgainLater)
    connection.identity = identity
    connection.claim = claim
    connection.send({ kind: 'signedIn' })
  } catch (cause) {
    refuse(options, connection, cause)
    connection.close(sessionEnded)
  }
}

async function recheck(options: LiveStreamOptions, connection: LiveConnection): Promise<void> {
  try {
    await options.peek(connection.claim?.token ?? '')
  } catch (cause) {
    // A database outage does not end a session.
    if (!(cause instanceof AppError)) return
    refuse(options, connection, cause)
    return connection.close(sessionEnded)
  }
  for (const watched of connection.watched.values()) {
    await assertAllowed(options, connection, watched).catch((cause: unknown) => {
      if (!(cause instanceof AppError)) return
      connection.unwatch(keyOf(watched))
      refuse(options, connection, cause)
    })
  }
}

function refuse(
  { errorTexts, onFailure }: Pick<LiveStreamOptions, 'errorTexts' | 'onFailure'>,
  connection: LiveConnection,
  cause: unknown,
): void {
  const { code, message } = errorTexts.toFailure(cause, connection.language, onFailure)
  connection.send({ kind: 'refused', code, message })
}

async function assertAllowed(
  { gate }: Pick<LiveStreamOptions, 'gate'>,
  connection: LiveConnection,
  watched: Watched,
): Promise<void> {
  if (connection.identity === undefined) throw new AppError('LoginTimeout')
  const guarded = { permission: topicPermissions[watched.topic] }
  await gate.authorise(guarded, connection.identity, watched.projectId)
}

/** Key of the subscribed topic. */
export const keyOf = ({ topic, projectId, id }: Watched): string => `${topic} ${projectId} ${id}`
