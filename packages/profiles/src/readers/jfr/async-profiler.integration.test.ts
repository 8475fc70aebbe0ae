/** A recording of the real async-profiler: read with the total and the stacks of its own converter, which does not end on samples of wall-clock time of this version. */
import { readdir, readFile } from 'node:fs/promises'
import { arch } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { writeCollapsed } from '../../model/collapsed-text.ts'
import { totalOf } from '../../model/profile.ts'
import { recordShop, run, toolLimits } from '../../test-shop.ts'
import { readRecording } from '../registry.ts'

/** Filled by the set-up of `./pone test unit` with what Maven has brought. */
const tools = fileURLToPath(new URL('../../../../../.cache/java-tools', import.meta.url))

it('a recording of async-profiler has the stacks that its converter shows, each as often', async () => {
  const [version = ''] = await readdir(join(tools, 'async-profiler')).catch(() => [])
  const library = join(tools, 'async-profiler', version, `linux-${arch()}`, 'libasyncProfiler.so')
  const file = await recordShop(
    [`-agentpath:${library}=start,jfr,event=cpu,interval=10ms,loglevel=error,file=%f`],
    2_000,
  )
  const name = (await readdir(tools)).find(each => each.startsWith('jfr-converter-')) ?? ''
  const output = join(dirname(file), 'converted.collapsed')
  await run('java', ['-jar', join(tools, name), '--cpu', '-o', 'collapsed', file, output], toolLimits)
  const [expected] = readRecording(await readFile(output)).profiles
  const [found] = readRecording(await readFile(file)).profiles
  if (found === undefined || expected === undefined) throw new Error('no profile')
  expect(found).toMatchObject({ kind: 'cpu', unit: 'samples' })
  expect(totalOf(found)).toBeGreaterThan(20)
  expect(writeCollapsed(found)).toBe(writeCollapsed(expected))
})
