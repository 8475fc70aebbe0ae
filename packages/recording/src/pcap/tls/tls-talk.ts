/** Decrypts a TLS connection whose secrets are known. */
import type { ByteBudget } from '../tcp/byte-budget.ts'
import type { ByteReader } from '../tcp/tcp-stream.ts'
import { type CipherSuite, cipherSuite } from './cipher-suites.ts'
import { clientRandomOf, HandshakeReader, messageTypes, serverHelloOf } from './handshake.ts'
import type { KeyLog } from './key-log.ts'
import {
  cipherOfTls13,
  ciphersOfTls12,
  nextSecret,
  type RecordCipher,
  type TlsRecord,
} from './record-cipher.ts'
import { RecordReader } from './record-reader.ts'

export type TlsSide = 'client' | 'server'

/** Takes what was decrypted. */
export interface TlsEvents {
  data(side: TlsSide, bytes: Uint8Array, timeMs: number): void
  /** Nothing more of the direction can be read. */
  end(side: TlsSide, timeMs: number): void
}

const types = { changeCipherSpec: 20, alert: 21, handshake: 22, data: 23 } as const

/** What is known of one direction. */
interface Direction {
  readonly side: TlsSide
  readonly handshake: HandshakeReader
  /** null as long as records are in clear. */
  cipher: RecordCipher | null
  /** Of TLS 1.2: what decrypts once the direction has said so. */
  next: RecordCipher | null
  /** Of TLS 1.3: the secret in use, which later ones follow from. */
  secret: Uint8Array | null
  isOver: boolean
}

export class TlsTalk {
  readonly client: ByteReader
  readonly server: ByteReader
  /** Why it cannot be decrypted; null if it can, or if that is not known yet. */
  fault: 'noSecrets' | 'cipherSuite' | null = null
  /** That the server chose, e.g. `0xc02f`; empty before. */
  suiteName = ''
  readonly #keyLog: KeyLog
  readonly #events: TlsEvents
  readonly #directions: Readonly<Record<TlsSide, Direction>>
  #clientRandom: Uint8Array | null = null
  /** Of TLS 1.3. */
  #suite: CipherSuite | null = null

  constructor(keyLog: KeyLog, events: TlsEvents, budget: ByteBudget) {
    this.#keyLog = keyLog
    this.#events = events
    const direction = (side: TlsSide): Direction => ({
      side,
      handshake: new HandshakeReader(),
      cipher: null,
      next: null,
      secret: null,
      isOver: false,
    })
    this.#directions = { client: direction('client'), server: direction('server') }
    const reader = (side: TlsSide) =>
      new RecordReader(
        {
          record: (record, timeMs) => this.#take(this.#directions[side], record, timeMs),
          lost: timeMs => this.#end(this.#directions[side], timeMs),
        },
        budget,
      )
    this.client = reader('client')
    this.server = reader('server')
  }

  #take(direction: Direction, record: TlsRecord, timeMs: number): void {
    if (direction.isOver || this.fault !== null) return
    if (record.type === types.changeCipherSpec) {
      // TLS 1.3 sends it for the sake of old devices on the way.
      if (direction.next !== null) direction.cipher = direction.next
      direction.next = null
      return
    }
    const { cipher } = direction
    const isInClear = cipher === null || (this.#suite !== null && record.type !== types.data)
    const plain = isInClear ? { type: record.type, bytes: record.payload } : cipher.open(record)
    // Data that a client sends with its first hello has a key of its own.
    if (plain === null) return this.#isEarlyData(direction) ? undefined : this.#end(direction, timeMs)
    if (plain.type === types.handshake) this.#handshake(direction, plain.bytes)
    else if (plain.type === types.data && cipher !== null)
      this.#events.data(direction.side, plain.bytes, timeMs)
    else if (plain.type === types.alert && isEnd(plain.bytes)) this.#end(direction, timeMs)
  }

  #isEarlyData = ({ side, secret }: Direction): boolean =>
    this.#suite !== null && side === 'client' && secret === null

  #handshake(direction: Direction, bytes: Uint8Array): void {
    for (const { type, body } of direction.handshake.read(bytes)) {
      if (type === messageTypes.clientHello) this.#clientRandom = clientRandomOf(body)
      else if (type === messageTypes.serverHello) this.#chooseKeys(body)
      else if (this.#suite !== null) this.#changeKeys(direction, type, this.#suite)
    }
  }

  #chooseKeys(body: Uint8Array): void {
    const hello = serverHelloOf(body)
    const random = this.#clientRandom
    if (hello === null || random === null || hello.isRetry) return
    const suite = cipherSuite(hello.suite)
    this.suiteName = `0x${hello.suite.toString(16).padStart(4, '0')}`
    if (suite === null) this.fault = 'cipherSuite'
    else if (hello.isTls13) this.#startTls13(suite, random)
    else {
      const master = this.#keyLog.secret('CLIENT_RANDOM', random)
      if (master === null) {
        this.fault = 'noSecrets'
        return
      }
      const keys = { master, clientRandom: random, serverRandom: hello.random }
      const [client, server] = ciphersOfTls12(suite, keys)
      this.#directions.client.next = client
      this.#directions.server.next = server
    }
  }

  #startTls13(suite: CipherSuite, random: Uint8Array): void {
    this.#suite = suite
    for (const side of ['client', 'server'] as const) {
      const label = side === 'client' ? 'CLIENT_HANDSHAKE_TRAFFIC_SECRET' : 'SERVER_HANDSHAKE_TRAFFIC_SECRET'
      const secret = this.#keyLog.secret(label, random)
      if (secret === null || this.#trafficSecret(side) === null) this.fault = 'noSecrets'
      else this.#directions[side].cipher = cipherOfTls13(suite, secret)
    }
  }

  #trafficSecret(side: TlsSide): Uint8Array | null {
    const label = side === 'client' ? 'CLIENT_TRAFFIC_SECRET_0' : 'SERVER_TRAFFIC_SECRET_0'
    return this.#clientRandom === null ? null : this.#keyLog.secret(label, this.#clientRandom)
  }

  /** Of TLS 1.3: behind some messages the direction uses another key. */
  #changeKeys(direction: Direction, type: number, suite: CipherSuite): void {
    if (type === messageTypes.finished) direction.secret = this.#trafficSecret(direction.side)
    else if (type === messageTypes.keyUpdate && direction.secret !== null)
      direction.secret = nextSecret(suite, direction.secret)
    else return
    if (direction.secret !== null) direction.cipher = cipherOfTls13(suite, direction.secret)
  }

  #end(direction: Direction, timeMs: number): void {
    if (direction.isOver) return
    direction.isOver = true
    this.#events.end(direction.side, timeMs)
  }
}

/** Whether an alert is fatal, or tells that the sender closes. */
const isEnd = ([level, description]: Uint8Array): boolean => level === 2 || description === 0
