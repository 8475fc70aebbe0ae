/** Whether the server answers: a request, the live stream or a missing chunk reports that it does not; then it is asked again and again until it does. */
import { callTable } from 'virtual:call-table'
import { apiBase } from '@pone/contract/envelope.ts'

export interface Outage {
  /** Epoch ms of the next attempt; null while one is under way. */
  readonly nextAtMs: number | null
  /** Names of the calls that are sent once the server answers, oldest first. */
  readonly waiting: readonly string[]
}

/** Pauses between attempts, ms; the last one repeats. */
const pausesMs = [1_000, 2_000, 4_000, 8_000, 15_000] as const
/** An attempt without an answer in this time has failed, ms. */
const probeTimeoutMs = 5_000
/** Answers of a proxy in front of a server that is down. */
const proxyFailures: readonly number[] = [502, 503, 504]

export const isProxyFailure = (httpStatus: number): boolean => proxyFailures.includes(httpStatus)

/** Any answer counts, except that of a proxy which could not reach the server. */
async function probe(): Promise<boolean> {
  const path = callTable['system']?.['info']?.path ?? ''
  const signal = AbortSignal.timeout(probeTimeoutMs)
  return fetch(apiBase + path, { method: 'POST', cache: 'no-store', signal }).then(
    ({ status }) => !isProxyFailure(status),
    () => false,
  )
}

export class ServerConnection {
  #outage: Outage | null = null
  #failedAttempts = 0
  #attempt: Promise<boolean> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #isThere: () => Promise<boolean>
  readonly #stateListeners = new Set<() => void>()
  readonly #backListeners = new Set<() => void>()

  constructor(isThere: () => Promise<boolean> = probe) {
    this.#isThere = isThere
  }

  /** null while the server answers. The same object until something changes. */
  readonly outage = (): Outage | null => this.#outage

  /** Called at every change of `outage`. @returns a function that ends the subscription */
  readonly onChange = (listener: () => void): (() => void) => {
    this.#stateListeners.add(listener)
    return () => this.#stateListeners.delete(listener)
  }

  /** Called whenever the server answers again. @returns a function that ends the subscription */
  onBack(listener: () => void): () => void {
    this.#backListeners.add(listener)
    return () => this.#backListeners.delete(listener)
  }

  /** Asks the server at once, because it seems to be down or the user wishes it. Resolves to whether it answers. */
  ask(): Promise<boolean> {
    clearTimeout(this.#timer)
    this.#attempt ??= this.#try().finally(() => {
      this.#attempt = null
    })
    return this.#attempt
  }

  /** Resolves at once while the server answers, else when it does again. `call` is shown as waiting. @throws DOMException AbortError if `signal` was aborted */
  async untilItAnswers(call?: string, signal?: AbortSignal): Promise<void> {
    if (this.#outage === null) return
    if (signal?.aborted) throw new DOMException('aborted', 'AbortError')
    if (call !== undefined) this.#set({ waiting: [...this.#outage.waiting, call] })
    await new Promise<void>((resolve, reject) => {
      const end = () => {
        stopListening()
        signal?.removeEventListener('abort', giveUp)
      }
      const giveUp = () => {
        end()
        this.#set({ waiting: without(this.#outage?.waiting ?? [], call) })
        reject(new DOMException('aborted', 'AbortError'))
      }
      const stopListening = this.onBack(() => {
        end()
        resolve()
      })
      signal?.addEventListener('abort', giveUp)
    })
  }

  async #try(): Promise<boolean> {
    this.#set({ nextAtMs: null })
    if (await this.#isThere()) {
      this.#end()
      return true
    }
    const pauseMs = pausesMs[Math.min(this.#failedAttempts, pausesMs.length - 1)] ?? 0
    this.#failedAttempts += 1
    this.#outage ??= { nextAtMs: null, waiting: [] }
    this.#set({ nextAtMs: Date.now() + pauseMs })
    this.#timer = setTimeout(() => void this.ask(), pauseMs)
    return false
  }

  #end(): void {
    this.#failedAttempts = 0
    if (this.#outage === null) return
    this.#outage = null
    for (const listener of this.#backListeners) listener()
    for (const listener of this.#stateListeners) listener()
  }

  /** Changes an outage; without one, nothing: a single failed request is none yet. */
  #set(changes: Partial<Outage>): void {
    if (this.#outage === null) return
    this.#outage = { ...this.#outage, ...changes }
    for (const listener of this.#stateListeners) listener()
  }
}

function without(calls: readonly string[], call: string | undefined): readonly string[] {
  const at = call === undefined ? -1 : calls.indexOf(call)
  return at < 0 ? calls : calls.toSpliced(at, 1)
}

/** The connection of this tab. */
export const serverConnection = new ServerConnection()
