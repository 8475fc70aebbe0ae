/** Writes the last result into the README, between two marks. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runTool } from './processes.ts'
import type { BenchResult } from './result.ts'
import { aimOf, reachedOf, valueOf } from './table.ts'

const begin = '<!-- result: begin -->'
const end = '<!-- result: end -->'
const formatTimeoutMs = 60_000

/** Writes the result in the repository's format. @throws Error when the file lacks the marks */
export async function writeReadme(checkout: string, result: BenchResult): Promise<void> {
  const path = join(checkout, 'bench', 'README.md')
  await writeFile(path, withResult(await readFile(path, 'utf8'), result))
  const biome = join(checkout, 'node_modules', '.bin', 'biome')
  await runTool(
    { program: biome, args: ['format', '--write', path], cwd: checkout },
    { timeoutMs: formatTimeoutMs, signal: new AbortController().signal },
  )
}

/** The text with the result in place of what was between the marks. @throws Error when they are missing */
export function withResult(text: string, result: BenchResult): string {
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error('the README lacks the marks of the result')
  return `${text.slice(0, from)}${begin}\n\n${markdownOf(result)}\n${text.slice(to)}`
}

function markdownOf(result: BenchResult): string {
  const { machine, target } = result
  return [
    `\`${result.command}\` on ${result.at.slice(0, 10)}, ${result.durationSeconds} s, pairs per peer: ${result.pairs}.`,
    '',
    `${machine.cores} cores of ${machine.cpuModel}, ${machine.memoryGib} GiB, ${machine.system}, Node ${machine.node}, load average before ${machine.loadAverageBefore}; target ${target.name} ${target.version} with one worker.${result.isQuiet ? '' : ' Others used the generators’ core, so the figures say little.'}`,
    '',
    ...throughputTable(result),
    '',
    ...ratioTable(result),
    '',
  ].join('\n')
}

function throughputTable({ pone, peers }: BenchResult): string[] {
  const rows = [['pone', pone] as const, ...Object.entries(peers)].map(([name, figures]) => {
    if (figures.status === 'unavailable')
      return `| ${name} | unavailable: ${figures.reason.split('\n')[0] ?? ''} | | | | | | |`
    const { percentilesMs: times, throughputRatio: ratio } = figures
    const cells = [
      name,
      figures.version,
      figures.medianRequestsPerSecond.toLocaleString('en-US'),
      ratio === null ? '' : ratio.toFixed(2),
      figures.cpuUsPerRequest.toFixed(1),
      figures.cpuRatio === null ? '' : figures.cpuRatio.toFixed(2),
      times === null ? '' : times.p50.toFixed(2),
      times === null ? '' : times.p99.toFixed(2),
    ]
    return `| ${cells.join(' | ')} |`
  })
  return [
    '| generator | version | requests/s on one core | Pone ÷ it | CPU µs/request | its CPU ÷ Pone’s | p50 ms | p99 ms |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ]
}

const ratioTable = ({ ratios }: BenchResult): string[] => [
  '| figure | value | aim | reached |',
  '| --- | ---: | ---: | --- |',
  ...ratios.map(ratio => `| ${ratio.name} | ${valueOf(ratio)} | ${aimOf(ratio)} | ${reachedOf(ratio)} |`),
]
