/** The same dashboard by JMeter's own report generator and by Pone, one after the other on one core. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BenchContext } from '../bench-context.ts'
import { createInstaller } from '../install/install.ts'
import type { Measurement } from '../measurements/measurement.ts'
import { jmeterHome } from '../peers/jmeter.ts'
import { cpuUsOfSession, processesOfSession, residentBytes } from '../process-usage.ts'
import { startConfined } from '../processes.ts'
import { ratioOf, statementOf } from '../result.ts'
import { round } from '../statistics.ts'
import { writeResults } from './generate.ts'
import { runReading } from './run-reading.ts'

const sizes = { quick: 200_000, full: 1_000_000 } as const
const timeoutMs = 20 * 60_000
const watchMs = 100
const bytesPerMib = 1024 ** 2

export const jmeterReport: Measurement = {
  name: 'jmeter-report',
  async measure(context) {
    const rows = sizes[context.mode]
    const path = join(await context.newFolder('report'), 'results.jtl')
    writeResults(path, rows)
    const theirs = await runJmeter(context, path)
    const ours = await runReading(context, { path, what: 'dashboard' })
    return {
      method: `The dashboard of ${rows} rows: \`jmeter -g\` (1 GiB of heap, start included) and ours (start left out), each on one core; CPU time and largest resident memory. JMeter also copies its page.`,
      ratios: [
        ratioOf('CPU of JMeter’s report ÷ ours', round(theirs.cpuMs / ours.cpuMs), '×', null),
        ratioOf('time of JMeter’s report ÷ ours', round(theirs.wallMs / ours.wallMs), '×', null),
        ratioOf(
          'memory of JMeter’s report ÷ ours',
          round(theirs.peakMemoryBytes / ours.peakMemoryBytes),
          '×',
          null,
        ),
        ratioOf('JMeter’s memory', round(theirs.peakMemoryBytes / bytesPerMib), 'MiB', null),
        statementOf('both count the same samples', theirs.samples === ours.rows - Math.floor(rows / 20)),
      ],
      figures: { rows, theirs, ours },
    }
  },
}

async function runJmeter(context: BenchContext, path: string) {
  const installer = createInstaller({
    cache: fileURLToPath(new URL('../../../.cache/bench', import.meta.url)),
    peerFiles: fileURLToPath(new URL('../../peers/', import.meta.url)),
    signal: context.signal,
    print: line => context.print(line),
  })
  const { home, version } = await jmeterHome(installer)
  const folder = await context.newFolder('jmeter')
  const out = join(folder, 'report')
  const heap = ['-Xms1g', '-Xmx1g', '-XX:+UseG1GC', '-Djava.awt.headless=true']
  const words = ['-g', path, '-o', out, '-j', join(folder, 'jmeter.log')]
  const args = [...heap, '-jar', join(home, 'bin', 'ApacheJMeter.jar'), ...words]
  const startMs = performance.now()
  const running = startConfined({ program: 'java', args }, [context.cores.generator], folder)
  let cpuMs = 0
  let peakMemoryBytes = 0
  let isOver = false
  void running.ended.then(() => {
    isOver = true
  })
  while (!isOver) {
    cpuMs = Math.max(cpuMs, cpuUsOfSession(running.pid) / 1_000)
    const residents = processesOfSession(running.pid).map(residentBytes)
    peakMemoryBytes = Math.max(peakMemoryBytes, ...residents)
    if (performance.now() - startMs > timeoutMs) running.signal('SIGKILL')
    await context.wait(watchMs)
  }
  const wallMs = performance.now() - startMs
  const statistics = await readFile(join(out, 'statistics.json'), 'utf8').catch(() => '')
  if (statistics === '')
    throw new Error(`JMeter made no report: ${(await running.readOutput()).stderr.slice(-300)}`)
  const { Total } = JSON.parse(statistics) as Record<string, { sampleCount: number }>
  return { version, cpuMs, wallMs, peakMemoryBytes, samples: Total?.sampleCount ?? 0 }
}
