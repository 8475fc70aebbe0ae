/** Concatenates the workers' sample logs into one file. */
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { sampleLogPaths } from '@pone/agent/runs/run-folder.ts'
import { sampleFormats } from '@pone/engine/sample-log/formats.ts'

const lineFeed = 0x0a

/**
 * Writes the header and then every worker's lines, one worker after the other; returns the number of lines. The
 * incomplete line that a killed worker may leave is dropped. @throws the system's error
 */
export async function writeSampleLog(
  runFolder: string,
  { path, format }: { path: string; format: 'csv' | 'jtl' },
): Promise<number> {
  const { header } = sampleFormats[format]
  const start = Buffer.byteLength(header)
  const paths = await sampleLogPaths(runFolder)
  let lines = 0
  const content = async function* () {
    yield Buffer.from(header)
    for (const each of paths) {
      let rest = Buffer.alloc(0)
      for await (const chunk of createReadStream(each, { start })) {
        const bytes = Buffer.concat([rest, chunk as Buffer])
        const end = bytes.lastIndexOf(lineFeed) + 1
        for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) lines++
        rest = bytes.subarray(end)
        yield bytes.subarray(0, end)
      }
    }
  }
  await pipeline(content, createWriteStream(path))
  return lines
}
