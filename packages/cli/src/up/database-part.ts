/** The database part: the embedded PostgreSQL under supervision, or the user's own database. */
import { join } from 'node:path'
import { findAccessProblem } from '@pone/embedded-postgres/database-access.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@pone/embedded-postgres/embedded-postgres.ts'
import { EmbeddedPostgresError } from '@pone/embedded-postgres/embedded-postgres-error.ts'
import type { MonitorSignIn } from '@pone/embedded-postgres/monitor-database.ts'
import { errorText } from '@pone/schema/error-text.ts'
import { CommandError, type ExitName } from '../exit-codes.ts'
import type { DataFolder } from './data-folder.ts'
import { type Part, runPart } from './part.ts'

export interface DatabasePart {
  readonly connectionString: string
  /** Undefined, like its folder, when the database is the user's own. */
  readonly part: Part | undefined
  readonly folder: string | undefined
  /** Sign-in of the role that monitors it; undefined also when that role cannot be made. */
  readonly monitor: MonitorSignIn | undefined
}

interface DatabaseOptions {
  readonly folder: DataFolder
  readonly databaseUrl: string | undefined
  readonly log: (line: string) => void
  readonly report: (sentence: string) => void
}

const databaseName = 'pone'
const exits: Record<EmbeddedPostgresError['problem'], ExitName> = {
  'folder-in-use': 'alreadyRunning',
  'folder-unusable': 'folderUnusable',
  'disk-full': 'diskFull',
  'unsupported-machine': 'setUp',
  'start-failed': 'partFailed',
}

const databaseFolderOf = (folder: DataFolder): string => join(folder.path, 'postgresql')

/** @throws CommandError */
export async function startDatabase({
  folder,
  databaseUrl,
  log,
  report,
}: DatabaseOptions): Promise<DatabasePart> {
  if (databaseUrl !== undefined) {
    const problem = await findAccessProblem(databaseUrl)
    if (problem !== undefined) throw new CommandError('databaseUnreachable', problem)
    return { connectionString: databaseUrl, part: undefined, folder: undefined, monitor: undefined }
  }
  let current: EmbeddedPostgres | undefined
  const part = await runPart({
    name: 'database',
    report,
    start: async () => {
      const database = await startOnce(folder, log)
      current = database
      const ended = database.exited.then(({ code, signal }) =>
        signal === null ? `exit code ${code}` : `killed by ${signal}`,
      )
      return { pid: database.pid, ended, stop: () => database.stop() }
    },
  })
  if (current === undefined) throw new CommandError('partFailed', 'The database did not start.')
  return {
    connectionString: await current.openDatabase(databaseName),
    part,
    folder: databaseFolderOf(folder),
    monitor: await current.openMonitorDatabase().catch((cause: unknown) => {
      report(`The database is not monitored: ${errorText(cause)}.`)
      return undefined
    }),
  }
}

async function startOnce(folder: DataFolder, log: (line: string) => void): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({
      dataDir: databaseFolderOf(folder),
      keepOpenFd: folder.lock.fd,
      log,
    })
  } catch (cause) {
    if (!(cause instanceof EmbeddedPostgresError)) throw cause
    throw new CommandError(exits[cause.problem], cause.message, { cause })
  }
}
