/** Where the agent's servers are: one of them is dialled, and the next one when it cannot be reached. */

export interface ServerAddresses {
  /** The one that is dialled or linked to, http(s) without a slash at its end. */
  readonly current: string
  readonly count: number
  /** Goes on to the next; after the last comes the first. */
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
