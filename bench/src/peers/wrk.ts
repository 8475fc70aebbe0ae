/** wrk: the practical limit of a load generator, one fixed request and no scenario. */
import { debianPackage } from '../install/install.ts'
import { type Peer, type Percentiles, plainWork } from './peer.ts'

export const wrk: Peer = {
  name: 'wrk',
  work: plainWork,
  aim: 0.75,
  compilesAtRunTime: false,
  async install(installer) {
    await debianPackage(installer, 'wrk')
    const shown = await installer.run({ program: 'sh', args: ['-c', 'wrk -v || true'] })
    return {
      version: /^wrk (\S+)/.exec(shown)?.[1] ?? 'unknown',
      async prepare({ url, users, durationSeconds }) {
        const args = ['-t1', `-c${users}`, `-d${durationSeconds}s`, '--latency', `${url}/item?id=1`]
        return { program: 'wrk', args }
      },
      async readPercentiles({ stdout }) {
        return parseWrk(stdout)
      },
    }
  },
}

const unitMs: Record<string, number> = { us: 0.001, ms: 1, s: 1_000 }

/** Reads the latency distribution that wrk prints, which has no 95th percentile. */
export function parseWrk(text: string): Percentiles | null {
  const at = (percentile: number) => {
    const [, value, unit] = new RegExp(`^\\s+${percentile}%\\s+([\\d.]+)(us|ms|s)\\s*$`, 'm').exec(text) ?? []
    return Number(value) * (unitMs[unit ?? ''] ?? Number.NaN)
  }
  const [p50, p99] = [at(50), at(99)]
  return Number.isNaN(p50) || Number.isNaN(p99) ? null : { p50, p95: null, p99 }
}
