/** The files of a run on this machine: one folder per run, and in it per worker process a spool, a journal and the identity of the process. */
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { processIdentitySchema } from '../processes/process-table.ts'

/** Identifies a process of a run: the slot's number and how many processes the slot has had before it. */
export interface WorkerNumber {
  readonly slot: number
  readonly incarnation: number
}

export interface WorkerPaths {
  readonly spoolPath: string
  readonly journalPath: string
  /** How far the server has stored the spool. */
  readonly ackPath: string
  /** Standard error of the process. */
  readonly outputPath: string
  readonly recordPath: string
  /** Sample log, if the run has one. */
  readonly samplePath: string
}

const workerRecordSchema = z.object({
  workerId: z.string(),
  process: processIdentitySchema.nullable(),
  /** The share of which the worker drives a part. */
  shareId: z.string().default(''),
})
/** Written when a worker is started, read by the agent that finds the run after a restart. */
export type WorkerRecord = z.infer<typeof workerRecordSchema>

const recordName = /^(\d+)\.(\d+)\.worker\.json$/
const sampleLogName = /^samples-\d+\.\d+\.csv$/
/** Run ids become folder names. */
const runIdPattern = /^[A-Za-z0-9-]{1,64}$/

export function workerPaths(runFolder: string, { slot, incarnation }: WorkerNumber): WorkerPaths {
  const at = (ending: string) => join(runFolder, `${slot}.${incarnation}.${ending}`)
  return {
    spoolPath: at('spool'),
    journalPath: at('journal'),
    ackPath: at('ack'),
    outputPath: at('log'),
    recordPath: at('worker.json'),
    samplePath: join(runFolder, `samples-${slot}.${incarnation}.csv`),
  }
}

/** The sample logs that the run's workers have written so far, in the order of slots and incarnations. */
export async function sampleLogPaths(runFolder: string): Promise<string[]> {
  const names = await readdir(runFolder).catch((): string[] => [])
  return names
    .filter(name => sampleLogName.test(name))
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map(name => join(runFolder, name))
}

export interface RunFolders {
  /** @throws Error when the id cannot be a folder's name. */
  folderOf(runId: string): string
  /** @throws Error when the id cannot be a folder's name. */
  create(runId: string): Promise<string>
  list(): Promise<{ runId: string; folder: string }[]>
  delete(runId: string): Promise<void>
}

export function createRunFolders(spoolFolder: string): RunFolders {
  const folderOf = (runId: string) => {
    if (!runIdPattern.test(runId)) throw new Error(`${runId} is not a run's id`)
    return join(spoolFolder, runId)
  }
  return {
    folderOf,
    create: async runId => {
      const folder = folderOf(runId)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Java under an account of its own must pass through to its run; the folder cannot be listed.
      if (process.getuid?.() === 0) await chmod(spoolFolder, 0o711)
      return folder
    },
    list: async () => {
      const names = await readdir(spoolFolder).catch((): string[] => [])
      return names
        .filter(name => runIdPattern.test(name))
        .map(runId => ({ runId, folder: join(spoolFolder, runId) }))
    },
    delete: runId => rm(folderOf(runId), { recursive: true, force: true }),
  }
}

export const writeWorkerRecord = (paths: WorkerPaths, record: WorkerRecord): Promise<void> =>
  writeFile(paths.recordPath, JSON.stringify(record))

/** Every worker process that the run has had, in the order of slots and incarnations. */
export async function readWorkerRecords(
  runFolder: string,
): Promise<{ number: WorkerNumber; record: WorkerRecord; paths: WorkerPaths }[]> {
  const found = []
  for (const name of await readdir(runFolder)) {
    const [, slot, incarnation] = recordName.exec(name) ?? []
    if (slot === undefined || incarnation === undefined) continue
    const number = { slot: Number(slot), incarnation: Number(incarnation) }
    const paths = workerPaths(runFolder, number)
    const record = await readRecord(paths.recordPath)
    if (record !== null) found.push({ number, record, paths })
  }
  return found.toSorted(
    (a, b) => a.number.slot - b.number.slot || a.number.incarnation - b.number.incarnation,
  )
}

async function readRecord(path: string): Promise<WorkerRecord | null> {
  try {
    return workerRecordSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return null
  }
}
