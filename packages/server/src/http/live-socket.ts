/** The WebSocket of one browser on the live stream: limits, order of requests, and liveness checks. */
import { type LiveRequest, liveRequestSchema } from '@pone/contract/live.ts'
import type { FastifyRequest } from 'fastify'
import type { RawData, WebSocket } from 'ws'
import { closeSoon } from '../sockets/close-soon.ts'
import { ReceiveLimit } from '../sockets/receive-limit.ts'
import type { LiveConnection } from './live-connection.ts'
import type { LiveRequests } from './live-requests.ts'

const signInWithinMs = 10_000
/** Interval of pings and of repeated checks of session and membership. */
const recheckEveryMs = 20_000
const maxRequestBytes = 64 * 1024
/** Maximum number of queued requests of one browser; more than any page sends at once. */
const maxWaiting = 200
/** Close code: the browser violated the protocol. */
const policyViolation = 1008

/** Serves the socket until it closes. `onSignedIn` is called once, `onClosed` at the end. */
export function serveSocket(
  {
    connection,
    socket,
    request,
  }: {
    connection: LiveConnection
    socket: WebSocket
    request: Pick<FastifyRequest, 'socket'>
  },
  requests: Pick<LiveRequests, 'take' | 'recheck'>,
  { onSignedIn, onClosed }: { onSignedIn: () => void; onClosed: () => void },
): void {
  const breakOff = () => closeSoon(socket, policyViolation, { isFlooding: true })
  const limit = new ReceiveLimit(socket, {
    connection: request.socket,
    limitBytes: maxRequestBytes,
    onExceeded: breakOff,
  })
  const deadline = setTimeout(() => {
    if (connection.identity === undefined) breakOff()
  }, signInWithinMs)
  const stopProbing = probe(connection, socket, requests)
  let isTrusted = false
  const take = async (live: LiveRequest): Promise<void> => {
    if (socket.readyState === socket.OPEN) await requests.take(connection, live)
    if (isTrusted || connection.identity === undefined) return
    isTrusted = true
    limit.raise(maxRequestBytes)
    onSignedIn()
  }
  takeInOrder(socket, take, breakOff)
  socket.on('error', () => connection.terminate())
  socket.on('close', () => {
    clearTimeout(deadline)
    stopProbing()
    onClosed()
  })
}

/** Requests are handled one after the other, so that none overtakes the sign-in. */
function takeInOrder(
  socket: WebSocket,
  take: (live: LiveRequest) => Promise<void>,
  breakOff: () => void,
): void {
  let queue = Promise.resolve()
  let waiting = 0
  const takeNext = async (live: LiveRequest): Promise<void> => {
    await take(live)
    waiting -= 1
  }
  socket.on('message', (data: RawData) => {
    const live = parse(data)
    waiting += 1
    if (live === undefined || waiting > maxWaiting) return breakOff()
    queue = queue.then(() => takeNext(live))
  })
}

/** Closes a connection without a pong, and one whose session has ended; returns a function that stops the checks. */
function probe(
  connection: LiveConnection,
  socket: WebSocket,
  requests: Pick<LiveRequests, 'recheck'>,
): () => void {
  let isAlive = true
  const timer = setInterval(() => {
    if (!isAlive) return connection.terminate()
    isAlive = false
    connection.ping()
    if (connection.identity !== undefined) void requests.recheck(connection)
  }, recheckEveryMs)
  socket.on('pong', () => {
    isAlive = true
  })
  return () => clearInterval(timer)
}

function parse(data: RawData): LiveRequest | undefined {
  const text = Buffer.isBuffer(data) ? data : undefined
  if (text === undefined || text.length > maxRequestBytes) return undefined
  try {
    return liveRequestSchema.parse(JSON.parse(text.toString('utf8')))
  } catch {
    return undefined
  }
}
