import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { totalOf } from '../model/profile.ts'
import { run, toolLimits } from '../test-shop.ts'
import { topMethods } from '../views/methods.ts'
import { readRecording } from './registry.ts'

const script = `
function hot(end) { let sum = 0; while (performance.now() < end) for (let i = 0; i < 1e5; i++) sum += i % 7; return sum }
hot(performance.now() + 1_500)
`
const v8File = z.object({
  nodes: z.array(z.object({ id: z.number(), callFrame: z.object({ functionName: z.string() }) })),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
  startTime: z.number(),
  endTime: z.number(),
})

describe('a profile of a real Node', () => {
  it('has all samples but the idle ones, and the hot function first', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pone-v8-'))
    await writeFile(join(folder, 'hot.mjs'), script)
    await run(
      process.execPath,
      ['--cpu-prof', `--cpu-prof-dir=${folder}`, join(folder, 'hot.mjs')],
      toolLimits,
    )
    const name = (await readdir(folder)).find(each => each.endsWith('.cpuprofile')) ?? ''
    const bytes = await readFile(join(folder, name))
    const { profiles, format, durationMs } = readRecording(bytes)
    const [profile] = profiles
    if (profile === undefined) throw new Error('no profile')
    expect(format).toBe('cpuprofile')
    expect(durationMs).toBeGreaterThan(1_400)
    expect(topMethods(profile)[0]?.name).toMatch(/^hot hot\.mjs:\d+$/)
    const file = v8File.parse(JSON.parse(bytes.toString()))
    const names = new Map(file.nodes.map(node => [node.id, node.callFrame.functionName]))
    const microseconds = file.timeDeltas.reduce((sum, delta, at) => {
      const of = names.get(file.samples[at - 1] ?? -1)
      return of === undefined || of === '(idle)' || of === '(root)' ? sum : sum + Math.max(0, delta)
    }, 0)
    // The last sample has no successor that says how long it lasted.
    const lastMicroseconds = file.timeDeltas.reduce(
      (left, delta) => left - delta,
      file.endTime - file.startTime,
    )
    expect(totalOf(profile) / 1_000).toBeGreaterThanOrEqual(microseconds)
    expect(totalOf(profile) / 1_000).toBeLessThanOrEqual(microseconds + Math.max(0, lastMicroseconds))
  })
})

describe('a profile of gofmt, recorded with Go 1.26', () => {
  const recorded = (name: string): Promise<Buffer> => readFile(join(import.meta.dirname, 'recorded', name))

  it('has for every function what pprof -top showed', async () => {
    const top = (await recorded('gofmt-top.txt')).toString()
    const row = /^\s*([\d.]+)(?:ns)?\s+\S+%\s+\S+%\s+([\d.]+)(?:ns)?\s+\S+%\s+(.+?)(?: \(inline\))?$/
    const expected = top.split('\n').flatMap(line => {
      const [, flat, cumulative, name] = row.exec(line) ?? []
      return name === undefined ? [] : [`${name} ${Number(flat)} ${Number(cumulative)}`]
    })
    expect(expected.length).toBeGreaterThan(50)
    const { profiles, format, startedAt } = readRecording(gunzipSync(await recorded('gofmt.pprof')))
    const [profile] = profiles
    if (profile === undefined) throw new Error('no profile')
    expect(format).toBe('pprof')
    expect(profile).toMatchObject({ kind: 'cpu', unit: 'nanoseconds', source: 'cpu' })
    expect(new Date(startedAt ?? 0).getUTCFullYear()).toBe(2026)
    const found = topMethods(profile).map(({ name, self, total }) => `${name} ${self} ${total}`)
    expect(found.sort()).toEqual(expected.sort())
  })
})
