/** The search for the capacity against the demo shop, whose limit is switched on and known. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createShop } from '@pone/demo-target/shop.ts'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'

const program = fileURLToPath(new URL('../main.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'pone-capacity-'))
const shop = createShop().listen(0, '127.0.0.1')
await once(shop, 'listening')
const { port } = z.object({ port: z.number() }).parse(shop.address())
const url = `http://127.0.0.1:${port}`
afterAll(() => {
  shop.closeAllConnections()
  shop.close()
  rmSync(folder, { recursive: true })
})

const resultSchema = z.object({
  cause: z.string(),
  reconciled: z.boolean(),
  capacity: z.object({
    kind: z.string(),
    unit: z.string(),
    load: z.number(),
    brokenAt: z.number().nullable(),
    levels: z.array(z.object({ load: z.number(), state: z.string() })),
  }),
})

test('the highest rate of a shop whose pool lets 100 requests a second pass is found', async () => {
  const limit = { latencyMs: 0, latencyJitterMs: 0, poolSize: 5, poolMs: 50 }
  await fetch(`${url}/control/settings`, { method: 'POST', body: JSON.stringify(limit) })
  const file = join(folder, 'goods.yaml')
  writeFileSync(file, 'name: Goods\nsteps:\n  - get: /api/goods/1\n')
  const child = spawn(
    process.execPath,
    [program, 'run', file, '--base-url', url, '--rate', '70/s', '--workers', '1', '--json', '--quiet'].concat(
      ['--find-capacity', 'p95 < 250, errors < 1%', '--level-time', '3s', '--duration', '40s'],
    ),
    { env: { ...process.env, LANG: 'C', PONE_RUN_FOLDER: folder }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let out = ''
  child.stdout.on('data', data => {
    out += String(data)
  })
  await once(child, 'close')
  const { capacity, ...run } = resultSchema.parse(JSON.parse(out))
  expect(run).toEqual({ cause: 'planned', reconciled: true })
  expect(capacity.unit).toBe('arrivals/s')
  expect(capacity.levels).toContainEqual({ load: 70, state: 'holds' })
  expect(capacity.levels.filter(({ load }) => load > 115).map(({ state }) => state)).not.toContain('holds')
  // The time may be up before the last level is confirmed on a busy machine; what held is told anyway.
  expect(['found', 'unconfirmed']).toContain(capacity.kind)
  expect(capacity.load).toBeGreaterThanOrEqual(70)
  expect(capacity.load).toBeLessThanOrEqual(108)
  expect(capacity.brokenAt).toBeGreaterThan(100)
})
