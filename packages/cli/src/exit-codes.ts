/** Every exit code of the command line, and the error that has one with its message. */

export const exitCodes = {
  ok: 0,
  /** The command ran and its result is negative: a test failed, a run did not reconcile, an SLA was missed. */
  negative: 1,
  usage: 2,
  /** Something that the machine must have is missing. */
  setUp: 3,
  folderUnusable: 4,
  diskFull: 5,
  portTaken: 6,
  databaseUnreachable: 7,
  alreadyRunning: 8,
  /** A part (server, agent, database …) did not start, or its restarts were given up. */
  partFailed: 9,
  /** A component or its load cannot be run; its problems were printed. */
  componentInvalid: 10,
  /** A run was stopped manually; its results up to then were printed. */
  stoppedByHand: 11,
  /** A run sent no request, or every one of them failed. */
  nothingPassed: 12,
  /** A run ended because of a fault of the load generator, not of the target. */
  runBroken: 13,
  /** A server could not be reached, or refused the request. */
  serverFailed: 14,
  /** A parameter had no row left, so that users ended before the planned end of the run. */
  rowsUsedUp: 15,
  /** A defect of the command line itself. */
  internal: 70,
} as const

export type ExitName = keyof typeof exitCodes

/** Ends a command: `message` is one complete sentence for the user at the terminal. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly exit: ExitName
  constructor(exit: ExitName, message: string, options?: ErrorOptions) {
    super(message, options)
    this.exit = exit
  }
}
