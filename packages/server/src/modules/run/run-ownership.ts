/** Which server drives a run; writes of a server that no longer drives it are void. */

export interface RunOwnership {
  /** Id of this server; null when it is the only one. */
  readonly id: string | null
  /** Adds a run that this server has just started. */
  begin(runId: string): void
  /** The epoch in which this server drove the run; undefined when it is not checked. */
  epochOf(runId: string): number | undefined
  /** False while this server must first check which runs are still its own. */
  mayDrive(): boolean
}

/** Ownership for a single server. */
export const soleOwner: RunOwnership = {
  id: null,
  begin: () => undefined,
  epochOf: () => undefined,
  mayDrive: () => true,
}
