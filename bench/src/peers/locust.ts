/** Locust with its fast client: virtual users in Python. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pythonPrograms } from '../install/install.ts'
import { expectedText } from '../target/nginx-config.ts'
import { fullWork, type Peer, type Percentiles } from './peer.ts'

/** Must match peers/locust/requirements.txt, which holds this version too. */
const version = '2.47.0'

export const locust: Peer = {
  name: 'locust',
  work: `${fullWork}; FastHttpUser, one process`,
  aim: 3,
  compilesAtRunTime: false,
  async install(installer) {
    const programs = await pythonPrograms(installer, 'locust', version)
    return {
      version,
      async prepare({ url, users, durationSeconds, folder }) {
        return {
          program: join(programs, 'locust'),
          args: [
            '--locustfile',
            join(installer.peerFiles, 'locust', 'locustfile.py'),
            '--headless',
            '--only-summary',
            '--loglevel',
            'WARNING',
            '--host',
            url,
            '--users',
            String(users),
            '--spawn-rate',
            String(users),
            '--run-time',
            `${durationSeconds}s`,
            '--csv',
            join(folder, 'locust'),
          ],
          env: { BENCH_TEXT: expectedText, PYTHONDONTWRITEBYTECODE: '1' },
        }
      },
      async readPercentiles({ folder }) {
        return parseLocust(await readFile(join(folder, 'locust_stats.csv'), 'utf8'))
      },
    }
  },
}

/** Reads Locust's table of statistics, whole milliseconds. */
export function parseLocust(csv: string): Percentiles | null {
  const [head, ...rows] = csv
    .trim()
    .split(/\r?\n/)
    .map(line => line.split(','))
  const total = rows.find(row => row[1] === 'Aggregated')
  const at = (column: string) => Number(total?.[head?.indexOf(column) ?? -1])
  const [p50, p95, p99] = [at('50%'), at('95%'), at('99%')]
  return Number.isNaN(p50) || Number.isNaN(p99) ? null : { p50, p95, p99 }
}
