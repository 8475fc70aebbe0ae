/** Gatling: virtual users as messages on the Java virtual machine. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { mavenJars, pomVersion } from '../install/install.ts'
import { expectedText } from '../target/nginx-config.ts'
import { fullWork, type Peer, type Percentiles } from './peer.ts'

export const gatling: Peer = {
  name: 'gatling',
  work: fullWork,
  aim: 3,
  compilesAtRunTime: true,
  async install(installer) {
    const version = await pomVersion(installer, 'gatling', 'gatling.version')
    const jars = await mavenJars(installer, 'gatling', version)
    return {
      version,
      async prepare({ url, users, durationSeconds, folder }) {
        const classes = join(folder, 'classes')
        await mkdir(classes)
        const classPath = `${join(jars, '*')}:${classes}`
        const source = join(installer.peerFiles, 'gatling', 'BenchSimulation.java')
        await installer.run({ program: 'javac', args: ['-cp', classPath, '-d', classes, source] })
        return {
          program: 'java',
          args: [
            '-Xmx1G',
            '-XX:+UseG1GC',
            '-XX:+ParallelRefProcEnabled',
            '-XX:MaxInlineLevel=20',
            '-XX:MaxTrivialSize=12',
            '--add-opens=java.base/java.lang=ALL-UNNAMED',
            '-cp',
            classPath,
            `-Dbench.url=${url}`,
            `-Dbench.users=${users}`,
            `-Dbench.seconds=${durationSeconds}`,
            `-Dbench.text=${expectedText}`,
            `-Dlogback.configurationFile=${join(installer.peerFiles, 'gatling', 'logback.xml')}`,
            'io.gatling.app.Gatling',
            '--simulation',
            'BenchSimulation',
            '--results-folder',
            join(folder, 'results'),
          ],
        }
      },
      async readPercentiles({ stdout }) {
        return parseGatling(stdout)
      },
    }
  },
}

/** Reads the summary that Gatling prints, whole milliseconds. */
export function parseGatling(text: string): Percentiles | null {
  const at = (percentile: number) => {
    const pattern = new RegExp(`response time ${percentile}th percentile[^|]*\\|\\s*([\\d,]+)`)
    return Number(pattern.exec(text)?.[1]?.replaceAll(',', '') ?? Number.NaN)
  }
  const [p50, p95, p99] = [at(50), at(95), at(99)]
  return Number.isNaN(p50) || Number.isNaN(p99) ? null : { p50, p95, p99 }
}
