/** One connection to Redis: signs in, sends commands, and hands each answer to who asked. */
import type { Socket } from 'node:net'
import { maxAnswerBytes } from '../../reading/records.ts'
import { TargetFault } from '../../target-fault.ts'
import { connectionFault } from '../connection-fault.ts'
import { openSocket, type SocketAddress, untilAborted } from '../open-socket.ts'
import { commandBytes, NotRedis, RedisError, type Reply, ReplyReader } from './resp.ts'

/** Where and as whom; an empty user is the server's default one, an empty password signs nobody in. */
export interface RedisAddress extends SocketAddress {
  readonly user: string
  readonly password: string
}

interface Waiting {
  readonly resolve: (reply: Exclude<Reply, RedisError>) => void
  readonly reject: (error: unknown) => void
}

/** First byte of a TLS record that says why a handshake failed. */
const tlsAlert = 0x15

/** An open connection. */
export class RedisClient {
  readonly #socket: Socket
  readonly #reader = new ReplyReader()
  readonly #waiting: Waiting[] = []
  readonly #address: RedisAddress
  #hasAnswered = false
  #end: TargetFault | null = null

  private constructor(socket: Socket, address: RedisAddress) {
    this.#socket = socket
    this.#address = address
    socket.on('data', bytes => this.#read(bytes))
    socket.on('error', error => this.#fail(connectionFault(error)))
    socket.on('close', () => this.#fail(new TargetFault('targetClosed')))
  }

  /** Connects and signs in. @throws TargetFault; the signal's reason */
  static async open(address: RedisAddress, signal: AbortSignal): Promise<RedisClient> {
    const client = new RedisClient(await openSocket(address, signal), address)
    try {
      if (address.password !== '') await client.#signIn(signal)
      return client
    } catch (error) {
      client.close()
      throw error
    }
  }

  /** Sends a command. @throws TargetFault; the signal's reason */
  async send(command: readonly string[], signal: AbortSignal): Promise<Exclude<Reply, RedisError>> {
    signal.throwIfAborted()
    if (this.#end !== null) throw this.#end
    const replied = new Promise<Exclude<Reply, RedisError>>((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
    })
    this.#write(commandBytes(command))
    return await untilAborted(replied, signal)
  }

  close(because = new TargetFault('targetClosed')): void {
    this.#fail(because)
    this.#socket.destroy()
  }

  /** What is sent at the same instant leaves together. */
  #write(bytes: Buffer): void {
    if (this.#socket.writableCorked === 0) {
      this.#socket.cork()
      setImmediate(() => this.#socket.uncork())
    }
    this.#socket.write(bytes)
  }

  async #signIn(signal: AbortSignal): Promise<void> {
    const { user, password } = this.#address
    try {
      await this.send(['AUTH', ...(user === '' ? [] : [user]), password], signal)
    } catch (error) {
      // A server without passwords lets everybody in.
      const isOpen =
        error instanceof TargetFault && /without any password|no password is set/.test(error.details)
      if (!isOpen) throw error
    }
  }

  #read(bytes: Buffer): void {
    let replies: Reply[]
    try {
      if (!this.#hasAnswered && bytes[0] === tlsAlert) throw new TargetFault('tlsMismatch')
      replies = this.#reader.read(bytes)
      if (this.#reader.pendingBytes > maxAnswerBytes) throw new TargetFault('tooLarge')
    } catch (error) {
      this.#fail(error instanceof NotRedis ? this.#notRedis(error) : connectionFault(error))
      this.#socket.destroy()
      return
    }
    for (const reply of replies) {
      this.#hasAnswered = true
      const waiting = this.#waiting.shift()
      if (reply instanceof RedisError) waiting?.reject(faultOf(reply.message, this.#address))
      else waiting?.resolve(reply)
    }
  }

  #notRedis({ message }: NotRedis): TargetFault {
    return new TargetFault(this.#hasAnswered ? 'malformed' : 'wrongProduct', message)
  }

  #fail(fault: TargetFault): void {
    this.#end ??= fault
    for (const { reject } of this.#waiting.splice(0)) reject(this.#end)
  }
}

/** What an account of a monitor needs, and may do no more than. */
export const redisGrant = (user: string): string =>
  `ACL SETUSER ${user === '' ? 'default' : user} on +ping +info +slowlog|get +latency|latest +latency|history +config|get`

function faultOf(message: string, { user }: RedisAddress): TargetFault {
  if (/^(WRONGPASS|NOAUTH|ERR invalid password)/.test(message))
    return new TargetFault('wrongPassword', message)
  if (message.startsWith('NOPERM')) {
    const right = /'([^']+)' command/.exec(message)?.[1] ?? ''
    return new TargetFault('missingRight', message, { right, grant: redisGrant(user) })
  }
  return new TargetFault('refused', message)
}
