/** vegeta (MIT): a plain load generator in Go, as the floor that takes k6's place. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { goProgram } from '../install/install.ts'
import { type Peer, type Percentiles, plainWork } from './peer.ts'

const version = 'v12.13.0'

export const vegeta: Peer = {
  name: 'vegeta',
  work: plainWork,
  aim: 1,
  compilesAtRunTime: false,
  async install(installer) {
    const program = await goProgram(installer, {
      name: 'vegeta',
      module: 'github.com/tsenart/vegeta/v12',
      version,
    })
    return {
      version,
      async prepare({ url, users, durationSeconds, folder }) {
        const targets = join(folder, 'targets.txt')
        await writeFile(targets, `GET ${url}/item?id=1\n`)
        // A rate of 0 is as fast as its workers are.
        const load = ['-rate=0', `-workers=${users}`, `-max-workers=${users}`, `-connections=${users}`]
        const files = [`-targets=${targets}`, `-output=${join(folder, 'results.bin')}`]
        return { program, args: ['attack', ...load, `-duration=${durationSeconds}s`, ...files] }
      },
      async readPercentiles({ folder }) {
        const args = ['report', '-type=json', join(folder, 'results.bin')]
        return parseVegeta(await installer.run({ program, args }))
      },
    }
  },
}

const reportSchema = z.object({
  latencies: z.object({ '50th': z.number(), '95th': z.number(), '99th': z.number() }),
})

/** Reads vegeta's report, times in ns. */
export function parseVegeta(text: string): Percentiles | null {
  const report = reportSchema.safeParse(JSON.parse(text))
  if (!report.success) return null
  const { latencies } = report.data
  return { p50: latencies['50th'] / 1e6, p95: latencies['95th'] / 1e6, p99: latencies['99th'] / 1e6 }
}
