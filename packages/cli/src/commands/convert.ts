/**
 * `./pone convert`: converts a JMeter plan or recorded requests to component files, or a component file to a JMeter
 * plan; prints what could not be converted.
 */

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve } from 'node:path'
import type { Left } from '@pone/jmeter/convert/left.ts'
import type { KnownFile } from '@pone/jmeter/convert/parameters-of.ts'
import { toComponents } from '@pone/jmeter/convert/to-components.ts'
import { toPlan } from '@pone/jmeter/convert/to-plan.ts'
import { decodePlan } from '@pone/jmeter/jmx/bytes.ts'
import { type JmxPlan, readPlan } from '@pone/jmeter/jmx/plan.ts'
import { type JmxProblem, jmxProblemText } from '@pone/jmeter/jmx/problem.ts'
import { filesOf } from '@pone/jmeter/load/files.ts'
import { formatDuration, formatMs, formatNumber } from '@pone/metrics/figures.ts'
import { documentToYaml } from '@pone/plan/code/yaml.ts'
import type { Environment } from '@pone/recording/environment/environment.ts'
import { asideTexts } from '@pone/recording/http/aside.ts'
import type { Left as RecordingLeft } from '@pone/recording/model/left.ts'
import type { AsideReason, TrafficMix } from '@pone/recording/model/recording.ts'
import type { CorrelationRules } from '@pone/schema/correlation-rules.ts'
import { freeName } from '@pone/schema/free-name.ts'
import { type Command, readOptions } from '../command.ts'
import { readEnvironment, readKeyLog, readRules } from '../convert/files-of-options.ts'
import { type ConvertedRecording, fromRecording } from '../convert/from-recording.ts'
import { CommandError, type ExitName } from '../exit-codes.ts'
import { readRunOptions } from '../run/options.ts'
import { writing } from '../run/output-files.ts'
import { findSource } from '../run/source.ts'

const usage = `./pone convert PLAN.jmx|COMPONENT|REQUESTS|LOG [--second FILE] [--environment FILE] [--log-format TEXT]
  [--key-log FILE] [--raw] [--rules FILE] [--out FOLDER] [--force] [--json]

Writes a component file (YAML) for each thread group of a JMeter test plan or for recorded or
described requests (HAR, packet capture in pcap or pcapng, collection of Postman or Insomnia, recording of
Chrome's developer tools, OpenAPI 3 or Swagger 2.0 in JSON or YAML, script of k6 or Gatling), or a test
plan for a component file, and tells what could not be carried.

Of recorded requests, static files, other sites and what a browser sends by itself are left out.
Values of responses that later requests send are extracted into variables where that is certain.
Passwords and tokens become secret variables without a value: give it to ./pone run in PONE_SECRET_name.

Of an access log (nginx, Apache, lines of JSON) the component sends the requests in their shares: paths are
folded to templates, values that differ become parameters, and the load repeats the arrivals per second.

A script of k6 or Gatling is read and not run: what is constant becomes steps, its options the load and SLA
rules, and what only a run knows is told with line and column.

  --second FILE  recording of the same steps: values that differ in it are dynamic
  --environment FILE  environment of Postman, whose values the variables of a collection get
  --log-format TEXT  format of the access log, as nginx (log_format) or Apache (LogFormat) was told to
                write it; the common and the combined format and JSON are recognised without it
  --key-log FILE  secrets of the TLS connections of a packet capture, as browsers and curl write them to
                the file that SSLKEYLOGFILE names
  --rules FILE  rules for dynamic values that a project of Pone exported: what they find is extracted first
  --raw         converts the conversations over TCP and UDP of a packet capture that are not HTTP as well;
                without it only those of a capture without requests: over TCP, or UDP if there are none
  --out FOLDER  where the files go; this folder by default. It is made if it does not exist
  --force       write over files that are there
  --json        one JSON object: the files, and what could not be carried; of recorded requests also
                how many requests and steps were made, and how many requests were left out and why, and how
                many dynamic values are extracted
`

/** Endings of files whose content tells whether they hold recorded requests. */
const recordingEndings = [
  '.har',
  '.pcap',
  '.pcapng',
  '.cap',
  '.json',
  '.yaml',
  '.yml',
  '.js',
  '.mjs',
  '.ts',
  '.scala',
  '.java',
  '.kt',
  '.log',
  '.txt',
]
/** Endings of files that are nothing else. */
const formatNames: Readonly<Record<string, string>> = {
  '.har': 'HAR file',
  '.pcap': 'packet capture',
  '.pcapng': 'packet capture',
  '.cap': 'packet capture',
}
/** Those of access logs, which are told apart by their lines. */
const logEndings = ['.log', '.txt']

interface Output {
  readonly files: readonly { readonly name: string; readonly content: string | Uint8Array }[]
  readonly left: readonly (Left | RecordingLeft)[]
  /** Figures of what was made. */
  readonly facts?: Readonly<Record<string, unknown>>
  /** Lines for people. */
  readonly notes?: readonly string[]
}

async function run(args: readonly string[]): Promise<ExitName> {
  const { values, positionals } = readOptions(args, {
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      environment: { type: 'string' },
      second: { type: 'string' },
      'log-format': { type: 'string' },
      'key-log': { type: 'string' },
      rules: { type: 'string' },
      raw: { type: 'boolean' },
      force: { type: 'boolean' },
      json: { type: 'boolean' },
    },
  })
  const [source, ...more] = positionals
  if (source === undefined || more.length > 0) throw new CommandError('usage', 'Name one file to convert.')
  const {
    files,
    left,
    facts,
    notes = [],
  } = await outputOf(source, {
    logFormat: values['log-format'],
    second: values.second,
    hasRaw: values.raw === true,
    keyLog: values['key-log'] === undefined ? undefined : await readKeyLog(values['key-log']),
    rules: values.rules === undefined ? undefined : await readRules(values.rules),
    environment: values.environment === undefined ? undefined : await readEnvironment(values.environment),
  })
  const paths = files.map(file => join(values.out ?? '.', file.name))
  const folder = values.out
  if (folder !== undefined) await writing(folder, () => mkdir(folder, { recursive: true }))
  const taken = values.force === true ? undefined : paths.find(path => existsSync(path))
  if (taken !== undefined)
    throw new CommandError('folderUnusable', `${taken} is there already; --force writes over it.`)
  for (const [index, file] of files.entries()) {
    const path = paths[index] ?? file.name
    await writing(path, () => writeFile(path, file.content))
  }
  if (values.json === true) process.stdout.write(`${JSON.stringify({ files: paths, ...facts, left })}\n`)
  else {
    for (const path of paths) process.stdout.write(`${path}\n`)
    for (const note of notes) process.stderr.write(`pone: ${note}\n`)
    for (const each of left) process.stderr.write(`pone: ${lineOf(each)}\n`)
  }
  return 'ok'
}

const lineOf = (left: Left | RecordingLeft): string => {
  const place = 'testname' in left ? left.testname : left.place
  return place === '' ? left.text.en : `${place}: ${left.text.en}`
}

interface SourceOptions {
  readonly logFormat: string | undefined
  readonly second: string | undefined
  readonly hasRaw: boolean
  readonly keyLog: string | undefined
  readonly rules: CorrelationRules | undefined
  readonly environment: Environment | undefined
}

async function outputOf(source: string, options: SourceOptions): Promise<Output> {
  if (options.second !== undefined && !existsSync(options.second))
    throw new CommandError('usage', `There is no file ${resolve(options.second)}.`)
  const ending = extname(source).toLowerCase()
  if (ending === '.jmx') return fromPlan(source)
  if (formatNames[ending] !== undefined && !existsSync(source))
    throw new CommandError('usage', `There is no file ${resolve(source)}.`)
  if ((recordingEndings.includes(ending) || options.logFormat !== undefined) && existsSync(source)) {
    const converted = await fromRecording(source, basename(source, extname(source)), options)
    if (converted !== null) return recordingOutput(source, converted)
    const format = formatNames[ending]
    if (format !== undefined) throw new CommandError('componentInvalid', `${source} is no ${format}.`)
    if (logEndings.includes(ending))
      throw new CommandError(
        'componentInvalid',
        `The format of ${source} is not known. Give that of an access log in --log-format.`,
      )
  }
  return fromComponent(source)
}

function recordingOutput(source: string, converted: ConvertedRecording): Output {
  const { yaml, requests, steps, aside, dynamicValues, compared, mix, files, left } = converted
  if (yaml === null) {
    const reasons = left.map(each => `\n  ${lineOf(each)}`).join('')
    throw new CommandError('componentInvalid', `${source} has no request that could be converted.${reasons}`)
  }
  const name = `${basename(source, extname(source))}.yaml`
  const notes = Object.entries(aside).map(
    ([reason, count]) => `${count} left out: ${asideTexts[reason as AsideReason].en}`,
  )
  const { extracted, possible } = dynamicValues
  if (extracted > 0) notes.push(`${extracted} dynamic values are extracted from responses`)
  if (possible > 0)
    notes.push(`${possible} values may be dynamic as well; choose them when you import in the editor`)
  if (compared !== undefined)
    notes.push(`${compared.matched} of ${compared.requests} requests are in both recordings`)
  if (mix !== undefined) notes.push(...mixNotes(mix))
  const facts = { requests, steps, aside, dynamicValues, compared, mix }
  return { files: [{ name, content: yaml }, ...files], left, facts, notes }
}

function mixNotes({
  requests,
  fromMs,
  toMs,
  arrivals,
  intervalSeconds,
  visits,
  meanPauseMs,
}: TrafficMix): string[] {
  const peak = Math.max(...arrivals) / intervalSeconds
  const pause = meanPauseMs === null ? '' : `, ${formatMs(meanPauseMs)} between two requests on average`
  return [
    `${requests} requests in ${formatDuration(toMs - fromMs)}, up to ${formatNumber(Number(peak.toPrecision(3)))}/s`,
    `${visits} visits${pause}`,
  ]
}

async function fromPlan(source: string): Promise<Output> {
  const plan = await readPlanFile(source)
  const files = await headersOf(plan, dirname(resolve(source)))
  const { components, left } = toComponents(plan, files.known)
  if (components.length === 0)
    throw new CommandError(
      'componentInvalid',
      `${source} has no enabled thread group that could be converted.`,
    )
  const names = new Set<string>()
  const written = components.map(({ name, document }) => {
    let content = documentToYaml(name, document)
    // In a component file, other files are named by their paths.
    for (const [id, path] of files.paths) content = content.replaceAll(id, path)
    return { name: fileNameIn(names, name), content }
  })
  return { files: written, left }
}

async function readPlanFile(source: string): Promise<JmxPlan> {
  const bytes = await readFile(source).catch(() => null)
  if (bytes === null) throw new CommandError('usage', `There is no file ${resolve(source)}.`)
  const decoded = decodePlan(bytes)
  const read = decoded.ok ? readPlan(decoded.text) : decoded
  if (read.ok) return read.plan
  const { line, column }: JmxProblem = read.problem
  throw new CommandError(
    'componentInvalid',
    `${source}:${line}:${column}: ${jmxProblemText(read.problem).en}.`,
  )
}

/** A name for a file that is not used by another of them. */
function fileNameIn(names: Set<string>, name: string): string {
  const plain = name.replaceAll(/[\\/:*?"<>|\s]+/g, '-') || 'component'
  const free = `${freeName(plain, wanted => names.has(`${wanted}.yaml`), { separator: '-' })}.yaml`
  names.add(free)
  return free
}

/** The data files in the folder of the plan, with their first lines. */
async function headersOf(plan: JmxPlan, folder: string) {
  const known = new Map<string, KnownFile>()
  const paths = new Map<string, string>()
  for (const { name, path } of filesOf(plan)) {
    const beside = [path, name].find(each => existsSync(resolve(folder, each)))
    const first =
      beside === undefined
        ? ''
        : ((await readFile(resolve(folder, beside), 'utf8')).split(/\r?\n/, 1)[0] ?? '')
    const hash = createHash('sha256').update(name).digest('hex')
    const id = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
    known.set(name, { id, header: first === '' ? [] : first.split(/[,;\t|]/) })
    paths.set(id, beside ?? name)
  }
  return { known, paths }
}

async function fromComponent(source: string): Promise<Output> {
  const say = (line: string) => process.stderr.write(`${line}\n`)
  const { component, filePaths } = await findSource(readRunOptions([source], {}), say)
  const names = new Map(Object.entries(filePaths).map(([id, path]) => [id, basename(path)]))
  const { name, document, scenario } = component
  const { text, left } = toPlan(name, document, { fileNames: names, scenario })
  return { files: [{ name: `${basename(source, extname(source))}.jmx`, content: text }], left }
}

export const convert: Command = { usage, run }
