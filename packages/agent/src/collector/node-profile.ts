/** Takes a profile of a Node.js program from the address of its inspector; closing the connection ends what was begun there. */
import { setTimeout as delay } from 'node:timers/promises'
import type { TakeOrder } from '@pone/contract/link/profiles.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import { z } from 'zod'
import type { TakenRecordings } from './jvm-engines.ts'
import { NotTaken } from './not-taken.ts'
import { answerAt, mebibyte, notTakenFrom } from './profile-address.ts'

const intervalUs = 10_000
const targetsSchema = z.array(z.object({ webSocketDebuggerUrl: z.string() })).min(1)
const versionSchema = z.object({ Browser: z.string() })
const answerSchema = z.object({
  id: z.number(),
  result: z.object({ profile: z.unknown().optional() }).optional(),
  error: z.object({ message: z.string() }).optional(),
})

/** @throws NotTaken; the signal's reason when it is aborted */
export async function takeNodeProfile(order: TakeOrder, signal: AbortSignal): Promise<TakenRecordings> {
  const address = order.process
  let inspector: Inspector | undefined
  try {
    const { socketAddress, runtime } = await inspectorAt(order, signal)
    inspector = await Inspector.open(socketAddress, signal)
    await inspector.ask('Profiler.enable')
    await inspector.ask('Profiler.setSamplingInterval', { interval: intervalUs })
    await inspector.ask('Profiler.start')
    await Promise.race([delay(order.seconds * 1_000, undefined, { signal }), inspector.lost])
    const profile = Buffer.from(JSON.stringify((await inspector.ask('Profiler.stop'))?.profile ?? null))
    if (profile.length > order.bufferMib * mebibyte)
      throw new NotTaken(toldCause('profileTooLarge', { limit: order.bufferMib }))
    return {
      recordings: [profile],
      format: 'cpuprofile',
      runtime,
      engines: ['Node.js inspector'],
      notes: notesOf(runtime),
    }
  } catch (error) {
    throw notTakenFrom(error, { code: 'profileNoInspector', address, signal })
  } finally {
    inspector?.close()
  }
}

/** Maglev, on by default from Node.js 22 on, records no positions of what it inlines; measured with 24, where `--no-maglev` names all. */
function notesOf(runtime: string): string[] {
  const [major = '0'] = /\d+/.exec(runtime) ?? []
  return Number(major) >= 22 ? [toldCause('profileInlined')] : []
}

/** The host of the address that was given is kept: an inspector tells its own view of it. */
async function inspectorAt(order: TakeOrder, signal: AbortSignal) {
  const base = new URL(order.process.replace(/^ws/, 'http'))
  const read = async (path: string): Promise<unknown> =>
    JSON.parse((await answerAt(new URL(path, base), order, signal)).body.toString())
  const [target] = targetsSchema.parse(await read('/json/list'))
  const { Browser: runtime } = versionSchema.parse(await read('/json/version'))
  const path = new URL(target?.webSocketDebuggerUrl ?? '').pathname
  return { socketAddress: `ws://${base.host}${path}`, runtime: runtime.replace('node.js/v', 'Node.js ') }
}

/** A session of the inspector. */
class Inspector {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, (answer: z.infer<typeof answerSchema>) => void>()
  readonly #lost = Promise.withResolvers<never>()
  #asked = 0

  constructor(socket: WebSocket) {
    this.#socket = socket
    this.#lost.promise.catch(() => undefined)
    socket.addEventListener('close', () => this.#lost.reject(new Error('the connection was closed')))
    socket.addEventListener('message', ({ data }) => {
      try {
        this.#take(JSON.parse(String(data)))
      } catch {
        // A listener that throws would end the process.
        this.#lost.reject(new Error('the inspector sent what is no JSON'))
      }
    })
  }

  /** Rejects when the connection ends. */
  get lost(): Promise<never> {
    return this.#lost.promise
  }

  static async open(address: string, signal: AbortSignal): Promise<Inspector> {
    const socket = new WebSocket(address)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error(`no WebSocket at ${address}`)))
    const stop = () => socket.close()
    signal.addEventListener('abort', stop, { once: true })
    await promise
    return new Inspector(socket)
  }

  async ask(method: string, params: Record<string, unknown> = {}) {
    const id = ++this.#asked
    const { promise, resolve } = Promise.withResolvers<z.infer<typeof answerSchema>>()
    this.#waiting.set(id, resolve)
    this.#socket.send(JSON.stringify({ id, method, params }))
    const { result, error } = await Promise.race([promise, this.lost])
    if (error !== undefined) throw new Error(`${method}: ${error.message}`)
    return result
  }

  /** Events of the inspector have no number. */
  #take(message: unknown): void {
    const answer = answerSchema.safeParse(message)
    if (!answer.success) return
    this.#waiting.get(answer.data.id)?.(answer.data)
    this.#waiting.delete(answer.data.id)
  }

  close(): void {
    this.#socket.close()
  }
}
