/**
 * Reads an access log of any size as a mix: requests by template with their shares, arrivals per interval, pauses of
 * clients. Memory does not grow with the file.
 */
import { httpMethods } from '@pone/protocols/http/definition/request.ts'
import { LeftList } from '../model/left.ts'
import type { Recording } from '../model/recording.ts'
import { Arrivals } from './arrivals.ts'
import { readJsonLine } from './json-line.ts'
import type { LogEntry } from './log-entry.ts'
import { combinedFormat, commonFormat, type LineReader, lineReaderOf } from './log-format.ts'
import { MixExchanges } from './mix-exchanges.ts'
import { PathTree } from './path-tree.ts'
import { Pauses } from './pauses.ts'

const maxLineLength = 64 * 1024
const maxTemplates = 500
const maxHosts = 50
/** Answers to addresses that do not exist or to what is no request: mostly scanners. */
const refusals = [400, 404, 405, 444]

const known: readonly LineReader[] = [combinedFormat, commonFormat].flatMap(
  format => lineReaderOf(format) ?? [],
)

/** Reads a line of JSON, or of one of the usual formats. */
const readUsual: LineReader = line => {
  if (line.startsWith('{')) return readJsonLine(line)
  for (const read of known) {
    const entry = read(line)
    if (entry !== null) return entry
  }
  return null
}

/** Whether one of the first lines is that of an access log. @param head the first characters of the file */
export const isAccessLog = (head: string): boolean =>
  head.split('\n', 20).some(line => readUsual(line.trimEnd()) !== null)

const readerOf = (format: string): LineReader | null =>
  format.trim() === '' ? readUsual : lineReaderOf(format)

/** Instant that a line tells, epoch ms; null where it is none of the format. @param format as for the reader */
export function lineTimeOf(format: string): (line: string) => number | null {
  const read = readerOf(format)
  return line => read?.(line)?.atMs ?? null
}

export class AccessLogReader {
  readonly #decoder = new TextDecoder()
  readonly #left = new LeftList()
  readonly #read: LineReader | null
  readonly #fromMs: number
  readonly #trees = new Map<string, PathTree>()
  readonly #arrivals = new Arrivals()
  readonly #pauses = new Pauses()
  readonly #random01 = sequence01()
  #rest = ''
  #lines = 0
  #badLines = 0
  #firstBadLine = 0
  #refused = 0
  #requests = 0
  #staticRequests = 0

  /** @param format of nginx or Apache; '' for the usual ones @param fromMs earlier requests do not count */
  constructor(format = '', fromMs = Number.NEGATIVE_INFINITY) {
    this.#read = readerOf(format)
    this.#fromMs = fromMs
  }

  feed(chunk: Uint8Array): void {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split('\n')
    this.#rest = (lines.pop() ?? '').slice(0, maxLineLength)
    for (const line of lines) this.#take(line)
  }

  end(): Recording {
    this.#take(this.#rest + this.#decoder.decode())
    const left = this.#left
    if (this.#read === null) left.add('', 'badLogFormat')
    if (this.#badLines > 0) left.add('', 'badLines', { count: this.#badLines, line: this.#firstBadLine })
    if (this.#refused > 0) left.add('', 'refused', { count: this.#refused, statuses: refusals.join(', ') })
    const made = new MixExchanges(left)
    const exchanges = this.#templates().map((template, index) => made.exchangeOf(template, index))
    const { period } = this.#arrivals
    if (exchanges.length === 0) left.add('', 'nothingFound')
    else if (this.#trees.has('')) left.add('', 'hostUnknown')
    const { intervalSeconds, counts } = this.#arrivals.counted()
    return {
      format: 'accessLog',
      pages: [],
      exchanges,
      variables: made.variables,
      lists: made.lists,
      left: left.items,
      ...(period !== null && {
        mix: {
          ...period,
          intervalSeconds,
          requests: this.#requests,
          staticRequests: this.#staticRequests,
          refusedRequests: this.#refused,
          arrivals: counts,
          visits: this.#pauses.visits,
          meanPauseMs: this.#pauses.meanMs,
        },
      }),
    }
  }

  #take(line: string): void {
    this.#lines += 1
    const text = line.trimEnd()
    if (text === '') return
    const entry = text.length > maxLineLength ? null : (this.#read?.(text) ?? null)
    if (entry !== null) return this.#count(entry)
    this.#badLines += 1
    if (this.#badLines === 1) this.#firstBadLine = this.#lines
  }

  #count(entry: LogEntry): void {
    const { method, status, client, atMs, sizeBytes } = entry
    if (atMs < this.#fromMs) return
    if (refusals.includes(status) || !httpMethods.some(each => each === method)) {
      this.#refused += 1
      return
    }
    const { origin, target } = placeOf(entry)
    const tree = this.#treeOf(origin)
    const isStatic = tree.add({ method, target, status, sizeBytes })
    if (isStatic) {
      this.#staticRequests += 1
      return
    }
    this.#requests += 1
    this.#arrivals.add(atMs)
    this.#pauses.add(client, atMs)
  }

  #treeOf(origin: string): PathTree {
    const key = this.#trees.has(origin) || this.#trees.size < maxHosts ? origin : ''
    const tree = this.#trees.get(key) ?? new PathTree(this.#random01)
    this.#trees.set(key, tree)
    return tree
  }

  #templates() {
    const all = [...this.#trees]
      .flatMap(([origin, tree]) => tree.templates.map(template => ({ ...template, origin })))
      .toSorted((one, other) => other.count - one.count)
    const rare = all.slice(maxTemplates)
    if (rare.length > 0)
      this.#left.add('', 'rareRequests', {
        limit: maxTemplates,
        count: rare.reduce((sum, { count }) => sum + count, 0),
      })
    return all.slice(0, maxTemplates)
  }
}

function placeOf({ target, host, scheme }: LogEntry): { readonly origin: string; readonly target: string } {
  const [, whole = '', path = ''] = /^(https?:\/\/[^/?#]+)(.*)$/.exec(target) ?? []
  if (whole !== '') return { origin: whole.toLowerCase(), target: path === '' ? '/' : path }
  const isHost = /^[\w.-]+(:\d+)?$/.test(host)
  return { origin: isHost ? `${scheme === '' ? 'http' : scheme}://${host}` : '', target }
}

/** The same numbers for each file, so that the same log gives the same mix. @see https://en.wikipedia.org/wiki/Linear_congruential_generator */
function sequence01(): () => number {
  let state = 42
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
