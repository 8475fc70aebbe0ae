/** Checks uploaded results during the request, so that plainly invalid files are refused before a record is created. */
import { createReadStream } from 'node:fs'
import { AppError } from '@pone/contract/errors.ts'
import { type JtlReaderOptions } from '@pone/jmeter/jtl/format-reader.ts'
import { JtlReader } from '@pone/jmeter/jtl/reader.ts'
import { open as openZip } from 'yauzl'
import { assertSpan, assertUsable } from './survey.ts'
import type { Packing } from './thread-messages.ts'
import { packingOf, unpacked } from './unpacked.ts'

/** Number of unpacked bytes that are checked; rows must occur within them. */
const lookedAtBytes = 2 * 1024 ** 2

/** How the file is packed. @throws AppError FileContentRefused, ResultsLackColumns, ResultsDatesAmbiguous, ResultsBroken */
export async function lookAt(path: string, options: Omit<JtlReaderOptions, 'onRow'>): Promise<Packing> {
  const packing = await packingAt(path)
  if (packing === 'zip') await assertOneFile(path)
  let startMs = Number.POSITIVE_INFINITY
  let endMs = 0
  const reader = new JtlReader({
    ...options,
    onRow: ({ timeStampMs, elapsedMs }) => {
      startMs = Math.min(startMs, timeStampMs)
      endMs = Math.max(endMs, timeStampMs + elapsedMs)
    },
  })
  const file = createReadStream(path)
  let sizeBytes = 0
  let isWhole = true
  try {
    for await (const piece of unpacked(file, packing)) {
      reader.push(piece)
      sizeBytes += piece.length
      if (reader.fault !== null || sizeBytes >= lookedAtBytes) {
        isWhole = false
        break
      }
    }
  } finally {
    file.destroy()
  }
  if (isWhole) reader.end()
  // A long file whose first lines are all invalid is not a JMeter results file, or not a supported one.
  if (isWhole || reader.fault !== null || (reader.rows === 0 && reader.skipped > 0)) assertUsable(reader)
  assertSpan(startMs, endMs)
  return packing
}

async function packingAt(path: string): Promise<Packing> {
  for await (const head of createReadStream(path, { end: 3 })) return packingOf(head as Uint8Array)
  return 'none'
}

/** @throws AppError FileContentRefused */
function assertOneFile(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (detail: string, cause?: unknown) =>
      reject(new AppError('FileContentRefused', { detail }, { cause }))
    openZip(path, { lazyEntries: true, decodeStrings: true }, (fault, zip) => {
      if (fault !== null || zip === undefined) return refuse('resultsArchiveDamaged', fault)
      if (zip.entryCount !== 1) {
        zip.close()
        return refuse('resultsManyFiles')
      }
      zip.once('error', cause => refuse('resultsArchiveDamaged', cause))
      zip.once('entry', entry => {
        zip.close()
        // Only the first file of the archive is read, so it must be the one in its directory.
        if (entry.relativeOffsetOfLocalHeader !== 0 || entry.fileName.endsWith('/'))
          return refuse('resultsArchiveDamaged')
        resolve()
      })
      zip.readEntry()
    })
  })
}
