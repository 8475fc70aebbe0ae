/** What is known of a recording, kept beside its file, so that the next server process finds it. */
import { createReadStream } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { recordingEnds } from '@pone/contract/entities/recording.ts'
import { idSchema } from '@pone/schema/common.ts'
import { z } from 'zod'

const noteSchema = z.object({
  id: idSchema,
  projectId: idSchema,
  userId: idSchema,
  /** Notes of before know the server alone. */
  machine: z.string().nullable().default(null),
  hosts: z.array(z.string()),
  startedAt: z.int(),
  /** null: under way. */
  end: z.enum(recordingEnds).nullable(),
  endedAt: z.int().nullable(),
  requests: z.int(),
  transaction: z.string().nullable(),
})
export type RecordingNote = z.infer<typeof noteSchema>

/** In a folder of the project, on a disk of this machine. */
export const recordingPath = (folder: string, { projectId, id }: Pick<RecordingNote, 'projectId' | 'id'>) =>
  join(folder, projectId, `${id}.har`)
const notePath = (harPath: string): string => harPath.replace(/\.har$/, '.json')

export async function writeNote(folder: string, note: RecordingNote): Promise<void> {
  const path = notePath(recordingPath(folder, note))
  await writeFile(`${path}.new`, JSON.stringify(note), { mode: 0o600 })
  await rename(`${path}.new`, path)
}

export async function removeFiles(folder: string, note: RecordingNote): Promise<void> {
  const path = recordingPath(folder, note)
  await rm(path, { force: true })
  await rm(notePath(path), { force: true })
}

/** Those of earlier processes; one that was under way has ended with its server. Files without a note are removed. */
export async function readNotes(folder: string, now: number): Promise<RecordingNote[]> {
  const found: RecordingNote[] = []
  for (const projectId of await namesIn(folder)) {
    const names = await namesIn(join(folder, projectId))
    for (const name of names.filter(each => each.endsWith('.har'))) {
      const path = join(folder, projectId, name)
      const note = await readNote(notePath(path))
      if (note === null || recordingPath(folder, note) !== path) {
        await rm(path, { force: true })
        await rm(notePath(path), { force: true })
      } else if (note.end !== null) found.push(note)
      else found.push({ ...note, end: 'serverEnded', endedAt: now, requests: await countEntries(path) })
    }
  }
  return found
}

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR'))
      return []
    throw cause
  })

/** null if it is missing or damaged. */
async function readNote(path: string): Promise<RecordingNote | null> {
  try {
    return noteSchema.safeParse(JSON.parse(await readFile(path, 'utf8'))).data ?? null
  } catch {
    // Nothing is known of its file: not whose it is either.
    return null
  }
}

/** Each stands in a line of its own after the first; one that was cut off has no line break. */
async function countEntries(path: string): Promise<number> {
  let count = -1
  let last = ''
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    if (line.startsWith('{')) count += 1
    last = line
  }
  return Math.max(0, last.startsWith('{') ? count - 1 : count)
}
