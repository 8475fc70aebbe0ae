/** For tests: runs the real JMeter's report generator on a results file, and reads the figures from its output. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Filled by the set-up of `./pone test unit`, with what Maven fetches. */
const artefacts = fileURLToPath(new URL('../../../../.cache/java-tools', import.meta.url))
const run = promisify(execFile)
const timeoutMs = 120_000
const java = [
  '-Xms64m',
  '-Xmx512m',
  '-XX:TieredStopAtLevel=1',
  '-XX:+UseSerialGC',
  '-Djava.awt.headless=true',
]

/** A line of a table as JMeter's page has it. */
interface ReportTable {
  overall?: { data: (string | number)[] }
  items: { data: (string | number)[]; isController: boolean }[]
}

interface ReportChart {
  title: string
  series: { label: string; isController: boolean; data: [number, number][] }[]
}

/** Figures of JMeter's report of a results file. */
export interface JmeterReport {
  tables: Record<'apdex' | 'statistics' | 'errors' | 'top5ErrorsBySampler', ReportTable>
  requests: { OkPercent: number; KoPercent: number }
  /** By title. */
  charts: Map<string, ReportChart>
}

/** Makes the report of a file in that folder. @throws Error when JMeter is missing or fails */
export async function jmeterReport(jtlPath: string): Promise<JmeterReport> {
  const names = await readdir(artefacts).catch(() => [])
  const archive = names.find(name => /^apache-jmeter-.*\.tgz$/.test(name))
  if (archive === undefined) throw new Error('JMeter is missing: ./pone test unit brings it')
  const work = await mkdtemp(join(tmpdir(), 'pone-jmeter-report-'))
  try {
    await run('tar', ['-xzf', join(artefacts, archive), '-C', work])
    const jar = join(work, archive.replace('.tgz', ''), 'bin', 'ApacheJMeter.jar')
    const out = join(work, 'report')
    const words = ['-g', jtlPath, '-o', out, '-j', join(work, 'jmeter.log')]
    await run('java', [...java, '-jar', jar, ...words], { cwd: work, timeout: timeoutMs })
    const scripts = join(out, 'content', 'js')
    const [tables, charts] = await Promise.all([
      readFile(join(scripts, 'dashboard.js'), 'utf8'),
      readFile(join(scripts, 'graph.js'), 'utf8'),
    ])
    return readReport(tables, charts)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

function readReport(dashboard: string, graphs: string): JmeterReport {
  const table = (name: string): ReportTable => {
    const [, json = ''] =
      new RegExp(`createTable\\(\\$\\("#${name}Table"\\), (.*), function`).exec(dashboard) ?? []
    return JSON.parse(json) as ReportTable
  }
  const charts = [...graphs.matchAll(/^ *data ?: (\{"result": .*\}),?$/gm)].map(
    ([, json = '']) => (JSON.parse(json) as { result: ReportChart }).result,
  )
  return {
    tables: {
      apdex: table('apdex'),
      statistics: table('statistics'),
      errors: table('errors'),
      top5ErrorsBySampler: table('top5ErrorsBySampler'),
    },
    requests: JSON.parse(/var data = (\{.*\});/.exec(dashboard)?.[1] ?? '') as JmeterReport['requests'],
    charts: new Map(charts.map(chart => [chart.title, chart])),
  }
}
