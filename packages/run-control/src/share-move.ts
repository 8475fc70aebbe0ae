/** How room is found on other machines for the load of a lost machine; the server implements it by its reservations. */

/** A machine that takes over some users. */
export interface ShareTaker {
  readonly agentId: string
  readonly name: string
  readonly users: number
}

export interface WantedRoom {
  readonly runId: string
  readonly clusterId: string
  readonly users: number
  /** Components of the run, for machines that do not execute it yet. */
  readonly scripts: number
  /** The present load of the run's other machines; they are asked first, and the run has no other reservations from now on. */
  readonly holding: readonly { readonly id: string; readonly users: number }[]
  /** Machines that could not drive it. */
  readonly excluded: readonly string[]
}

export interface ShareMove {
  /** Reserves room for as many of the users as possible; an empty list when there is none. */
  reserveMore(wanted: WantedRoom): Promise<ShareTaker[]>
}
