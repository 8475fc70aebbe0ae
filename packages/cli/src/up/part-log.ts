/** The log file of one part, under `logs/` of the data folder: appended to, and rotated when it has grown. */
import { createWriteStream } from 'node:fs'
import { mkdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'

const turnOverBytes = 20_000_000

export interface PartLog {
  readonly path: string
  readonly write: (line: string) => void
  close(): Promise<void>
}

export async function openPartLog(dataFolder: string, name: string): Promise<PartLog> {
  const folder = join(dataFolder, 'logs')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${name}.log`)
  const sizeBytes = await stat(path).then(
    found => found.size,
    () => 0,
  )
  if (sizeBytes > turnOverBytes) await rename(path, `${path}.1`)
  const stream = createWriteStream(path, { flags: 'a', mode: 0o600 })
  // A full disk must not end the running part because of its log.
  stream.on('error', () => undefined)
  return {
    path,
    write: line => {
      if (stream.writable) stream.write(`${line}\n`)
    },
    close: () => new Promise(resolve => stream.end(() => resolve())),
  }
}
