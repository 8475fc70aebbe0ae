/** Reads a line of an access log that is a JSON object, as nginx, Caddy, Traefik, Envoy and proxies of clouds write them. */
import { entryOf, type LogEntry, type LogField, type LogFields } from './log-entry.ts'

/** Names of keys, letters and digits only, the most exact ones first. */
const keys: Readonly<Record<LogField, readonly string[]>> = {
  time: ['timeiso8601', 'timelocal', 'startutc', 'starttime', 'timestamp', 'time', 'msec', 'ts', 'date'],
  client: [
    'remoteaddr',
    'clientip',
    'remoteip',
    'clienthost',
    'clientaddr',
    'requestremoteip',
    'requestclientip',
    'downstreamremoteaddress',
    'client',
    'ip',
  ],
  agent: ['httpuseragent', 'useragent', 'requestuseragent', 'agent'],
  request: ['request', 'requestline'],
  method: ['requestmethod', 'httpmethod', 'method', 'verb'],
  target: [
    'requesturi',
    'originalpath',
    'requestpath',
    'requesturl',
    'uri',
    'url',
    'path',
    'httppath',
    'target',
  ],
  query: ['args', 'querystring', 'requestquery', 'query'],
  host: ['httphost', 'requesthost', 'authority', 'host', 'servername', 'vhost'],
  scheme: ['scheme', 'requestscheme', 'protocolscheme'],
  status: [
    'status',
    'statuscode',
    'downstreamstatus',
    'responsestatus',
    'responsecode',
    'httpstatus',
    'responsestatuscode',
    'code',
  ],
  size: [
    'bodybytessent',
    'bytessent',
    'downstreamcontentsize',
    'responsesize',
    'size',
    'bytes',
    'responsebytes',
    'length',
  ],
}
const fieldNames = Object.keys(keys) as readonly LogField[]

/** Objects inside the line whose keys count as its own. */
const maxDepth = 2

/** null if the line is no such object, or has no time, address and status. */
export function readJsonLine(line: string): LogEntry | null {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return null
  }
  const found = new Map<string, string>()
  collect(value, { prefix: '', depth: 0, found })
  const fields: LogFields = {}
  for (const field of fieldNames) {
    const key = keys[field].find(each => found.has(each))
    const text = key === undefined ? undefined : found.get(key)
    if (text !== undefined) fields[field] = text
  }
  return entryOf(fields)
}

interface Collecting {
  readonly prefix: string
  readonly depth: number
  readonly found: Map<string, string>
}

function collect(value: unknown, { prefix, depth, found }: Collecting): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  for (const [key, each] of Object.entries(value)) {
    const name = key.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
    if (typeof each === 'string' || typeof each === 'number') {
      for (const known of prefix === '' ? [name] : [prefix + name, name])
        if (!found.has(known)) found.set(known, String(each))
    } else if (depth < maxDepth) collect(each, { prefix: name, depth: depth + 1, found })
  }
}
