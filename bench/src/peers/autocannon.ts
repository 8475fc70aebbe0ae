/** autocannon: a plain load generator on Node. */
import { z } from 'zod'
import { npmProgram } from '../install/install.ts'
import { type Peer, type Percentiles, plainWork } from './peer.ts'

const version = '9.0.0'

export const autocannon: Peer = {
  name: 'autocannon',
  work: plainWork,
  aim: null,
  compilesAtRunTime: false,
  async install(installer) {
    const script = await npmProgram(installer, 'autocannon', version)
    return {
      version,
      async prepare({ url, users, durationSeconds }) {
        const args = ['--connections', String(users), '--duration', String(durationSeconds), '--json']
        return { program: process.execPath, args: [script, ...args, `${url}/item?id=1`] }
      },
      async readPercentiles({ stdout }) {
        return parseAutocannon(stdout)
      },
    }
  },
}

const resultSchema = z.object({ latency: z.object({ p50: z.number(), p97_5: z.number(), p99: z.number() }) })

/** Reads autocannon's JSON, which has no 95th percentile and only whole milliseconds. */
export function parseAutocannon(text: string): Percentiles | null {
  const line = text.split('\n').find(candidate => candidate.startsWith('{'))
  if (line === undefined) return null
  const result = resultSchema.safeParse(JSON.parse(line))
  if (!result.success) return null
  const { p50, p99 } = result.data.latency
  return { p50, p95: null, p99 }
}
