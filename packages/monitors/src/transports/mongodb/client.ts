/** One connection to MongoDB: signs in, sends commands one after another, and hands each answer to who asked. */
import { createHash, randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Document } from 'bson'
import { TargetFault } from '../../target-fault.ts'
import { MessageConnection, type MessageFormat, tlsAlert } from '../message-connection.ts'
import { openSocket, type SocketAddress } from '../open-socket.ts'
import { scramClient } from '../scram.ts'
import { CommandError, clusterGrant, commandFault, isUnknownCommand, type MongoAccount } from './faults.ts'
import { type Bson, messageBytes, messageHeadBytes, readHead, readMessage } from './message.ts'

/** Where and as whom; an empty user signs nobody in. */
export interface MongoAddress extends SocketAddress, MongoAccount {
  readonly password: string
}

const maxScramSteps = 3

const formatOf = (bson: Bson): MessageFormat<Document> => ({
  headBytes: messageHeadBytes,
  checkFirst: (first, join) => {
    if (first[0] === tlsAlert && first[1] === 3) throw new TargetFault('tlsMismatch')
    // Another product may greet with less than the head of a message, and then waits.
    const bytes = first.length < messageHeadBytes ? join() : first
    if (bytes.length < messageHeadBytes && /^[\x20-\x7e]{4}/.test(bytes.toString('latin1')))
      throw new RangeError(`not a message: ${JSON.stringify(bytes.toString('latin1'))}`)
  },
  lengthOf: head => readHead(head).length,
  requestOf: message => readHead(message).answers,
  answerOf: message => readMessage(bson, message),
})

/** An open connection. */
export class MongoClient {
  readonly #bson: Bson
  readonly #account: MongoAccount
  readonly #connection: MessageConnection<Document>

  private constructor(socket: Socket, bson: Bson, account: MongoAccount) {
    this.#bson = bson
    this.#account = account
    this.#connection = new MessageConnection(socket, formatOf(bson))
  }

  /** Connects and signs in. @throws TargetFault; the signal's reason */
  static async open(address: MongoAddress, signal: AbortSignal): Promise<MongoClient> {
    const [bson, socket] = await Promise.all([import('bson'), openSocket(address, signal)])
    const client = new MongoClient(socket, bson, address)
    try {
      const mechanisms = await client.#greet(address, signal)
      if (address.user !== '') await client.#signIn(address, mechanisms, signal)
      return client
    } catch (error) {
      client.close()
      throw error
    }
  }

  /** The answer to a command. `grant`: what lets the account send it. @throws TargetFault; the signal's reason */
  async command(
    database: string,
    command: Document,
    signal: AbortSignal,
    grant = clusterGrant(this.#account),
  ): Promise<Document> {
    const answer = await this.knownCommand(database, command, signal, grant)
    if (answer === undefined) throw new TargetFault('refused', `no command ${Object.keys(command)[0] ?? ''}`)
    return answer
  }

  /** As `command`, but undefined where servers of this kind or version do not know the command. */
  async knownCommand(
    database: string,
    command: Document,
    signal: AbortSignal,
    grant = clusterGrant(this.#account),
  ): Promise<Document | undefined> {
    try {
      return await this.#send({ ...command, $db: database, $readPreference }, signal)
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      if (isUnknownCommand(error)) return undefined
      throw commandFault(error, grant)
    }
  }

  close(): void {
    this.#connection.close()
  }

  /** Mechanisms by which the user can sign in, as far as the server tells. */
  async #greet({ user, authSource }: MongoAddress, signal: AbortSignal): Promise<readonly string[]> {
    const asked = user === '' ? {} : { saslSupportedMechs: `${authSource}.${user}` }
    const greeting = async (name: 'hello' | 'isMaster') =>
      await this.#send({ [name]: 1, ...asked, $db: 'admin' }, signal)
    const told = await greeting('hello').catch((error: unknown) => {
      // Servers before 4.4.2.
      if (error instanceof CommandError && isUnknownCommand(error)) return greeting('isMaster')
      throw error instanceof CommandError ? new TargetFault('wrongProduct', error.message) : error
    })
    if (typeof told['maxWireVersion'] !== 'number') throw new TargetFault('wrongProduct')
    const mechanisms: unknown = told['saslSupportedMechs']
    return Array.isArray(mechanisms) ? mechanisms.map(String) : []
  }

  /** By SCRAM: of accounts that the server does not tell about, the hash is the newer one. */
  async #signIn(
    { user, password, authSource }: MongoAddress,
    mechanisms: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    const isOld = mechanisms.includes('SCRAM-SHA-1') && !mechanisms.includes('SCRAM-SHA-256')
    // The server keeps the older hash of this digest, not of the password.
    const secret = isOld ? createHash('md5').update(`${user}:mongo:${password}`).digest('hex') : password
    const nonce = randomBytes(24).toString('base64')
    const scram = scramClient(isOld ? 'sha1' : 'sha256', user, secret, nonce)
    const step = async (command: Document, text: string) => {
      try {
        return await this.#send({ ...command, payload: Buffer.from(text), $db: authSource }, signal)
      } catch (error) {
        // Whatever a server does not like here, it does not let this account in.
        throw error instanceof CommandError ? new TargetFault('wrongPassword', error.message) : error
      }
    }
    const mechanism = isOld ? 'SCRAM-SHA-1' : 'SCRAM-SHA-256'
    let answer = await step({ saslStart: 1, mechanism, options: { skipEmptyExchange: true } }, scram.first)
    const final = scram.final(payloadOf(answer))
    if (!final) throw new TargetFault('malformed', 'SCRAM')
    const next = { saslContinue: 1, conversationId: answer['conversationId'] }
    answer = await step(next, final.message)
    // A server that does not know the password either is another one.
    if (!final.isProof(payloadOf(answer))) throw new TargetFault('wrongProduct', 'SCRAM')
    for (let steps = 0; answer['done'] !== true && steps < maxScramSteps; steps++)
      answer = await step(next, '')
  }

  /** @throws CommandError for what the server answered instead */
  async #send(command: Document, signal: AbortSignal): Promise<Document> {
    const answer = await this.#connection.ask(id => messageBytes(this.#bson, id, command), signal)
    if (answer['ok'] !== 1) throw new CommandError(answer)
    return answer
  }
}

/** A member that is no primary answers too. */
const $readPreference = { mode: 'primaryPreferred' } as const

function payloadOf(answer: Document): string {
  const payload: unknown = answer['payload']
  return payload instanceof Uint8Array ? Buffer.from(payload).toString('utf8') : ''
}
