/** Makes records of what Redis answers to `INFO`, `SLOWLOG GET`, `LATENCY LATEST` and `CONFIG GET`. */
import type { Records, TargetRecord } from '../../reading/records.ts'
import type { Reply } from './resp.ts'

/** All fields of `INFO` as one record. */
export function readInfo(text: string): TargetRecord {
  const fields: Record<string, string> = {}
  for (const line of text.split('\n')) {
    const at = line.indexOf(':')
    if (at > 0 && !line.startsWith('#')) fields[line.slice(0, at)] = line.slice(at + 1).trimEnd()
  }
  return fields
}

/**
 * Fields that stand for a thing each, as `db0:keys=3,expires=0`: a record per field whose name begins with `prefix`, with the rest of
 * the name as the field `label`, and what it consists of. A value that is a list of percentiles (`p50=1,p99=2`) is read in the same way.
 */
export function readInfoRows(text: string, { prefix, label }: { prefix: string; label: string }): Records {
  return Object.entries(readInfo(text))
    .filter(([name, value]) => name.startsWith(prefix) && value.includes('='))
    .map(([name, value]) => ({ [label]: name.slice(prefix.length), ...readParts(value) }))
}

function readParts(value: string): Record<string, string> {
  const parts: Record<string, string> = {}
  for (const part of value.split(',')) {
    const at = part.indexOf('=')
    if (at > 0) parts[part.slice(0, at)] = part.slice(at + 1)
  }
  return parts
}

/** Entries of `SLOWLOG GET`, the newest first. */
export function readSlowLog(reply: Reply): Records {
  if (!Array.isArray(reply)) return []
  return reply.filter(Array.isArray).map((entry: readonly Reply[]) => {
    const [id, at, durationUs, command, client, clientName] = entry
    return {
      // Numbers begin anew when the server restarts.
      entry: `${textOf(id)} ${textOf(at)}`,
      id: textOf(id),
      at: new Date(Number(at) * 1_000).toISOString(),
      durationMs: String(Number(durationUs) / 1_000),
      command: Array.isArray(command) ? command.map(textOf).join(' ') : '',
      client: textOf(client),
      clientName: textOf(clientName),
    }
  })
}

/** Kinds of events of `LATENCY LATEST`: when it was last, and how long, last and at most. */
export function readLatency(reply: Reply): Records {
  if (!Array.isArray(reply)) return []
  return reply.filter(Array.isArray).map((entry: readonly Reply[]) => {
    const [event, at, latestMs, maxMs] = entry
    return {
      event: textOf(event),
      at: new Date(Number(at) * 1_000).toISOString(),
      latestMs: textOf(latestMs),
      maxMs: textOf(maxMs),
    }
  })
}

/** Times of one kind of event of `LATENCY HISTORY`, at most one per second: the longest of it. */
export function readLatencyHistory(event: string, reply: Reply): Records {
  if (!Array.isArray(reply)) return []
  return reply.filter(Array.isArray).map((sample: readonly Reply[]) => {
    const [at, durationMs] = sample
    return {
      entry: `${event} ${textOf(at)}`,
      event,
      at: new Date(Number(at) * 1_000).toISOString(),
      durationMs: textOf(durationMs),
    }
  })
}

/** Settings of `CONFIG GET` as one record. */
export function readConfig(reply: Reply): TargetRecord {
  const fields: Record<string, string> = {}
  if (!Array.isArray(reply)) return fields
  for (let at = 0; at + 1 < reply.length; at += 2) fields[textOf(reply[at])] = textOf(reply[at + 1])
  return fields
}

const textOf = (reply: Reply | undefined): string =>
  typeof reply === 'string' || typeof reply === 'number' ? String(reply) : ''
