import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'pone-row-index-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The work of a worker with the file: indexes it, printing how often it had to read on, and reads the last row. */
const worker = (path: string) => `
  const { rowIndexOf } = await import(${JSON.stringify(new URL('row-index.ts', import.meta.url).href)})
  let reads = 0
  const index = rowIndexOf({ path: ${JSON.stringify(path)}, dialect: { delimiter: ',', quote: '"', encoding: 'utf-8' }, onProgress: () => void reads++ })
  process.stdout.write(JSON.stringify({ rows: index.rowCount, built: reads > 0 }))`

async function resultOf(child: ChildProcess): Promise<unknown> {
  if (child.stdout === null) throw new Error('no output')
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return JSON.parse(output)
}

test('of several workers that start at once one builds the index, and the others take it', async () => {
  const content = Array.from(
    { length: 200_000 },
    (_, row) => `${row},"a ""quoted"" text",${'x'.repeat(row % 50)}\n`,
  ).join('')
  const path = join(folder, createHash('sha256').update(content).digest('hex'))
  writeFileSync(path, content)
  const workers = Array.from({ length: 3 }, () =>
    spawn(process.execPath, ['--input-type=module', '--eval', worker(path)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
  const results = await Promise.all(workers.map(resultOf))
  expect(results).toEqual(expect.arrayContaining([{ rows: 200_000, built: true }]))
  expect(results.filter(result => JSON.stringify(result).includes('"built":true'))).toHaveLength(1)
  expect(results).toHaveLength(3)
  expect(readdirSync(folder)).toHaveLength(2)
})
