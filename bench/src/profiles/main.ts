/**
 * Flame diagrams: `npm run bench:profiles -- [--json] [--frames N] [--rounds N] [--seconds N]`: what laying out, searching
 * and storing a profile of a million call paths cost, and what taking one costs a busy JVM (`--rounds 0`: not measured).
 * Drawing on a canvas is the browser's part and not in it. On a machine that does other work, start it by `chrt -r 1`.
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { Profile } from '@pone/profiles/model/profile.ts'
import { TreeBuilder } from '@pone/profiles/model/profile-builder.ts'
import { readProfile, writeProfile } from '@pone/profiles/model/stored-form.ts'
import { flameTree, placedFrames } from '@pone/profiles/views/layout.ts'
import { findNames, foundWeight } from '@pone/profiles/views/search.ts'
import { round } from '../statistics.ts'
import { measureOverhead } from './overhead.ts'

const rounds = 9
const widthPx = 1_440
const visibleRows = 60
const callsPerFrame = 7

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    frames: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '20' },
  },
})
const frames = Number(values.frames)
const profile = made(frames)
const plain = writeProfile(profile)
const stored = gzipSync(plain)
const readMs = median(() => readProfile(plain), 3)
const tree = flameTree(profile)
const view = { root: -1, widthPx, rows: { from: 0, to: visibleRows } }
const result = {
  frames: tree.depth.length,
  names: tree.names.length,
  placedFrames: placedFrames(tree, view).length,
  drawMs: median(() => placedFrames(tree, view)),
  prepareMs: median(() => flameTree(profile), 3),
  searchMs: median(() => foundWeight(tree, findNames(tree.names, /service.*42/i))),
  readMs,
  frameBytes: stored.length,
  ...(Number(values.rounds) > 0 && (await overhead())),
}
if (values.json) process.stdout.write(`${JSON.stringify(result)}\n`)
else
  for (const [name, value] of Object.entries(result))
    process.stdout.write(`${name.padEnd(15)} ${JSON.stringify(value)}\n`)

/** Middle of the times of several rounds, ms. */
function median(work: () => unknown, count = rounds): number {
  const times = Array.from({ length: count }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  }).sort((a, b) => a - b)
  return round(times[Math.floor(count / 2)] ?? 0, 3)
}

/** Of the engine that `./pone install async-profiler` brings, else of JFR. */
function overhead() {
  return measureOverhead({
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    storedSeconds: 60,
    profilerFolder: fileURLToPath(new URL('../../../.cache/async-profiler', import.meta.url)),
  })
}

/** Every frame has a name of its own and calls up to seven others; weights fall with the depth. */
function made(count: number): Profile {
  const tree = new TreeBuilder()
  const nodes = [-1]
  for (let made = 0; made < count; made++) {
    const parent = nodes[Math.floor(made / callsPerFrame)] ?? -1
    const name = `com.shop.service${made % 997}.Handler${made % 8_191}.call${made}`
    const node = tree.child(parent, tree.name(name))
    tree.addSelf(node, 1 + ((made * 2_654_435_761) % 1_000))
    nodes.push(node)
  }
  const { order: _order, ...columns } = tree.finish()
  return { kind: 'cpu', unit: 'samples', source: '', ...columns }
}
