/** What a browser asks of the live stream: to sign in, to watch and no longer to watch; and whether it may still do so. */
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

const maxWatched = 50
const maxStreamsPerUser = 100
/** Close codes: the session has ended; the account has too many streams. */
const sessionEnded = 4401
export const tryAgainLater = 1013

export interface LiveRequests {
  /** Does what the browser asks. Never rejects. */
  take(connection: LiveConnection, request: LiveRequest): Promise<void>
  /** Sends the present state and increments from then on, or refuses. */
  watch(connection: LiveConnection, watched: Watched): Promise<void>
  /** Ends what the browser may no longer see. */
  recheck(connection: LiveConnection): Promise<void>
}

/** `connections`: all of this server; `snapshotHere` answers the state as this server knows it. */
export function createLiveRequests(
  options: LiveStreamOptions,
  connections: ReadonlySet<LiveConnection>,
  snapshotHere: (watched: Watched) => Promise<Numbered>,
): LiveRequests {
  const watch: LiveRequests['watch'] = async (connection, watched) => {
    const key = keyOf(watched)
    try {
      await assertAllowed(options, connection, watched)
      // An increment that comes from now on is kept, and goes out after the snapshot if it is newer.
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
    // An outage of the database ends no session.
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

/** Names what is watched. */
export const keyOf = ({ topic, projectId, id }: Watched): string => `${topic} ${projectId} ${id}`
