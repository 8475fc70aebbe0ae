/** The options of `./pone run`: read from arguments and from PONE_RUN_… variables, each validated by itself. */

import { isCapacityProblem, readCapacityRules } from '@pone/plan/code/capacity-text.ts'
import { slaRuleOf } from '@pone/plan/code/sla-text.ts'
import type { SlaRule } from '@pone/plan/scenario/scenario.ts'
import { readOptions } from '../command.ts'
import { CommandError } from '../exit-codes.ts'
import { durationMsOf, ratePerSecondOf, wholeNumberOf } from './amounts.ts'

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const list = { type: 'string', multiple: true } as const
const config = {
  users: text,
  duration: text,
  rate: text,
  'ramp-up': text,
  iterations: text,
  'max-users': text,
  workers: text,
  var: list,
  'base-url': text,
  sla: list,
  'find-capacity': text,
  'level-time': text,
  out: text,
  summary: text,
  junit: text,
  html: text,
  prometheus: text,
  otlp: text,
  server: text,
  scenario: flag,
  counter: list,
  ca: text,
  token: text,
  'token-file': text,
  project: text,
  data: text,
  json: flag,
  quiet: flag,
} as const
type Name = keyof typeof config

/** What the command line changes of the load; null where it sets nothing. */
export interface LoadChanges {
  readonly users: number | null
  readonly durationMs: number | null
  readonly ratePerSecond: number | null
  readonly rampUpMs: number | null
  readonly iterations: number | null
  readonly maxUsers: number | null
}

export interface RunOptions {
  /** A file, or a component of a server. */
  readonly source: string
  /** The source is a scenario of a server, which runs it. */
  readonly isScenario: boolean
  /** Parts of the names of monitored counters that a scenario shows beside its load; empty: those that its links choose. */
  readonly counters: readonly string[]
  readonly load: LoadChanges
  /** null = one per core. */
  readonly workers: number | null
  /** Values of variables by name. */
  readonly variables: ReadonlyMap<string, string>
  /** Names of those that must not appear in any output. */
  readonly secretNames: ReadonlySet<string>
  readonly baseUrl: string | null
  readonly sla: readonly SlaRule[]
  /** Rules within which the highest load is searched for; null for a run with the load that is given. */
  readonly capacity: readonly SlaRule[] | null
  /** How long the search measures a level; null = its usual time. */
  readonly levelTimeMs: number | null
  readonly out: { readonly path: string; readonly format: 'csv' | 'jtl' } | null
  readonly summaryPath: string | null
  readonly junitPath: string | null
  readonly htmlPath: string | null
  readonly prometheusUrl: string | null
  readonly otlpUrl: string | null
  readonly server: {
    readonly address: string | null
    /** PEM file of the authority certificates for the server's certificate. */
    readonly caFile: string | null
    readonly token: string | null
    /** File that contains only the token; read when no token is given. */
    readonly tokenFile: string | null
    readonly project: string | null
    readonly dataFolder: string | undefined
  }
  readonly json: boolean
  readonly quiet: boolean
}

/** @throws CommandError `usage` naming the error */
export function readRunOptions(args: readonly string[], env: NodeJS.ProcessEnv): RunOptions {
  const { values, positionals } = readOptions(args, { options: config, allowPositionals: true })
  const [source, ...further] = positionals
  if (source === undefined) throw new CommandError('usage', 'Name a file or a component to run; see --help.')
  if (further.length > 0) throw new CommandError('usage', `One component at a time: what is '${further[0]}'?`)
  const valueOf = (name: Name): string | null => {
    const given = values[name]
    if (typeof given === 'string') return given
    return env[`PONE_RUN_${name.toUpperCase().replaceAll('-', '_')}`] || null
  }
  const read = <T>(name: Name, form: string, parse: (given: string) => T | null): T | null => {
    const given = valueOf(name)
    if (given === null) return null
    const value = parse(given)
    if (value !== null) return value
    throw new CommandError('usage', `--${name} must be ${form}, not '${given}'.`)
  }
  const number = (name: Name) => read(name, 'a whole number from 1', given => wholeNumberOf(given, 1))
  const duration = (name: Name) => read(name, 'a duration such as 30s or 1m30s', durationMsOf)
  if (valueOf('users') !== null && valueOf('rate') !== null) {
    throw new CommandError(
      'usage',
      'Give --users or --rate, not both; with a rate, --max-users is the limit.',
    )
  }
  const secrets = secretsOf(env)
  const url = (name: Name) => read(name, 'an http or https address', urlOf)
  const isScenario = values.scenario === true
  const counters = values.counter ?? (env['PONE_RUN_COUNTER'] || null)?.split(';') ?? []
  if (isScenario) refuseWithScenario(values)
  else if (values.counter !== undefined)
    throw new CommandError('usage', '--counter shows counters of monitors beside a --scenario only.')
  return {
    source,
    isScenario,
    counters: counters.map(each => each.trim()).filter(each => each !== ''),
    load: {
      users: number('users'),
      durationMs: duration('duration'),
      ratePerSecond: read('rate', 'a rate such as 100/s, 90/m or 0.5/s', ratePerSecondOf),
      rampUpMs: duration('ramp-up'),
      iterations: number('iterations'),
      maxUsers: number('max-users'),
    },
    workers: number('workers'),
    variables: new Map([...secrets, ...(values.var ?? []).map(variableOf)]),
    secretNames: new Set(secrets.map(([name]) => name)),
    baseUrl: url('base-url'),
    levelTimeMs: duration('level-time'),
    capacity: capacityOf(valueOf('find-capacity'), { source, values }),
    sla: (values.sla ?? (env['PONE_RUN_SLA'] || null)?.split(';') ?? []).map(ruleOf),
    out: read('out', 'a file ending in .csv or .jtl', outOf),
    summaryPath: valueOf('summary'),
    junitPath: valueOf('junit'),
    htmlPath: valueOf('html'),
    prometheusUrl: url('prometheus'),
    otlpUrl: url('otlp'),
    server: {
      address: url('server'),
      caFile: valueOf('ca'),
      token: valueOf('token') ?? (env['PONE_API_TOKEN'] || null),
      tokenFile: valueOf('token-file'),
      project: valueOf('project'),
      dataFolder: valueOf('data') ?? undefined,
    },
    json: values.json === true || env['PONE_RUN_JSON'] === '1',
    quiet: values.quiet === true || env['PONE_RUN_QUIET'] === '1',
  }
}

/** A scenario has its own load; a search of it takes where to begin and how far to go. */
const ofComponents = [
  'ramp-up',
  'iterations',
  'workers',
  'var',
  'base-url',
  'sla',
  'out',
  'junit',
  'html',
] as const
const ofSearches = ['users', 'rate', 'max-users', 'duration', 'level-time'] as const

/** @throws CommandError `usage` */
function refuseWithScenario(values: Readonly<Record<string, unknown>>): void {
  const refused = values['find-capacity'] === undefined ? [...ofComponents, ...ofSearches] : [...ofComponents]
  for (const name of refused) {
    if (values[name] === undefined) continue
    throw new CommandError(
      'usage',
      `--scenario runs the scenario as the server has it; --${name} does not apply.`,
    )
  }
}

const urlOf = (given: string): string | null =>
  /^https?:$/.test(URL.parse(given)?.protocol ?? '') ? given.replace(/\/+$/, '') : null

function outOf(path: string): RunOptions['out'] {
  const format = /\.(csv|jtl)$/i.exec(path)?.[1]?.toLowerCase()
  return format === 'csv' || format === 'jtl' ? { path, format } : null
}

function variableOf(given: string): [string, string] {
  const at = given.indexOf('=')
  if (at > 0) return [given.slice(0, at), given.slice(at + 1)]
  throw new CommandError('usage', `--var must be name=value, not '${given}'.`)
}

/** PONE_SECRET_name keeps a value out of the process list. */
const secretsOf = (env: NodeJS.ProcessEnv): [string, string][] =>
  Object.entries(env).flatMap(([name, value]): [string, string][] =>
    name.startsWith('PONE_SECRET_') && value !== undefined
      ? [[name.slice('PONE_SECRET_'.length), value]]
      : [],
  )

/** @throws CommandError `usage` for a rule that more load need not break, and for what a search cannot be combined with */
function capacityOf(
  given: string | null,
  { source, values }: { readonly source: string; readonly values: Readonly<Record<string, unknown>> },
): readonly SlaRule[] | null {
  if (given === null) return null
  const refuse = (message: string) => {
    throw new CommandError('usage', message)
  }
  for (const name of ['sla', 'iterations'] as const)
    if (values[name] !== undefined) refuse(`--find-capacity and --${name} cannot be combined.`)
  if (/\.jmx$/i.test(source))
    refuse('The load of a .jmx plan cannot be changed in a run, so --find-capacity needs a component.')
  const read = readCapacityRules(given)
  if (!isCapacityProblem(read)) return read
  throw new CommandError(
    'usage',
    `--find-capacity takes rules such as 'p95 < 300, errors < 1%' over avg, percentiles, errors or successPercent, not '${read.rule}' at character ${read.position}.`,
  )
}

function ruleOf(given: string, index: number): SlaRule {
  const rule = slaRuleOf(given, `sla-${index + 1}`)
  if (rule !== null) return rule
  throw new CommandError(
    'usage',
    `--sla must be a rule such as 'p95<500', 'errors<1%' or 'Order: avg<=200ms for 10s stop', not '${given}'.`,
  )
}
