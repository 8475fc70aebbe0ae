/** The remaining rows of a dead worker's JMeters: rows that it had not read, which become the sample log and are counted as lost. */
import { closeSync, existsSync, readdirSync, readSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { JtlReader } from '../jtl/reader.ts'
import { openPlain } from '../process/plain-file.ts'
import { leaveSamples, type RowFile } from './sample-file.ts'

const pieceBytes = 1024 ** 2

/** Names of the files of rows in the folder of a component. */
export const rowFileNames = { csv: 'pone-rows.csv', xml: 'pone-rows.xml' } as const

/** Folder in which the JMeters of a worker run, with a subfolder for each component. */
export const jmeterFolderOf = (spoolPath: string): string =>
  join(dirname(spoolPath), `${basename(spoolPath, '.spool')}.jmeter`)

/** Number of requests in all rows; null when the worker had no JMeter. Removes its folder. @throws the system's error */
export function takeLeftBehind(paths: { spoolPath: string; samplePath: string }): number | null {
  const folder = jmeterFolderOf(paths.spoolPath)
  if (!existsSync(folder)) return null
  const files: RowFile[] = readdirSync(folder).flatMap(component =>
    (['csv', 'xml'] as const)
      .map(format => ({ path: join(folder, component, rowFileNames[format]), format }))
      .filter(({ path }) => existsSync(path)),
  )
  const requests = files.reduce((sum, file) => sum + requestsIn(file.path), 0)
  if (files.length > 0) leaveSamples(files, paths.samplePath, false)
  rmSync(folder, { recursive: true, force: true })
  return requests
}

function requestsIn(path: string): number {
  let requests = 0
  const reader = new JtlReader({
    onRow: row => {
      if (!row.isTransaction && !row.isSubSample) requests++
    },
  })
  const file = openPlain(path)
  const piece = Buffer.alloc(pieceBytes)
  for (let length = readSync(file, piece); length > 0; length = readSync(file, piece)) {
    reader.push(piece.subarray(0, length))
  }
  closeSync(file)
  reader.end()
  return requests
}
