/** The agent's end of the link: dials the server for ever, says hello, and hands over what arrives. */
import {
  type AgentMessage,
  linkPath,
  type ServerMessage,
  serverMessageSchema,
} from '@pone/contract/link/messages.ts'
import WebSocket, { type RawData } from 'ws'
import { type Log, reasonOf } from '../log.ts'
import { backoffMs } from './backoff.ts'

export type Hello = Extract<AgentMessage, { kind: 'hello' }>
export type Welcome = Extract<ServerMessage, { kind: 'welcome' }>
type Command = Exclude<ServerMessage, { kind: 'welcome' | 'refused' }>

/** Without traffic for this long the line counts as dead; the server pings, and so do we. */
const silenceMs = 10_000
const pingEveryMs = 2_500
const handshakeTimeoutMs = 10_000
const maxMessageBytes = 64 * 1024 ** 2

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
  /** Server's clock minus ours, ms. */
  readonly clockOffsetMs: number
  close(): void
}

/** Starts dialling at once. */
export function openLink(serverUrl: string, events: LinkEvents, log: Log): Link {
  const address = serverUrl.replace(/^http/, 'ws') + linkPath
  let socket: WebSocket | null = null
  let isOpen = false
  let isClosed = false
  let attempt = 0
  let clockOffsetMs = 0
  let redial: NodeJS.Timeout | undefined

  const dial = () => {
    const line = new WebSocket(address, {
      handshakeTimeout: handshakeTimeoutMs,
      maxPayload: maxMessageBytes,
      perMessageDeflate: false,
    })
    socket = line
    let heardAt = Date.now()
    let helloAt = 0
    let pingAt = 0
    let roundTripMs: number | null = null
    let isWelcome = false
    const heartbeat = setInterval(() => {
      if (Date.now() - heardAt > silenceMs) line.terminate()
      else if (line.readyState === WebSocket.OPEN) line.ping()
    }, pingEveryMs)

    const greet = async () => {
      const hello = await events.hello()
      helloAt = Date.now()
      // Answered by the server's socket at once, so it measures the line alone.
      pingAt = performance.now()
      line.ping()
      line.send(JSON.stringify(hello))
    }
    const receive = async (data: RawData) => {
      const message = parse(data)
      if (message === null) {
        log('a message of the server was not understood; is its version newer than this agent?')
      } else if (message.kind === 'welcome') {
        clockOffsetMs = Math.round(message.serverTime - Date.now() + (roundTripMs ?? 0) / 2)
        await events.welcome(message)
        if (line.readyState !== WebSocket.OPEN) return
        isWelcome = true
        isOpen = true
        events.opened()
      } else if (message.kind === 'refused') {
        await events.refused(message.reason)
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
    line.on('pong', () => {
      alive()
      if (pingAt > 0) roundTripMs ??= performance.now() - pingAt
    })
    line.on('ping', alive)
    line.on('error', cause => log(`no connection to ${address}: ${cause.message}`))
    line.on('close', () => {
      clearInterval(heartbeat)
      if (socket === line) {
        socket = null
        isOpen = false
      }
      if (isClosed) return
      redial = setTimeout(dial, backoffMs(attempt, Math.random()))
      attempt += 1
    })
  }

  dial()
  return {
    get isOpen() {
      return isOpen
    },
    get clockOffsetMs() {
      return clockOffsetMs
    },
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

function parse(data: RawData): ServerMessage | null {
  try {
    // Sockets deliver buffers unless told otherwise.
    return serverMessageSchema.parse(JSON.parse(Buffer.isBuffer(data) ? data.toString() : ''))
  } catch {
    return null
  }
}
