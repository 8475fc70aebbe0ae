/** Reads the first sheet of an uploaded .xlsx file, safely: what it unpacks to is bounded, and the parsing happens in a thread of its own with bounded memory and time. */
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { inflateRaw } from 'node:zlib'
import { AppError } from '@pone/contract/errors.ts'
import { z } from 'zod'
import { listZipEntries } from './zip-entries.ts'

const maxUnpackedBytes = 50 * 1024 ** 2
const maxEntries = 500
const maxParseMs = 20_000
const maxHeapMiB = 256

const inflate = promisify(inflateRaw)
const rowsSchema = z.array(z.array(z.string()))

/** Cells as text, row by row, the heading first. @throws AppError FileContentRefused */
export async function readSheetRows(path: string): Promise<string[][]> {
  await assertUnpacksSafely(await readFile(path))
  return parseInThread(path)
}

/** Really unpacks everything once, with a limit: declared sizes can lie. */
async function assertUnpacksSafely(file: Buffer): Promise<void> {
  const entries = listZipEntries(file)
  if (entries === undefined || entries.length > maxEntries) throw refused('notSpreadsheet')
  let left = maxUnpackedBytes
  for (const entry of entries) {
    const bytes = entry.isCompressed
      ? await inflate(entry.data, { maxOutputLength: Math.max(left, 1) }).catch(() => undefined)
      : entry.data
    if (bytes === undefined || bytes.length > left) throw refused('tooMuchContent')
    left -= bytes.length
  }
}

function parseInThread(path: string): Promise<string[][]> {
  const worker = new Worker(new URL('./sheet-reader.worker.ts', import.meta.url), {
    workerData: path,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMiB },
  })
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(refused('tooMuchContent'))
      void worker.terminate()
    }, maxParseMs)
    worker.once('message', (rows: unknown) => resolve(rowsSchema.parse(rows)))
    worker.once('error', cause => reject(refused('notSpreadsheet', cause)))
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(refused('notSpreadsheet'))
    })
  })
}

/** The detail is a key of http/details.ts. */
const refused = (detail: string, cause?: unknown): AppError =>
  new AppError('FileContentRefused', { detail }, { cause })
