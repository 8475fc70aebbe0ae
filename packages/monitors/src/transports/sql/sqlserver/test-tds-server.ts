/** For tests: a server that speaks as much of TDS as a sign-in by password and answers to statements need, after MS-TDS. No SQL Server. */
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { createSecureContext, TLSSocket } from 'node:tls'

/** What a statement is answered with: rows, or the number of an error. */
export type TdsReply =
  | { readonly columns: readonly TestColumn[]; readonly rows: readonly (readonly (string | null)[])[] }
  | { readonly error: number; readonly message: string; readonly class?: number }
  /** Bytes of tokens as they are. */
  | { readonly tokens: Buffer }
  /** Never. */
  | null

export interface TestColumn {
  readonly name: string
  readonly type: 'text' | 'bigint' | 'decimal'
}

export interface TestTdsOptions {
  readonly user: string
  readonly password: string
  /** What the server says of encryption: 0 sign-in only, 1 on, 2 none, 3 required. */
  readonly encryption: number
  readonly certificate?: { readonly key: string; readonly cert: string }
  /** Sends whoever signs in to this server, port 1433. */
  readonly routeTo?: string
  /** Cuts an answer after so many bytes, and closes. */
  readonly cutAfter?: number
  answer(statement: string): TdsReply
}

export interface TestTdsServer {
  readonly port: number
  /** Statements in the order of their coming; `attention` for one that was given up. */
  readonly asked: string[]
  /** Whether the password came within TLS, by sign-in. */
  readonly signIns: { readonly isEncrypted: boolean; readonly user: string; readonly program: string }[]
  close(): void
}

export async function startTdsServer(options: TestTdsOptions): Promise<TestTdsServer> {
  const sockets = new Set<Socket>()
  const asked: string[] = []
  const signIns: TestTdsServer['signIns'] = []
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    new Conversation(socket, options, { asked, signIns }).begin()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    signIns,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

const wide = (text: string) => Buffer.from(text, 'utf16le')
const short = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
const int = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}
const shortText = (text: string) => Buffer.concat([Buffer.from([text.length]), wide(text)])
const longText = (text: string) => Buffer.concat([short(text.length), wide(text)])

const packetSize = 4_096

export function packets(type: number, message: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at === 0 || at < message.length; at += packetSize - 8) {
    const part = message.subarray(at, at + packetSize - 8)
    const isLast = at + packetSize - 8 >= message.length
    const head = Buffer.from([type, isLast ? 1 : 0, 0, 0, 0, 51, 1, 0])
    head.writeUInt16BE(part.length + 8, 2)
    parts.push(head, part)
  }
  return Buffer.concat(parts)
}

export const doneToken = (rows: number) =>
  Buffer.concat([Buffer.from([0xfd, 0x10, 0x00, 0xc1, 0x00]), int(rows), int(0)])

function errorToken(number: number, message: string, severity: number): Buffer {
  const body = Buffer.concat([
    int(number),
    Buffer.from([1, severity]),
    longText(message),
    shortText('server'),
    shortText(''),
    int(1),
  ])
  return Buffer.concat([Buffer.from([0xaa]), short(body.length), body])
}

const collation = Buffer.from([0x09, 0x04, 0xd0, 0x00, 0x34])
const typeBytes: Readonly<Record<TestColumn['type'], Buffer>> = {
  text: Buffer.concat([Buffer.from([0xe7]), short(0xffff), collation]),
  bigint: Buffer.from([0x26, 8]),
  decimal: Buffer.from([0x6c, 17, 38, 3]),
}

export function columnsToken(columns: readonly TestColumn[]): Buffer {
  return Buffer.concat([
    Buffer.from([0x81]),
    short(columns.length),
    ...columns.flatMap(({ name, type }) => [int(0), short(9), typeBytes[type], shortText(name)]),
  ])
}

/** As a row, or as one with bits for what is NULL where something is. */
export function rowToken(columns: readonly TestColumn[], row: readonly (string | null)[]): Buffer {
  const isSparse = row.some(value => value === null)
  const bits = Buffer.alloc(Math.ceil(columns.length / 8))
  const values = columns.map(({ type }, at) => {
    const value = row[at] ?? null
    if (value !== null) return valueBytes(type, value)
    bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7))
    return Buffer.alloc(0)
  })
  return Buffer.concat([Buffer.from([isSparse ? 0xd2 : 0xd1]), ...(isSparse ? [bits] : []), ...values])
}

function valueBytes(type: TestColumn['type'], value: string): Buffer {
  if (type === 'bigint') {
    const bytes = Buffer.alloc(9, 8)
    bytes.writeBigInt64LE(BigInt(value), 1)
    return bytes
  }
  if (type === 'decimal') {
    const thousandths = BigInt(Math.round(Number(value) * 1_000))
    const bytes = Buffer.alloc(10)
    bytes.set([9, thousandths < 0n ? 0 : 1])
    bytes.writeBigUInt64LE(thousandths < 0n ? -thousandths : thousandths, 2)
    return bytes
  }
  // In two pieces, of which the second may be empty.
  const all = wide(value)
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(all.length))
  const half = all.subarray(0, Math.min(all.length, 6))
  const rest = all.subarray(half.length)
  const piece = (bytes: Buffer) => (bytes.length === 0 ? [] : [int(bytes.length), bytes])
  return Buffer.concat([length, ...piece(half), ...piece(rest), int(0)])
}

/** Socket of the server's TLS while its handshake travels in packets. */
class ServerTunnel extends Duplex {
  isShakingHands = true
  readonly #socket: Socket

  constructor(socket: Socket) {
    super()
    this.#socket = socket
  }

  override _read(): void {
    // Bytes are pushed.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(this.isShakingHands ? packets(0x12, chunk) : chunk, done)
  }
}

const tlsData = 0x17

class Conversation {
  readonly #socket: Socket
  readonly #options: TestTdsOptions
  readonly #log: Pick<TestTdsServer, 'asked' | 'signIns'>
  #tunnel: ServerTunnel | undefined
  #tls: TLSSocket | undefined
  #rest = Buffer.alloc(0)
  #message = Buffer.alloc(0)
  #isAllEncrypted = false

  constructor(socket: Socket, options: TestTdsOptions, log: Pick<TestTdsServer, 'asked' | 'signIns'>) {
    this.#socket = socket
    this.#options = options
    this.#log = log
  }

  begin(): void {
    this.#socket.on('data', bytes => {
      // What follows the handshake comes without packets around it.
      if (this.#tunnel && this.#rest.length === 0 && bytes[0] === tlsData) this.#tunnel.isShakingHands = false
      if (this.#tunnel?.isShakingHands === false) this.#tunnel.push(bytes)
      else this.#receive(bytes)
    })
  }

  #receive(bytes: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, bytes])
    while (this.#rest.length >= 8 && this.#rest.length >= this.#rest.readUInt16BE(2)) {
      const length = this.#rest.readUInt16BE(2)
      const [type = 0, status = 0] = this.#rest
      this.#message = Buffer.concat([this.#message, this.#rest.subarray(8, length)])
      this.#rest = this.#rest.subarray(length)
      if ((status & 1) === 0) continue
      const message = this.#message
      this.#message = Buffer.alloc(0)
      this.#take(type, message)
    }
  }

  #take(type: number, message: Buffer): void {
    if (type === 0x12 && this.#tunnel) this.#tunnel.push(message)
    else if (type === 0x12) this.#preLogin()
    else if (type === 0x10) this.#signIn(message)
    else if (type === 0x01) this.#batch(message.subarray(message.readUInt32LE(0)).toString('utf16le'))
    else if (type === 0x06) this.#log.asked.push('attention')
  }

  #preLogin(): void {
    const { encryption, certificate } = this.#options
    const head = Buffer.from([0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff])
    const answer = Buffer.concat([head, Buffer.from([16, 0, 16, 88, 0, 0, encryption])])
    this.#socket.write(packets(0x04, answer))
    if (encryption === 2 || !certificate) return
    this.#isAllEncrypted = encryption !== 0
    const tunnel = new ServerTunnel(this.#socket)
    this.#tunnel = tunnel
    this.#tls = new TLSSocket(tunnel, { isServer: true, secureContext: createSecureContext(certificate) })
    this.#tls.on('error', () => this.#socket.destroy())
    this.#tls.on('data', (bytes: Buffer) => this.#receive(bytes))
  }

  #signIn(message: Buffer): void {
    const field = (at: number) => {
      const from = message.readUInt16LE(at)
      return message.subarray(from, from + message.readUInt16LE(at + 2) * 2)
    }
    const hidden = field(44)
    const password = Buffer.from(
      hidden.map(byte => {
        const mixed = byte ^ 0xa5
        return ((mixed & 0x0f) << 4) | (mixed >> 4)
      }),
    ).toString('utf16le')
    const user = field(40).toString('utf16le')
    const isEncrypted = this.#tls !== undefined
    this.#log.signIns.push({ isEncrypted, user, program: field(48).toString('utf16le') })
    if (!this.#isAllEncrypted) {
      this.#tls = undefined
      this.#tunnel = undefined
    }
    if (user !== this.#options.user || password !== this.#options.password) {
      this.#send(Buffer.concat([errorToken(18_456, `Login failed for user '${user}'.`, 14), doneToken(0)]))
      this.#socket.end()
      return
    }
    const ack = Buffer.concat([
      Buffer.from([1, 0x74, 0, 0, 4]),
      shortText('Microsoft SQL Server'),
      Buffer.from([16, 0, 16, 88]),
    ])
    const size = Buffer.concat([Buffer.from([4]), shortText('4096'), shortText('4096')])
    this.#send(
      Buffer.concat([
        this.#route(),
        Buffer.from([0xe3]),
        short(size.length),
        size,
        Buffer.from([0xad]),
        short(ack.length),
        ack,
        doneToken(0),
      ]),
    )
  }

  #route(): Buffer {
    const { routeTo } = this.#options
    if (routeTo === undefined) return Buffer.alloc(0)
    const place = Buffer.concat([Buffer.from([0]), short(1_433), longText(routeTo)])
    const change = Buffer.concat([Buffer.from([20]), short(place.length), place, short(0)])
    return Buffer.concat([Buffer.from([0xe3]), short(change.length), change])
  }

  #batch(statement: string): void {
    this.#log.asked.push(statement)
    if (/^\s*SET /i.test(statement)) {
      this.#send(doneToken(0))
      return
    }
    const reply = this.#options.answer(statement)
    if (reply === null) return
    if ('tokens' in reply) this.#send(reply.tokens)
    else if ('error' in reply)
      this.#send(Buffer.concat([errorToken(reply.error, reply.message, reply.class ?? 16), doneToken(0)]))
    else {
      const { columns, rows } = reply
      this.#send(
        Buffer.concat([
          columnsToken(columns),
          ...rows.map(row => rowToken(columns, row)),
          doneToken(rows.length),
        ]),
        true,
      )
    }
  }

  #send(message: Buffer, isCut = false): void {
    const stream = this.#tls ?? this.#socket
    const bytes = packets(0x04, message)
    const { cutAfter } = this.#options
    if (!isCut || cutAfter === undefined) stream.write(bytes)
    else stream.end(bytes.subarray(0, cutAfter))
  }
}
