/** `./pone run`: a load test from the command line, on this machine, without a server. */

import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { peak } from '@pone/plan/load-models/registry.ts'
import type { ScenarioDocument } from '@pone/plan/scenario/scenario.ts'
import type { Command } from '../command.ts'
import { CommandError, type ExitName } from '../exit-codes.ts'
import { capacityLoad, capacityOrder, capacityResult, levelLine } from '../run/capacity.ts'
import { htmlOf } from '../run/export/html.ts'
import { junitOf } from '../run/export/junit.ts'
import { otlpTarget } from '../run/export/otlp.ts'
import { prometheusTarget } from '../run/export/prometheus.ts'
import { createPusher } from '../run/export/push.ts'
import { writeSampleLog } from '../run/export/sample-log.ts'
import { isTestPlan, prepareJmeterRun } from '../run/jmeter-preparation.ts'
import { createLiveView, noView } from '../run/live-view.ts'
import { type LocalRun, startLocalRun } from '../run/local-run.ts'
import { type RunOptions, readRunOptions } from '../run/options.ts'
import { assertWritable, writing } from '../run/output-files.ts'
import { prepareRun } from '../run/preparation.ts'
import { terminalLanguage } from '../run/problems.ts'
import { exitOf, type RunResult, resultOf } from '../run/result.ts'
import { serverExit, serverSummary } from '../run/server-result.ts'
import { runOnServer } from '../run/server-run.ts'
import { findSource } from '../run/source.ts'
import { watchStops } from '../run/stops.ts'
import { summaryOf } from '../run/summary.ts'
import { paintFor, widthOf } from '../run/terminal.ts'
import { usage } from '../run/usage.ts'

async function run(args: readonly string[]): Promise<ExitName> {
  const given = readRunOptions(args, process.env)
  if (given.isScenario) return runScenario(given)
  const options = given.capacity === null ? given : { ...given, load: capacityLoad(given.load) }
  const sayPlain = (line: string) => process.stderr.write(`${line}\n`)
  const { name, filePaths, plan, scenario, longestResponseMs } = isTestPlan(options.source)
    ? await prepareJmeterRun(options)
    : await prepareComponent(options, sayPlain)
  await assertWritable(outputsOf(options))
  const view = options.quiet ? noView(sayPlain) : createLiveView(process.stderr, process.env)
  const say = (line: string) => view.say(`pone: ${line}`)
  const pusher = createPusher(targetsOf(options), say)
  const search = searchOf(options, scenario)
  const highest = Math.max(
    1,
    search?.maxLoad ?? 0,
    Math.ceil(scenario.drive === 'arrivals' ? scenario.maxUsers : peak(scenario.loadModel)),
  )
  let note = ''
  const tellLevels = levelTeller()
  const local = await startLocalRun({
    name,
    plan,
    // Rules of the file would judge the levels beyond the capacity too.
    scenario: search === null ? scenario : { ...scenario, sla: [] },
    filePaths,
    workers: options.workers ?? Math.min(availableParallelism(), highest),
    longestResponseMs,
    capacity: search,
    onTick: running => {
      tellLevels(running, say)
      view.show(running, note)
      pusher.tick(running)
    },
    onLog: say,
  })
  const stops = watchStops({
    stop: () => {
      note = 'stopping; once more ends it at once'
      if (!options.quiet)
        say('stopping when the requests under way have ended; Ctrl-C once more ends them at once')
      local.stop()
    },
    force: () => local.forceStop(),
  })
  try {
    await local.ended
    view.end()
    await pusher.finish(local)
    const { result, faults } = await writeFiles(local, { options, say })
    show(result, options)
    if (faults[0] !== undefined) throw faults[0]
    return exitOf(result)
  } finally {
    stops.release()
    await local.dispose()
  }
}

/** Runs a scenario on its server. */
async function runScenario(options: RunOptions): Promise<ExitName> {
  const { json, quiet, summaryPath } = options
  if (summaryPath !== null) await assertWritable([summaryPath])
  const write = (line: string) => void (quiet || process.stderr.write(`${line}\n`))
  const result = await runOnServer(options, { say: line => write(`pone: ${line}`), show: write })
  if (summaryPath !== null)
    await writing(summaryPath, () => writeFile(summaryPath, `${JSON.stringify(result, null, 2)}\n`))
  if (json) process.stdout.write(`${JSON.stringify(result)}\n`)
  if (quiet) return serverExit(result)
  const stream = json ? process.stderr : process.stdout
  stream.write(`${serverSummary(result, widthOf(stream)).join('\n')}\n`)
  return serverExit(result)
}

const searchOf = ({ capacity, load, levelTimeMs }: RunOptions, { drive }: ScenarioDocument) =>
  capacity === null ? null : capacityOrder({ rules: capacity, drive, load, levelTimeMs })

/** Says each level once that a capacity search has judged. */
function levelTeller(): (local: LocalRun, say: (line: string) => void) => void {
  let told = 0
  return ({ record: { capacity } }, say) => {
    if (capacity === null) return
    for (const level of capacity.levels.slice(told)) say(levelLine(level, capacity))
    told = capacity.levels.length
  }
}

async function prepareComponent(options: RunOptions, say: (line: string) => void) {
  const source = await findSource(options, say)
  const preparation = await prepareRun(source, options, say)
  return { ...preparation, name: source.component.name, filePaths: { ...source.filePaths } }
}

function targetsOf({ prometheusUrl, otlpUrl }: RunOptions) {
  return [
    ...(prometheusUrl === null ? [] : [prometheusTarget(prometheusUrl)]),
    ...(otlpUrl === null ? [] : [otlpTarget(otlpUrl, process.env)]),
  ]
}

const outputsOf = ({ out, summaryPath, junitPath, htmlPath }: RunOptions): string[] =>
  [out?.path ?? null, summaryPath, junitPath, htmlPath].filter(path => path !== null)

/**
 * Writes the requested files, the sample log first, because the result names it; a file that fails does not prevent the
 * others from being written.
 */
async function writeFiles(
  local: LocalRun,
  { options, say }: { options: RunOptions; say: (line: string) => void },
): Promise<{ result: RunResult; faults: readonly CommandError[] }> {
  const { out, summaryPath, junitPath, htmlPath } = options
  const faults: CommandError[] = []
  const written = async <T>(path: string | null, work: (path: string) => Promise<T>): Promise<T | null> => {
    if (path === null) return null
    try {
      return await writing(path, () => work(path))
    } catch (cause) {
      if (!(cause instanceof CommandError)) throw cause
      faults.push(cause)
      return null
    }
  }
  const lines = out && (await written(out.path, () => writeSampleLog(local.folder, out)))
  const log = out === null || lines === null ? null : { path: out.path, lines }
  if (log !== null && log.lines !== local.totals.samples) {
    say(`the sample log has ${log.lines} lines, ${local.totals.samples} samples were counted`)
  }
  const result = {
    ...resultOf(local, log),
    ...(local.record.capacity === null ? {} : { capacity: capacityResult(local.record.capacity) }),
  }
  await written(summaryPath, path => writeFile(path, `${JSON.stringify(result, null, 2)}\n`))
  await written(junitPath, path => writeFile(path, junitOf(result)))
  await written(htmlPath, async path => writeFile(path, await htmlOf(local, terminalLanguage())))
  return { result, faults }
}

function show(result: RunResult, { json, quiet }: RunOptions): void {
  if (json) process.stdout.write(`${JSON.stringify(result)}\n`)
  if (quiet) return
  const stream = json ? process.stderr : process.stdout
  const lines = summaryOf(result, paintFor(stream, process.env), widthOf(stream))
  stream.write(`${lines.join('\n')}\n`)
}

export const runCommand: Command = { usage, run }
