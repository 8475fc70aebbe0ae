/** Apache JMeter: a thread per virtual user on the Java virtual machine. */
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Installer, mavenJars, pomVersion } from '../install/install.ts'
import { percentileOf } from '../statistics.ts'
import { expectedText } from '../target/nginx-config.ts'
import { fullWork, type Peer, type Percentiles } from './peer.ts'

export const jmeter: Peer = {
  name: 'jmeter',
  work: `${fullWork} (from its sample log)`,
  aim: 5,
  compilesAtRunTime: true,
  async install(installer) {
    const { home, version } = await jmeterHome(installer)
    return {
      version,
      async prepare({ url, users, durationSeconds, folder }) {
        const { hostname, port } = new URL(url)
        const properties = { host: hostname, port, users, seconds: durationSeconds, text: expectedText }
        return {
          program: 'java',
          args: [
            '-Xms1g',
            '-Xmx1g',
            '-XX:MaxMetaspaceSize=256m',
            '-XX:+UseG1GC',
            '-XX:MaxGCPauseMillis=100',
            '-Djava.awt.headless=true',
            '-jar',
            join(home, 'bin', 'ApacheJMeter.jar'),
            '--nongui',
            '--testfile',
            join(installer.peerFiles, 'jmeter', 'plan.jmx'),
            '--logfile',
            join(folder, 'samples.csv'),
            '--jmeterlogfile',
            join(folder, 'jmeter.log'),
            ...Object.entries(properties).map(([name, value]) => `-J${name}=${value}`),
          ],
        }
      },
      async readPercentiles({ folder }) {
        return parseJmeter(await readFile(join(folder, 'samples.csv'), 'utf8'))
      },
    }
  },
}

/** JMeter in the cache, assembled and ready to start. */
export async function jmeterHome(installer: Installer): Promise<{ home: string; version: string }> {
  const version = await pomVersion(installer, 'jmeter', 'jmeter.version')
  return { home: await assemble(installer, await mavenJars(installer, 'jmeter', version)), version }
}

/** Arranges the jars as JMeter expects them, once; returns its home folder. */
async function assemble(installer: Installer, jars: string): Promise<string> {
  const home = join(dirname(jars), 'home')
  const [bin, lib, ext] = [join(home, 'bin'), join(home, 'lib'), join(home, 'lib', 'ext')]
  if (existsSync(join(bin, 'ApacheJMeter.jar')) && existsSync(join(bin, 'jmeter.properties'))) return home
  await mkdir(bin, { recursive: true })
  await mkdir(ext, { recursive: true })
  for (const name of await readdir(jars)) {
    const from = join(jars, name)
    if (name.startsWith('ApacheJMeter_config')) {
      await installer.run({ program: 'jar', args: ['--extract', '--file', from, 'bin'], cwd: home })
    } else if (/^ApacheJMeter-[\d.]+\.jar$/.test(name)) await copyFile(from, join(bin, 'ApacheJMeter.jar'))
    else await copyFile(from, join(name.startsWith('ApacheJMeter_') ? ext : lib, name))
  }
  return home
}

/** Computes exact percentiles from JMeter's sample log, whole milliseconds. */
export function parseJmeter(csv: string): Percentiles | null {
  const lines = csv.trim().split('\n')
  const column = lines[0]?.split(',').indexOf('elapsed') ?? -1
  if (column < 0 || lines.length < 2) return null
  const times = Float64Array.from(lines.slice(1), line => Number(line.split(',', column + 1)[column])).sort()
  return { p50: percentileOf(times, 50), p95: percentileOf(times, 95), p99: percentileOf(times, 99) }
}
