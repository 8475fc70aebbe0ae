/** What sections of a type of one's own may ask, by transport: only what reads, and nothing of the agent's own machine. Pure. */

import { maxPatternSteps, readPattern } from '../reading/pattern.ts'
import { httpRequestSchema, redisRequestSchema, sqlRequestSchema, type TransportName } from '../requests.ts'
import type { MonitorSection, MonitorType } from '../type.ts'
import { sqlFault } from './sql-rules.ts'
import { fault, type TypeFault } from './type-problem.ts'

type Rule = (section: MonitorSection, type: MonitorType) => TypeFault[]

/** Why a transport is not for types of one's own: it reads the agent's machine, or its sessions cannot be made to only read. */
type Refusal = 'transport' | 'writingSessions'

/** Paths of faults are inside the section. */
const rules: Readonly<Record<TransportName, Rule | Refusal>> = {
  procfs: 'transport',
  jvm: 'transport',
  'slow-log': 'transport',
  docker: 'transport',
  // Functions in a statement can write there, whatever its words are.
  oracle: 'writingSessions',
  sqlserver: 'writingSessions',
  ssh: () => [],
  'ssh-aix': () => [],
  reach: () => [],
  kafka: () => [],
  mongodb: () => [],
  kubernetes: () => [],
  http: httpFaults,
  redis: redisFaults,
  mysql: section => sqlFaults(section, 'mysql'),
  postgresql: section => sqlFaults(section, 'postgresql'),
}

/** Parameters without which a transport reaches nothing. */
const neededParams = { host: 'address', port: 'number' } as const

/** Of transports that are refused; their requests are of no use to look at. Paths begin with `path`. */
export function transportFaults(path: readonly PropertyKey[], transport: unknown): TypeFault[] {
  const all = Object.entries(rules)
  const allowed = all.flatMap(([name, rule]) => (typeof rule === 'string' ? [] : [name])).join(', ')
  return all.flatMap(([name, rule]) =>
    name === transport && typeof rule === 'string'
      ? [fault([...path, 'transport'], rule, { name, allowed })]
      : [],
  )
}

/** Faults of the requests of a type, and of what its transport needs besides. */
export function requestFaults(type: MonitorType): TypeFault[] {
  return [
    ...transportFaults([], type.transport),
    ...(type.isBoundToMachine ? [fault(['isBoundToMachine'], 'boundToMachine')] : []),
    ...missingParams(type),
    ...type.sections.flatMap((section, index) => {
      const rule = rules[section.transport ?? type.transport]
      const faults = typeof rule === 'string' ? transportFaults([], section.transport) : rule(section, type)
      return faults.map(({ path, text }) => ({ path: ['sections', index, ...path], text }))
    }),
  ]
}

const missingParams = ({ params, transport }: MonitorType): TypeFault[] =>
  transport === 'reach'
    ? []
    : Object.entries(neededParams).flatMap(([name, type]) =>
        params.some(param => param.key === name && param.type === type)
          ? []
          : [fault(['params'], 'neededParam', { transport, name, type })],
      )

/** A request has no other parts than its connection may send; these belong to the connection. */
const refusedHeaders =
  /^(host|content-length|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|cookie|proxy-.*)$/i

function httpFaults(section: MonitorSection, { params }: MonitorType): TypeFault[] {
  const request = httpRequestSchema.parse(section.request)
  const { path, method, body, headers } = request
  const faults: TypeFault[] = []
  if (method !== 'GET' || body !== undefined)
    faults.push(fault(['request', body === undefined ? 'method' : 'body'], 'onlyGet'))
  if (!/^[/{]/.test(path) || /[\s\p{Cc}]/u.test(path))
    faults.push(fault(['request', 'path'], 'path', { example: '{path}' }))
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    const param = params.find(({ key }) => key === name)
    if (param === undefined) faults.push(fault(['request', 'path'], 'placeUnknown', { name }))
    else if (param.isSecret) faults.push(fault(['request', 'path'], 'placeSecret', { name }))
  }
  for (const [name, value] of Object.entries(headers))
    if (
      !/^[\w!#$%&'*+.^`|~-]+$/.test(name) ||
      refusedHeaders.test(name) ||
      /[^\t\x20-\x7e\x80-\xff]/.test(value)
    )
      faults.push(fault(['request', 'headers', name], 'header', { name }))
  return [...faults, ...answerFaults(section, request.answer)]
}

/** Counters and labels name fields that the answer gives. */
function answerFaults(
  section: MonitorSection,
  answer: ReturnType<typeof httpRequestSchema.parse>['answer'],
): TypeFault[] {
  if (answer.format === 'json') return missingFields(section, Object.keys(answer.fields))
  if (answer.format === 'jolokia')
    return missingFields(section, [...Object.keys(answer.fields), ...Object.keys(answer.properties)])
  if (answer.format === 'prometheus')
    return missingFields(section, ['name', 'value', 'kind', 'labels', 'help'])
  if (answer.format !== 'text') return []
  const at = ['request', 'answer', 'expression']
  const read = readPattern(answer.expression)
  if ('problem' in read) return [fault(at, 'pattern', { detail: read.problem })]
  if (read.steps > maxPatternSteps)
    return [fault(at, 'patternSize', { size: read.steps, limit: maxPatternSteps })]
  return read.groups.length === 0
    ? [fault(at, 'patternGroups', { example: String.raw`(?<requests>\d+)` })]
    : missingFields(section, read.groups)
}

function missingFields({ counters, rows }: MonitorSection, fields: readonly string[]): TypeFault[] {
  const missing = (path: readonly PropertyKey[], name: string): TypeFault[] =>
    fields.includes(name) ? [] : [fault(path, 'notAnswered', { name, fields: fields.join(', ') })]
  return [
    ...counters.flatMap(({ key, from }, index) =>
      missing(['counters', index, from === undefined ? 'key' : 'from'], from ?? key),
    ),
    ...(rows?.labels ?? []).flatMap((label, index) => missing(['rows', 'labels', index], label)),
  ]
}

/** Settings can hold passwords; a wildcard finds them too. */
function redisFaults({ request }: MonitorSection): TypeFault[] {
  const read = redisRequestSchema.parse(request)
  return read.command !== 'CONFIG GET'
    ? []
    : read.names.flatMap((name, index) =>
        /^[\w.-]+$/.test(name) && !/pass|auth|user|tls|acl/i.test(name)
          ? []
          : [fault(['request', 'names', index], 'secretSetting', { name })],
      )
}

function sqlFaults({ request }: MonitorSection, dialect: 'mysql' | 'postgresql'): TypeFault[] {
  const { statements, join, check, samples } = sqlRequestSchema.parse(request)
  const of = (path: readonly PropertyKey[], statement: string | undefined): TypeFault[] => {
    const text = statement === undefined ? null : sqlFault(statement, dialect)
    return text === null ? [] : [{ path: ['request', ...path], text }]
  }
  return [
    ...statements.flatMap((statement, index) => of(['statements', index], statement)),
    ...of(['join'], join),
    ...of(['check'], check),
    // A label in it is put in as a literal.
    ...samples.flatMap((sample, index) => of(['samples', index], sample.replaceAll(/\{\w+\}/g, "''"))),
  ]
}
