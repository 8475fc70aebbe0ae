/** Remembers where names lead, so that a thousand users starting together ask the resolver once; one per wire, or per user that looks up by itself. */
import { type LookupAddress, lookup as resolveName } from 'node:dns'
import type { LookupFunction } from 'node:net'

const lifeMs = 30_000
const maxRemembered = 1_000

type Answer = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void
/** Finds all addresses of a name. */
type Resolve = (hostname: string, options: { all: true }, answer: Answer) => void

/** Cache of name look-ups; failures are shared by those who wait but not remembered. */
export class DnsCache {
  readonly #known = new Map<string, { addresses: LookupAddress[]; expiresAt: number }>()
  readonly #waiting = new Map<string, Answer[]>()
  readonly #resolve: Resolve

  constructor(resolve: Resolve = resolveName) {
    this.#resolve = resolve
  }

  /** For the `lookup` option of a socket. */
  readonly lookup: LookupFunction = (hostname, options, callback) => {
    this.#find(hostname, (error, addresses) => {
      const wanted = addresses.filter(each =>
        options.family !== 4 && options.family !== 6 ? true : each.family === options.family,
      )
      const first = wanted[0]
      if (error !== null || first === undefined) callback(error ?? notFound(hostname), '', 0)
      else if (options.all) callback(null, wanted)
      else callback(null, first.address, first.family)
    })
  }

  #find(hostname: string, answer: Answer): void {
    const known = this.#known.get(hostname)
    if (known !== undefined && known.expiresAt > performance.now()) {
      // A socket attaches its listeners after it has called lookup.
      process.nextTick(answer, null, known.addresses)
      return
    }
    const waiting = this.#waiting.get(hostname)
    if (waiting !== undefined) {
      waiting.push(answer)
      return
    }
    const answers = [answer]
    this.#waiting.set(hostname, answers)
    this.#resolve(hostname, { all: true }, (error, addresses) => {
      this.#waiting.delete(hostname)
      if (error === null) this.#remember(hostname, addresses)
      for (const each of answers) each(error, addresses ?? [])
    })
  }

  #remember(hostname: string, addresses: LookupAddress[]): void {
    if (this.#known.size >= maxRemembered) this.#known.clear()
    this.#known.set(hostname, { addresses, expiresAt: performance.now() + lifeMs })
  }
}

function notFound(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), {
    code: 'ENOTFOUND',
    syscall: 'getaddrinfo',
  })
}
