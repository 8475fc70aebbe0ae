/** Thread that parses one spreadsheet for sheet-reader.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { readSheet } from 'read-excel-file/node'
import { z } from 'zod'

/** Numbers stay as they are written, so that a phone number is not rounded. */
const rows = await readSheet<string>(z.string().parse(workerData), 1, { parseNumber: text => text })
parentPort?.postMessage(
  rows.map(row =>
    // Left out is what no text of the database may hold; a file can name such characters by their numbers.
    row.map(cell => (cell === null ? '' : String(cell).replaceAll('\0', '').toWellFormed().trim())),
  ),
)
