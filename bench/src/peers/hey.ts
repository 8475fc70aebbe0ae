/** hey: a plain load generator in Go. */
import { debianPackage, goProgram } from '../install/install.ts'
import { type Peer, type Percentiles, plainWork } from './peer.ts'

const goVersion = 'v0.1.4'

export const hey: Peer = {
  name: 'hey',
  work: plainWork,
  aim: null,
  compilesAtRunTime: false,
  async install(installer) {
    const found = await debianPackage(installer, 'hey').then(
      async () => {
        const args = ['--show', '--showformat', '${Version}', 'hey']
        const version = await installer.run({ program: 'dpkg-query', args }).catch(() => 'unknown')
        return { program: 'hey', version: version.trim() }
      },
      async () => ({
        program: await goProgram(installer, {
          name: 'hey',
          module: 'github.com/rakyll/hey',
          version: goVersion,
        }),
        version: goVersion,
      }),
    )
    return {
      version: found.version,
      async prepare({ url, users, durationSeconds }) {
        return { program: found.program, args: [`-c=${users}`, `-z=${durationSeconds}s`, `${url}/item?id=1`] }
      },
      async readPercentiles({ stdout }) {
        return parseHey(stdout)
      },
    }
  },
}

/** Reads the latency distribution that hey prints in seconds. */
export function parseHey(text: string): Percentiles | null {
  const at = (percentile: number) => {
    const [, seconds] = new RegExp(`^\\s+${percentile}%+ in ([\\d.]+) secs`, 'm').exec(text) ?? []
    return Number(seconds) * 1_000
  }
  const [p50, p95, p99] = [at(50), at(95), at(99)]
  return Number.isNaN(p50) || Number.isNaN(p99) ? null : { p50, p95: Number.isNaN(p95) ? null : p95, p99 }
}
