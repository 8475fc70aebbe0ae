/** Walks through a tar.gz archive. */
import { createReadStream } from 'node:fs'
import { Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { maxPackageEntries, maxUnpackedBytes } from '@pone/schema/limits.ts'
import { Parser, type ReadEntry } from 'tar'
import { type ArchiveEntry, refuse, type Visit } from './archive-entry.ts'

/** Each entry has a head of its own and is filled up to a whole block. */
const maxTarBytes = maxUnpackedBytes + maxPackageEntries * 2_048

const kinds: Readonly<Record<string, ArchiveEntry['kind']>> = {
  File: 'file',
  OldFile: 'file',
  ContiguousFile: 'file',
  Directory: 'folder',
  SymbolicLink: 'link',
}

/** @throws what `visit` throws, AppError for what is too large, and Error for what is no archive. */
export async function walkTar(path: string, visit: Visit): Promise<void> {
  const visits: Promise<unknown>[] = []
  let failure: unknown
  let isOver = false
  const parser = new Parser({
    strict: true,
    onReadEntry: entry => {
      if (failure !== undefined) return entry.resume()
      const done = visit(describe(entry), async () => Readable.from(entry)).then(
        () => entry.resume(),
        (cause: unknown) => {
          failure ??= cause
          entry.resume()
        },
      )
      visits.push(done)
    },
  })
  parser.on('end', () => {
    isOver = true
  })
  const feed = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (failure !== undefined) return done(asError(failure))
      if (parser.write(chunk)) done()
      else parser.once('drain', () => done())
    },
    final(done) {
      parser.end()
      done()
    },
  })
  const { promise: broken, reject: breakOff } = Promise.withResolvers<never>()
  broken.catch(() => undefined)
  parser.on('error', cause => {
    breakOff(cause)
    feed.destroy(asError(cause))
  })
  try {
    await Promise.race([pipeline(createReadStream(path), createGunzip(), limit(), feed), broken])
    await Promise.race([Promise.all(visits), broken])
    if (!isOver) await Promise.race([new Promise<void>(resolve => parser.once('end', resolve)), broken])
  } catch (cause) {
    // What was found in the archive says more than how the reading of it ended.
    throw failure ?? cause
  }
  if (failure !== undefined) throw failure
}

/** Stops a compressed stream that has no end. */
function limit(): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > maxTarBytes) done(refuse('packageTooLarge'))
      else done(null, chunk)
    },
  })
}

const describe = (entry: ReadEntry): ArchiveEntry => ({
  path: entry.path,
  sizeBytes: entry.size,
  kind: kinds[entry.type] ?? 'other',
  target: entry.linkpath ?? '',
  isExecutable: ((entry.mode ?? 0) & 0o100) !== 0,
})

const asError = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)))
