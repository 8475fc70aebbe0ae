/** k6: virtual users in JavaScript on a Go runtime. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { goProgram } from '../install/install.ts'
import { expectedText } from '../target/nginx-config.ts'
import { fullWork, type Peer, type Percentiles } from './peer.ts'

const version = 'v1.8.1'

export const k6: Peer = {
  name: 'k6',
  work: fullWork,
  aim: 5,
  compilesAtRunTime: false,
  async install(installer) {
    const program = await goProgram(installer, { name: 'k6', module: 'go.k6.io/k6', version })
    return {
      version,
      async prepare({ url, users, durationSeconds, folder }) {
        return {
          program,
          args: [
            'run',
            '--quiet',
            '--no-usage-report',
            '--address',
            '',
            '--summary-export',
            join(folder, 'summary.json'),
            join(installer.peerFiles, 'k6', 'script.js'),
          ],
          env: { URL: url, USERS: String(users), SECONDS: String(durationSeconds), TEXT: expectedText },
        }
      },
      async readPercentiles({ folder }) {
        return parseK6(await readFile(join(folder, 'summary.json'), 'utf8'))
      },
    }
  },
}

const summarySchema = z.object({
  metrics: z.object({
    http_req_duration: z.object({ 'p(50)': z.number(), 'p(95)': z.number(), 'p(99)': z.number() }),
  }),
})

/** Reads k6's summary, times in ms. */
export function parseK6(text: string): Percentiles | null {
  const summary = summarySchema.safeParse(JSON.parse(text))
  if (!summary.success) return null
  const times = summary.data.metrics.http_req_duration
  return { p50: times['p(50)'], p95: times['p(95)'], p99: times['p(99)'] }
}
