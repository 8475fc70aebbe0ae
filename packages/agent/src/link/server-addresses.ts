/** The addresses of the agent's servers: it connects to one of them, and to the next one when it cannot be reached. */

export interface ServerAddresses {
  /** The one that is connected to, http(s) without a slash at its end. */
  readonly current: string
  readonly count: number
  /** Selects the next one; the first one follows the last. */
  turn(): void
}

export function createServerAddresses(urls: readonly string[]): ServerAddresses {
  let at = 0
  return {
    get current() {
      return urls[at] ?? ''
    },
    count: urls.length,
    turn: () => {
      at = (at + 1) % urls.length
    },
  }
}
