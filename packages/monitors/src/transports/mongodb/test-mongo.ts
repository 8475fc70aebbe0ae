/** For tests: a server that speaks MongoDB's protocol, lets accounts in by SCRAM, and answers what MongoDB's manual documents. */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import * as bson from 'bson'
import { madeCertificate } from '../reach/test-certificate.ts'
import { startForeign } from '../test-processes.ts'
import { messageBytes, readMessage } from './message.ts'

type Answers = Readonly<Record<string, (command: bson.Document, database: string) => bson.Document>>

export interface TestMongo {
  readonly port: number
  /** Names of the commands that arrived, with the documents of the last one of each. */
  readonly commands: Map<string, bson.Document>
  close(): void
}

/** `accounts`: passwords by user; with any, nobody else may do more than greet. */
export interface TestMongoOptions {
  readonly answers: Answers
  readonly accounts?: Readonly<Record<string, string>>
  readonly mechanism?: 'SCRAM-SHA-1' | 'SCRAM-SHA-256'
  readonly isTls?: boolean
}

export async function startMongo(options: TestMongoOptions): Promise<TestMongo> {
  const commands = new Map<string, bson.Document>()
  const serve = (socket: Socket) => new TestSession(socket, options, commands)
  if (options.isTls !== true) return { ...(await startForeign(serve)), commands }
  const { key, cert } = await madeCertificate(2)
  const tls = createTlsServer({ key, cert }, serve).on('tlsClientError', () => undefined)
  const inner = await startForeign(socket => void tls.emit('connection', socket))
  return { ...inner, commands }
}

export const failure = (code: number, codeName: string, errmsg: string): bson.Document => ({
  ok: 0,
  code,
  codeName,
  errmsg,
})

const open = new Set(['hello', 'isMaster', 'buildInfo', 'saslStart', 'saslContinue'])
const hashes = { 'SCRAM-SHA-1': ['sha1', 20], 'SCRAM-SHA-256': ['sha256', 32] } as const

class TestSession {
  readonly #socket: Socket
  readonly #options: TestMongoOptions
  readonly #commands: Map<string, bson.Document>
  #bytes = Buffer.alloc(0)
  #user = ''
  #first = ''
  #serverFirst = ''

  constructor(socket: Socket, options: TestMongoOptions, commands: Map<string, bson.Document>) {
    this.#socket = socket
    this.#options = options
    this.#commands = commands
    socket.on('error', () => undefined)
    socket.on('data', (bytes: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, bytes])
      while (this.#bytes.length >= 16 && this.#bytes.length >= this.#bytes.readInt32LE(0)) this.#next()
    })
  }

  #next(): void {
    const length = this.#bytes.readInt32LE(0)
    const message = this.#bytes.subarray(0, length)
    this.#bytes = this.#bytes.subarray(length)
    const { $db = '', ...command } = readMessage(bson, message)
    const [name = ''] = Object.keys(command)
    this.#commands.set(name, command)
    const reply = messageBytes(bson, 1, { ...this.#answer(name, command, String($db)) })
    reply.writeInt32LE(message.readInt32LE(4), 8)
    this.#socket.write(reply)
  }

  #answer(name: string, command: bson.Document, database: string): bson.Document {
    const { accounts = {}, answers, mechanism = 'SCRAM-SHA-256' } = this.#options
    const isOpen = open.has(name) || Object.keys(accounts).length === 0
    if (!isOpen && this.#user === '')
      return failure(13, 'Unauthorized', `Command ${name} requires authentication`)
    if (name === 'saslStart') return this.#start(command)
    if (name === 'saslContinue') return this.#finish(command)
    const answer = answers[name]
    if (answer === undefined) return failure(59, 'CommandNotFound', `no such command: '${name}'`)
    const told = command['saslSupportedMechs'] === undefined ? {} : { saslSupportedMechs: [mechanism] }
    return { ok: 1, ...answer(command, database), ...told }
  }

  #start({ mechanism, payload }: bson.Document): bson.Document {
    if (mechanism !== (this.#options.mechanism ?? 'SCRAM-SHA-256'))
      return failure(334, 'MechanismUnavailable', `Unsupported mechanism ${mechanism}`)
    this.#first = Buffer.from(payload as Uint8Array)
      .toString()
      .replace(/^n,,/, '')
    const nonce = /r=(.+)$/.exec(this.#first)?.[1] ?? ''
    this.#serverFirst = `r=${nonce}server,s=${salt.toString('base64')},i=4096`
    return { ok: 1, conversationId: 1, done: false, payload: Buffer.from(this.#serverFirst) }
  }

  /** What RFC 5802 has the server compute. */
  #finish({ payload }: bson.Document): bson.Document {
    const { accounts = {}, mechanism = 'SCRAM-SHA-256' } = this.#options
    const final = Buffer.from(payload as Uint8Array).toString()
    const user = /n=([^,]*)/.exec(this.#first)?.[1] ?? ''
    const [hash, length] = hashes[mechanism]
    const password = accounts[user] ?? randomBytes(8).toString('hex')
    const secret =
      hash === 'sha1' ? createHash('md5').update(`${user}:mongo:${password}`).digest('hex') : password
    const salted = pbkdf2Sync(secret, salt, 4_096, length, hash)
    const mac = (key: Buffer, text: string) => createHmac(hash, key).update(text).digest()
    const clientKey = mac(salted, 'Client Key')
    const signed = `${this.#first},${this.#serverFirst},${final.replace(/,p=.*$/, '')}`
    const signature = mac(createHash(hash).update(clientKey).digest(), signed)
    const proof = Buffer.from(clientKey.map((byte, at) => byte ^ (signature[at] ?? 0))).toString('base64')
    if (!final.endsWith(`,p=${proof}`)) return failure(18, 'AuthenticationFailed', 'Authentication failed.')
    this.#user = user
    const verified = `v=${mac(mac(salted, 'Server Key'), signed).toString('base64')}`
    return { ok: 1, conversationId: 1, done: true, payload: Buffer.from(verified) }
  }
}

const salt = randomBytes(16)
