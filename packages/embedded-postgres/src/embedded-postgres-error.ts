/** Why the embedded database cannot start, said in one sentence that a person can act on. */

export type EmbeddedPostgresProblem =
  | 'folder-in-use'
  | 'folder-unusable'
  | 'disk-full'
  | 'unsupported-machine'
  | 'start-failed'

/** `message` is one complete English sentence. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
  readonly problem: EmbeddedPostgresProblem
  constructor(problem: EmbeddedPostgresProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.problem = problem
  }
}

/** Turns what PostgreSQL or the system said while working in `folder` into the error of it. */
export function explainFailure(folder: string, output: string, cause?: unknown): EmbeddedPostgresError {
  const options = cause === undefined ? undefined : { cause }
  if (/No space left on device|Check free disk space|ENOSPC|EDQUOT|Disk quota exceeded/.test(output)) {
    return new EmbeddedPostgresError(
      'disk-full',
      `The disk is full: the database in ${folder} cannot be written; free some space and start again.`,
      options,
    )
  }
  if (/Permission denied|EACCES|EPERM|EROFS|Read-only file system|wrong ownership/.test(output)) {
    return new EmbeddedPostgresError(
      'folder-unusable',
      `The database folder ${folder} cannot be read or written by this user.`,
      options,
    )
  }
  const lines = output.split('\n').map(line => line.trim())
  const said = lines.findLast(line => /FATAL|PANIC|error:/.test(line)) ?? lines.findLast(line => line !== '')
  const reason = said === undefined ? '' : `: ${said.replace(/^.*?(FATAL|PANIC|error):\s*/, '')}`
  return new EmbeddedPostgresError(
    'start-failed',
    `The database in ${folder} did not start${reason}.`,
    options,
  )
}
