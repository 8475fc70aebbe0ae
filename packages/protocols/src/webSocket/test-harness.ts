/** What tests of the WebSocket client share: a real server of `ws`, and a user of a component. */
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { TLSSocket, TlsOptions } from 'node:tls'
import { afterEach } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Network } from '../connect/network.ts'
import { UserNetwork } from '../connect/user-network.ts'
import { transportOf } from '../http/test-servers.ts'
import type { ComponentContext, Outcome } from '../protocol.ts'
import { SharedMemory } from '../wire/shared-memory.ts'
import { createWire } from '../wire/wire.ts'
import type { WsOutcome } from './client/call.ts'
import { webSocketClient } from './client.ts'
import {
  type WebSocketSettings,
  webSocketOperationSchema,
  webSocketSettingsSchema,
} from './definition/operation.ts'

type Cleanups = (() => unknown)[]

/** What a server does with each connection. */
type OnSocket = (socket: WebSocket, headers: Record<string, unknown>, tls: TLSSocket) => void

/** What a test may want different in a server. */
interface ServerChanges {
  /** Speaks TLS. */
  readonly tls?: TlsOptions
  /** false: answers no ping. */
  readonly autoPong?: boolean
}

/** What a test may want different in a user. */
interface UserChanges {
  readonly settings?: Partial<WebSocketSettings>
  readonly signal?: AbortSignal
  /** Where files of messages lie. */
  readonly folder?: string
  readonly network?: Partial<Network>
}

/** Makes the harness; call it once at the top of a test file. */
export function webSocketHarness() {
  const cleanups: Cleanups = []
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  })
  return {
    /** A server that does with each connection what it is told; answers its address. */
    serve: (onSocket: OnSocket, changes: ServerChanges = {}) => serve(cleanups, onSocket, changes),
    user: (changes: UserChanges = {}) => newUser(cleanups, changes),
    /** Ends something after the test. */
    atEnd: (cleanup: () => unknown) => cleanups.push(cleanup),
  }
}

async function serve(cleanups: Cleanups, onSocket: OnSocket, { tls, autoPong = true }: ServerChanges) {
  const server =
    tls === undefined
      ? createServer((_request, response) => response.writeHead(404).end())
      : createSecureServer(tls)
  const sockets = new WebSocketServer({
    server,
    path: '/socket',
    autoPong,
    handleProtocols: offered => (offered.has('v2') ? 'v2' : false),
  })
  sockets.on('connection', (socket, request) =>
    onSocket(socket, request.headers, request.socket as TLSSocket),
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => {
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return tls === undefined ? `ws://127.0.0.1:${port}/socket` : `wss://localhost:${port}/socket`
}

function contextOf({
  settings = {},
  folder = '',
  network = {},
}: UserChanges): ComponentContext<WebSocketSettings> {
  return {
    component: 'c',
    settings: webSocketSettingsSchema.parse(settings),
    connectTimeoutMs: 5_000,
    responseTimeoutMs: 5_000,
    network: transportOf(network),
    extraHeaders: [['x-pone-run', 'r1']],
    shared: new SharedMemory(),
    template: text => ({ constant: text, evaluate: () => text }),
    jsonText: (text, path) => {
      const value: unknown = Reflect.get(JSON.parse(text) as object, path.slice(2))
      return value === undefined ? undefined : JSON.stringify(value)
    },
    file: fileId => ({ path: join(folder, fileId), sizeBytes: 0 }),
  }
}

const scope = {
  index: 0,
  iteration: 1,
  counters: { own: 0, shared: { value: 0 } },
  properties: {},
  valueOf: () => undefined,
}

function newUser(cleanups: Cleanups, changes: UserChanges) {
  const { signal = new AbortController().signal } = changes
  const begun: number[] = []
  const wire = createWire({ beforeFlush: total => begun.push(total) })
  cleanups.push(() => wire.close())
  const component = webSocketClient.open(contextOf(changes))
  const pushed: Outcome[] = []
  const measured: [stepId: string, index: number, value: number][] = []
  const session = component.openSession({
    index: 0,
    wire,
    network: new UserNetwork(0),
    push: (_operation, outcome) => pushed.push(outcome),
    measure: ({ stepId }, index, value) => measured.push([stepId, index, value]),
  })
  cleanups.push(() => session.close())
  /** Does one operation. */
  const run = (op: object, stepId = 's'): Promise<WsOutcome> => {
    const context = { stepId, wantsHeaders: true, wantsBody: true }
    const operation = component.compile(webSocketOperationSchema.parse(op), context)
    return new Promise(resolve => operation.send(operation.build(scope, true), session, signal, resolve))
  }
  return { wire, begun, session, pushed, measured, run }
}
