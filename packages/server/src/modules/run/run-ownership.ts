/** Which server drives a run: what is written of a run by a server that has lost it meanwhile is void. */

export interface RunOwnership {
  /** Of this server; null when nobody else can be there. */
  readonly id: string | null
  /** A run that this server has just started. */
  begin(runId: string): void
  /** How often the run had changed hands when this server drove it; undefined when that does not matter. */
  epochOf(runId: string): number | undefined
  /** False while this server has to look first which runs are still its own. */
  mayDrive(): boolean
}

/** Of a server that is alone. */
export const soleOwner: RunOwnership = {
  id: null,
  begin: () => undefined,
  epochOf: () => undefined,
  mayDrive: () => true,
}
