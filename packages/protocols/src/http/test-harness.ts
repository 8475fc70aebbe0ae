/** What tests of the client against servers share: servers and wires that are closed after each test, and one question to a raw server. */
import type { Socket } from 'node:net'
import { afterEach } from 'vitest'
import { createWire, type Wire } from '../wire/wire.ts'
import type { BodySource, HttpResult } from './exchange.ts'
import { HttpSession } from './session.ts'
import { type CallChanges, callOf, serveRaw } from './test-servers.ts'

/** A server of a test. */
export interface Closable {
  close(): unknown
}

/** Bench of one test file. */
export interface TestHarness {
  readonly started: <Server extends Closable>(server: Promise<Server>) => Promise<Server>
  /** Has something else closed after the test. */
  readonly atEnd: (cleanup: () => unknown) => void
  readonly newWire: (beforeFlush?: (total: number) => void) => Wire
  /** A user, on a wire of its own if none is given. */
  readonly newSession: (wire?: Wire) => HttpSession
  /** Asks a server that treats each connection's first bytes so. */
  readonly ask: (answer: (socket: Socket) => void, changes?: CallChanges) => Promise<HttpResult>
}

/** Makes the harness; call it once at the top of a test file. */
export function testHarness(): TestHarness {
  const cleanups: (() => unknown)[] = []
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  })
  const harness: TestHarness = {
    async started(server) {
      const running = await server
      cleanups.push(() => running.close())
      return running
    },
    atEnd: cleanup => void cleanups.push(cleanup),
    newWire(beforeFlush = () => {}) {
      const wire = createWire({ beforeFlush })
      cleanups.push(() => wire.close())
      return wire
    },
    newSession: (wire = harness.newWire()) => new HttpSession({ wire }),
    async ask(answer, changes = {}) {
      const server = await harness.started(serveRaw(socket => answer(socket)))
      return harness.newSession().execute(callOf(server.url, changes))
    },
  }
  return harness
}

/** A body that is on its way for that long, moving all the time. */
export const movingBody = (durationMs: number): BodySource => ({
  sizeBytes: null,
  async *open() {
    const endsAt = performance.now() + durationMs
    while (performance.now() < endsAt) {
      yield Buffer.from('x')
      await new Promise(resolve => setImmediate(resolve))
    }
  },
  preview: () => '',
})

/** Writes the same again and again, as fast as the other side reads, until the connection ends. */
export function pour(socket: Socket, bytes: string | Buffer): void {
  const more = (): void => {
    while (socket.writable && socket.write(bytes));
  }
  socket.on('drain', more)
  more()
}
