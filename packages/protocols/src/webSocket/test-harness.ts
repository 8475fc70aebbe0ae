/** What tests of the WebSocket client share: a real server of `ws`, and a user of a component. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
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

/** Makes the harness; call it once at the top of a test file. */
export function webSocketHarness() {
  const cleanups: (() => unknown)[] = []
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  })
  return {
    /** A server that does with each connection what it is told. */
    serve: async (
      onSocket: (socket: WebSocket, headers: Record<string, unknown>) => void,
    ): Promise<string> => {
      const server = createServer((_request, response) => response.writeHead(404).end())
      const sockets = new WebSocketServer({
        server,
        path: '/socket',
        handleProtocols: offered => (offered.has('v2') ? 'v2' : false),
      })
      sockets.on('connection', (socket, request) => onSocket(socket, request.headers))
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
      cleanups.push(() => {
        for (const socket of sockets.clients) socket.terminate()
        sockets.close()
        server.closeAllConnections()
        server.close()
      })
      return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/socket`
    },
    user: (settings: Partial<WebSocketSettings> = {}, signal = new AbortController().signal, folder = '') => {
      const begun: number[] = []
      const wire = createWire({ beforeFlush: total => begun.push(total) })
      cleanups.push(() => wire.close())
      const context: ComponentContext<WebSocketSettings> = {
        component: 'c',
        settings: webSocketSettingsSchema.parse(settings),
        connectTimeoutMs: 5_000,
        responseTimeoutMs: 5_000,
        network: transportOf({}),
        extraHeaders: [['x-pone-run', 'r1']],
        shared: new SharedMemory(),
        template: text => ({ constant: text, evaluate: () => text }),
        jsonText: (text, path) => {
          const value: unknown = Reflect.get(JSON.parse(text) as object, path.slice(2))
          return value === undefined ? undefined : JSON.stringify(value)
        },
        file: fileId => ({ path: join(folder, fileId), sizeBytes: 0 }),
      }
      const component = webSocketClient.open(context)
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
      const scope = {
        index: 0,
        iteration: 1,
        counters: { own: 0, shared: { value: 0 } },
        properties: {},
        valueOf: () => undefined,
      }
      return {
        wire,
        begun,
        session,
        pushed,
        measured,
        /** Does one operation. */
        run: (op: object, stepId = 's'): Promise<WsOutcome> => {
          const operation = component.compile(webSocketOperationSchema.parse(op), {
            stepId,
            wantsHeaders: true,
            wantsBody: true,
          })
          return new Promise(resolve =>
            operation.send(operation.build(scope, true), session, signal, resolve),
          )
        },
      }
    },
  }
}
