/** Thread that checks and parses one spreadsheet for sheet-reader.ts. */
import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { readSheet } from 'read-excel-file/node'
import { z } from 'zod'
import { refusalOf } from './sheet-bounds.ts'
import type { SheetAnswer } from './sheet-reader.ts'

const answer = (message: SheetAnswer): void => parentPort?.postMessage(message)

const path = z.string().parse(workerData)
const refusal = refusalOf(await readFile(path))
if (refusal !== undefined) answer({ refusal })
else {
  // Numbers stay as they are written, so that a phone number is not rounded.
  const rows = await readSheet<string>(path, 1, { parseNumber: text => text })
  answer({
    rows: rows.map(row =>
      // Left out is what no text of the database may hold; a file can name such characters by their numbers.
      row.map(cell => (cell === null ? '' : String(cell).replaceAll('\0', '').toWellFormed().trim())),
    ),
  })
}
