/** How room is found on other machines for what a lost machine drove; the server implements it by its reservations. */

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
  /** What the run's other machines drive of it at present; they are asked first, and the run has no other reservations from now on. */
  readonly holding: readonly { readonly id: string; readonly users: number }[]
  /** Machines that could not take it. */
  readonly excluded: readonly string[]
}

export interface ShareMove {
  /** Reserves room for as many of the users as there is room for; nobody when there is none. */
  reserveMore(wanted: WantedRoom): Promise<ShareTaker[]>
}
