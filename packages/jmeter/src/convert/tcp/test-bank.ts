/** A bank that speaks TCP in several ways and notes all that it receives, and a component that talks to it. */
import type { Socket } from 'node:net'
import { type ComponentDocument, componentDocumentSchema } from '@pone/plan/component/component.ts'
import { serveTcp, type TcpTestServer } from '@pone/protocols/tcp/test-servers.ts'

type Way = 'lines' | 'bytes' | 'lengths' | 'whole' | 'kept'

/** Answers to what has arrived on a connection, in hexadecimal; null: there is no whole request yet. */
const answers: Readonly<Record<Way, (received: Buffer, socket: Socket) => void>> = {
  lines: (received, socket) => {
    if (received.at(-1) === 10) socket.write(`OK ${received.length}\n`)
  },
  bytes: (received, socket) => {
    if (received.at(-1) === 3) socket.write(Buffer.from('0601f003', 'hex'))
  },
  lengths: (received, socket) => {
    let from = 0
    while (from + 2 <= received.length) from += 2 + received.readUInt16BE(from)
    if (from === received.length) socket.write(Buffer.from('0003aabbcc', 'hex'))
  },
  whole: (received, socket) => {
    if (received.at(-1) === 10) socket.end('one\nand all')
  },
  kept: (received, socket) => {
    if (received.at(-1) === 10) socket.write('again\n')
  },
}

/** It is open until `close`. */
export class TestBank {
  /** By way of speaking: of each connection what it received, in hexadecimal. */
  #received: Record<Way, string[]> = noneReceived()
  readonly #servers: TcpTestServer[] = []
  readonly #ports = new Map<Way, number>()

  static async open(): Promise<TestBank> {
    const bank = new TestBank()
    for (const way of ['lines', 'bytes', 'lengths', 'whole', 'kept'] as const) {
      const server = await serveTcp(socket => bank.#serve(way, socket))
      bank.#servers.push(server)
      bank.#ports.set(way, server.port)
    }
    return bank
  }

  /** All received since the last time. */
  take(): Readonly<Record<Way, readonly string[]>> {
    const taken = this.#received
    this.#received = noneReceived()
    return taken
  }

  /** Every request is answered as its checkpoints want it. */
  get visit(): ComponentDocument {
    const check = (source: string, operator: string, expected: string) => ({
      checkpoints: [{ id: '1', source, operator, expected }],
    })
    const length = { kind: 'length', lengthBytes: 2 }
    return documentOf([
      [this.#connect('lines')],
      [{ kind: 'await' }, check('body', 'equals', 'HELLO')],
      [{ kind: 'send', data: 'BALANCE 你好', reply: 'next' }, check('body', 'equals', 'OK 15')],
      [{ kind: 'send', data: 'QUIT', reply: 'next' }, check('size', 'equals', '5')],
      [{ kind: 'close' }],
      [this.#connect('bytes', { kind: 'delimiter', notation: 'hex', delimiter: '03' })],
      [{ kind: 'send', content: 'hex', data: '02 c3 28', reply: 'next' }],
      [{ kind: 'send', content: 'base64', data: 'AP8=', reply: 'next' }],
      [{ kind: 'close' }],
      [this.#connect('lengths', length)],
      [{ kind: 'send', content: 'hex', data: '00ff', reply: 'next' }],
      [{ kind: 'send', data: 'text', reply: 'next' }],
      [{ kind: 'close' }],
      [this.#connect('whole', { kind: 'close' })],
      [{ kind: 'send', data: 'GET \u0003\r\n', reply: 'next' }, check('body', 'equals', 'one\nand all')],
    ])
  }

  /** Goes there twice over one connection. */
  get regular(): ComponentDocument {
    const children = stepsOf([[{ ...this.#connect('kept'), keptFor: 'user' }]])
    const [send] = stepsOf([[{ kind: 'send', data: 'once more', reply: 'next' }]])
    return componentDocumentSchema.parse({
      threadGroup: { threads: 1, loops: 2 },
      steps: [
        { id: 'once', name: 'once', kind: 'once', children },
        { ...send, id: 'again' },
      ],
    })
  }

  close(): void {
    for (const server of this.#servers) server.close()
  }

  #connect(way: Way, framing: object = { kind: 'delimiter' }) {
    return { kind: 'connect', host: '127.0.0.1', port: this.#ports.get(way), framing }
  }

  #serve(way: Way, socket: Socket): void {
    const connections = this.#received[way]
    const at = connections.push('') - 1
    let received = Buffer.alloc(0)
    socket.on('data', data => {
      received = Buffer.concat([received, data])
      connections[at] = received.toString('hex')
      answers[way](received, socket)
    })
    if (way === 'lines') socket.write('HELLO\n')
  }
}

const noneReceived = (): Record<Way, string[]> => ({ lines: [], bytes: [], lengths: [], whole: [], kept: [] })

type Told = readonly [tcp: object, more?: object]

const stepsOf = (told: readonly Told[]) =>
  told.map(([tcp, more = {}], at) => ({
    id: `t${at}`,
    name: '',
    kind: 'request',
    protocol: 'tcp',
    tcp,
    ...more,
  }))

const documentOf = (told: readonly Told[]): ComponentDocument =>
  componentDocumentSchema.parse({ threadGroup: { threads: 1, loops: 1 }, steps: stepsOf(told) })
