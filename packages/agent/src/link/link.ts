/** The agent's end of the link: dials the server for ever, says hello, and hands over what arrives. */

import { linkPath } from '@pone/contract/link/connection.ts'
import { type AgentMessage, type ServerMessage, serverMessageSchema } from '@pone/contract/link/messages.ts'
import { tlsProblem } from '@pone/contract/tls-problems.ts'
import WebSocket, { type RawData } from 'ws'
import { type Log, reasonOf } from '../log.ts'
import { backoffMs } from './backoff.ts'
import { LineLease } from './line-lease.ts'
import type { ServerAddresses } from './server-addresses.ts'
import { ServerClock } from './server-clock.ts'
import type { ServerTrust } from './server-trust.ts'

export type Hello = Extract<AgentMessage, { kind: 'hello' }>
export type Welcome = Extract<ServerMessage, { kind: 'welcome' }>
type Command = Exclude<ServerMessage, { kind: 'welcome' | 'refused' | 'clockAnswer' }>

/** Without traffic for this long the line counts as dead; the server pings, and so do we. */
const silenceMs = 6_000
/** The answer renews the lease on what this agent drives. */
const pingEveryMs = 1_000
const handshakeTimeoutMs = 4_000
/** A new line's clock is asked for quickly, an old one's now and then. */
const firstProbes = 10
const firstProbeEveryMs = 50
const probeEveryMs = 2_000
const maxMessageBytes = 64 * 1024 ** 2
/** The server listens again after this to an agent that it has closed the line of, ms. */
const floodRestMs = 60_000

export interface LinkEvents {
  /** Made anew for each connection. */
  hello(): Promise<Hello>
  /** Before any other message; the link is open for sending once this resolves. */
  welcome(message: Welcome): Promise<void>
  refused(reason: string): Promise<void>
  /** After `welcome`: everything that is still unsettled is to be sent again. */
  opened(): void
  message(message: Command): void
}

export interface Link {
  readonly isOpen: boolean
  /** False when there is no connection: the message is dropped, and its sender repeats it after `opened`. */
  send(message: AgentMessage): boolean
  readonly clock: ServerClock
  readonly lease: LineLease
  close(): void
}

/** Starts dialling at once. */
export function openLink(
  { servers, trust }: { servers: ServerAddresses; trust: ServerTrust },
  events: LinkEvents,
  log: Log,
): Link {
  let socket: WebSocket | null = null
  let isOpen = false
  let isClosed = false
  let attempt = 0
  /** Not dialled before; monotonic, ms. */
  let restUntil = 0
  const clock = new ServerClock()
  const lease = new LineLease(servers.count)
  let redial: NodeJS.Timeout | undefined

  const dialAgain = () => {
    const restMs = restUntil - performance.now()
    redial = setTimeout(dial, Math.max(restMs, backoffMs(attempt, Math.random())))
    attempt += 1
  }

  const dial = () => {
    const preparation = trust.prepare(servers.current)
    if (preparation === undefined) return connect()
    preparation.then(
      () => {
        if (!isClosed) connect()
      },
      (cause: unknown) => {
        log(`no connection to ${servers.current}: ${reasonOf(cause)}`)
        lease.failed(servers.current, false)
        servers.turn()
        if (!isClosed) dialAgain()
      },
    )
  }

  const connect = () => {
    const address = servers.current.replace(/^http/, 'ws') + linkPath
    const line = new WebSocket(address, {
      handshakeTimeout: handshakeTimeoutMs,
      maxPayload: maxMessageBytes,
      perMessageDeflate: false,
    })
    socket = line
    let heardAt = Date.now()
    let helloAt = 0
    let helloSentAt = 0
    let isWelcome = false
    let isRefused = false
    let probes = 0
    let prober: NodeJS.Timeout | undefined
    // Answered by the server's socket at once, so it says that the server has heard what was sent by then.
    const ping = () => line.ping(String(performance.now()))
    const heartbeat = setInterval(() => {
      if (Date.now() - heardAt > silenceMs) line.terminate()
      else if (line.readyState === WebSocket.OPEN) ping()
    }, pingEveryMs)
    const probe = () => {
      if (line.readyState !== WebSocket.OPEN) return
      line.send(JSON.stringify({ kind: 'clockProbe', sentAt: performance.now() } satisfies AgentMessage))
      probes += 1
      prober = setTimeout(probe, probes < firstProbes ? firstProbeEveryMs : probeEveryMs)
    }

    const greet = async () => {
      const hello = await events.hello()
      helloAt = Date.now()
      helloSentAt = performance.now()
      line.send(JSON.stringify(hello))
    }
    const receive = async (data: RawData) => {
      const message = parse(data)
      if (message === null) {
        log('a message of the server was not understood; is its version newer than this agent?')
      } else if (message.kind === 'welcome') {
        clock.add({ sentAt: helloSentAt, receivedAt: performance.now(), serverTime: message.serverTime })
        lease.answered(helloSentAt)
        probe()
        await events.welcome(message)
        if (line.readyState !== WebSocket.OPEN) return
        isWelcome = true
        isOpen = true
        events.opened()
      } else if (message.kind === 'refused') {
        if (message.reason === 'flooding') restUntil = performance.now() + floodRestMs
        await events.refused(message.reason)
      } else if (message.kind === 'clockAnswer') {
        const { sentAt, serverTime } = message
        clock.add({ sentAt, receivedAt: performance.now(), serverTime })
      } else {
        attempt = 0
        events.message(message)
      }
    }
    // One message after the other: a command that follows the welcome waits until that is dealt with.
    let inbox = Promise.resolve()
    const then = (work: () => Promise<void>) => {
      inbox = inbox.then(work).catch((cause: unknown) => {
        log(`closing the line: ${reasonOf(cause)}`)
        line.terminate()
      })
    }
    const alive = () => {
      heardAt = Date.now()
      // A line that has lasted is a good one; one that opens and breaks at once keeps the waits growing.
      if (isWelcome && heardAt - helloAt > silenceMs) attempt = 0
    }
    line.on('open', () => then(greet))
    line.on('message', data => {
      alive()
      then(() => receive(data))
    })
    line.on('pong', data => {
      alive()
      const sentAt = Number(data.toString())
      if (isWelcome && data.length > 0 && Number.isFinite(sentAt)) lease.answered(sentAt)
    })
    line.on('ping', alive)
    line.on('error', cause => {
      isRefused = saysThatServerIsDown(cause)
      const problem = tlsProblem(cause)
      if (problem !== undefined) trust.forget()
      log(`no connection to ${address}: ${problem ?? cause.message}`)
    })
    line.on('close', () => {
      clearInterval(heartbeat)
      clearTimeout(prober)
      lease.failed(address, isRefused)
      if (socket === line) {
        socket = null
        isOpen = false
      }
      if (isClosed) return
      if (!isWelcome) servers.turn()
      dialAgain()
    })
  }

  dial()
  return {
    get isOpen() {
      return isOpen
    },
    clock,
    lease,
    send: message => {
      if (!isOpen || socket === null || socket.readyState !== WebSocket.OPEN) return false
      socket.send(JSON.stringify(message))
      return true
    },
    close: () => {
      isClosed = true
      clearTimeout(redial)
      socket?.close()
    },
  }
}

/** Somebody answered at the server's address that it is not there, or, standing in front of it, that it cannot be reached. */
function saysThatServerIsDown(cause: Error): boolean {
  const code = 'code' in cause ? cause.code : ''
  return code === 'ECONNREFUSED' || /^Unexpected server response: 5\d\d/.test(cause.message)
}

function parse(data: RawData): ServerMessage | null {
  try {
    // Sockets deliver buffers unless told otherwise.
    return serverMessageSchema.parse(JSON.parse(Buffer.isBuffer(data) ? data.toString() : ''))
  } catch {
    return null
  }
}
