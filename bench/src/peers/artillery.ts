/** Artillery: scenarios in YAML or JSON on Node. */
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { npmProgram } from '../install/install.ts'
import { expectedText } from '../target/nginx-config.ts'
import { fullWork, type Peer, type Percentiles } from './peer.ts'

const version = '2.0.34'

export const artillery: Peer = {
  name: 'artillery',
  work: `${fullWork}; the body is checked by matching a JSON field`,
  aim: null,
  compilesAtRunTime: false,
  async install(installer) {
    const script = await npmProgram(installer, 'artillery', version)
    return {
      version,
      async prepare({ url, users, durationSeconds, folder }) {
        await copyFile(join(installer.peerFiles, 'artillery', 'processor.cjs'), join(folder, 'processor.cjs'))
        const path = join(folder, 'scenario.json')
        await writeFile(path, JSON.stringify(scenarioOf(url, users)))
        return {
          program: process.execPath,
          args: [script, 'run', '--quiet', '--output', join(folder, 'report.json'), path],
          env: {
            BENCH_SECONDS: String(durationSeconds),
            ARTILLERY_DISABLE_TELEMETRY: 'true',
            WORKERS: '1',
          },
        }
      },
      async readPercentiles({ folder }) {
        return parseArtillery(await readFile(join(folder, 'report.json'), 'utf8'))
      },
    }
  },
}

/** All users arrive within a second and loop until the processor reports the end. */
function scenarioOf(url: string, users: number): object {
  const request = {
    url: '/item?id={{ $randomNumber(1, 1000000) }}',
    expect: [{ statusCode: 200 }, { hasProperty: 'name' }, { equals: ['{{ name }}', expectedText] }],
    capture: [
      { json: '$.id', as: 'id' },
      { json: '$.name', as: 'name' },
    ],
  }
  return {
    config: {
      target: url,
      processor: './processor.cjs',
      plugins: { expect: { outputFormat: 'silent' } },
      phases: [{ duration: 1, arrivalCount: users }],
    },
    scenarios: [{ flow: [{ loop: [{ get: request }], whileTrue: 'isGoingOn' }] }],
  }
}

const reportSchema = z.object({
  aggregate: z.object({
    summaries: z.object({
      'http.response_time': z.object({ p50: z.number(), p95: z.number(), p99: z.number() }),
    }),
  }),
})

/** Reads Artillery's report, times in ms. */
export function parseArtillery(text: string): Percentiles | null {
  const report = reportSchema.safeParse(JSON.parse(text))
  return report.success ? report.data.aggregate.summaries['http.response_time'] : null
}
