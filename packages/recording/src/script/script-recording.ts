/** What a script does, as far as it is data, as it is gathered: requests, what surrounds them, and what texts refer to. */
import {
  type Checkpoint,
  checkpointSchema,
  type Extractor,
  extractorSchema,
} from '@pone/plan/answers/answer-rules.ts'
import { escapeTemplate } from '@pone/plan/wsdl/sample-values.ts'
import type { TextParams } from '@pone/schema/bilingual.ts'
import { freeName } from '@pone/schema/free-name.ts'
import type { RecordedFormat } from '../model/formats.ts'
import { type Left, LeftList } from '../model/left.ts'
import {
  maxExchanges,
  type PageRuns,
  type RecordedExchange,
  type RecordedLoad,
  type RecordedPage,
  type RecordedPause,
  type RecordedVariable,
  type Recording,
} from '../model/recording.ts'
import { hostOf } from './addresses.ts'

type CheckpointRule = Omit<Checkpoint, 'id'>
/** What a response has to be. */
export type CheckRule = Omit<CheckpointRule, 'onFailure'>
/** Where a value is taken from, without the variable that holds it. */
export type TakenValue = Pick<Extractor, 'source' | 'expression'> &
  Partial<Omit<Extractor, 'id' | 'variable'>>

/** A request as a script writes it. */
export type ScriptRequest = Pick<
  RecordedExchange,
  'name' | 'method' | 'url' | 'headers' | 'body' | 'responseTimeoutMs' | 'followRedirects'
>

const maxShownCode = 60
/** Template of a brace: two of them would be a reference. */
const brace = '$brace'

interface Gathered extends ScriptRequest {
  readonly place: string
  readonly pageId: string | null
  expectedStatus: number | null
  readonly checkpoints: CheckpointRule[]
  readonly extractors: Omit<Extractor, 'id'>[]
}

/** Limits of length. */
const isCheckpoint = (rule: CheckpointRule): boolean =>
  checkpointSchema.safeParse({ ...rule, id: '' }).success
const isExtractor = (rule: Omit<Extractor, 'id'>): boolean =>
  extractorSchema.safeParse({ ...rule, id: '' }).success

export class ScriptRecording {
  readonly left = new LeftList()
  load: RecordedLoad | null = null
  readonly #text: string
  readonly #lines: readonly number[]
  readonly #requests: Gathered[] = []
  readonly #pages: RecordedPage[] = []
  readonly #open: RecordedPage[] = []
  readonly #pauses: RecordedPause[] = []
  readonly #expressions = new Map<string, string>()
  readonly #names = new Map<string, string>()
  readonly #variables = new Map<string, RecordedVariable>()

  constructor(text: string) {
    this.#text = text
    this.#lines = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)]
  }

  get requests(): number {
    return this.#requests.length
  }

  /** `line:column`, both from 1. */
  placeAt(offset: number): string {
    let low = 0
    for (let high = this.#lines.length; high - low > 1; ) {
      const middle = (low + high) >> 1
      if ((this.#lines[middle] ?? 0) > offset) high = middle
      else low = middle
    }
    return `${low + 1}:${offset - (this.#lines[low] ?? 0) + 1}`
  }

  /** The beginning of a part of the script, on one line. */
  codeOf({ from, to }: { readonly from: number; readonly to: number }): string {
    const code = this.#text.slice(from, Math.min(to, from + 4 * maxShownCode)).replaceAll(/\s+/g, ' ')
    const isCut = code.length > maxShownCode || to > from + 4 * maxShownCode
    return isCut ? `${code.slice(0, maxShownCode)}…` : code
  }

  leave(offset: number, code: Left['code'], params: TextParams = {}): void {
    this.left.add(this.placeAt(offset), code, params)
  }

  /** Begins a transaction, or what tells how often the requests in it run. */
  enter(title: string, runs?: PageRuns): void {
    const parent = this.#open.at(-1)
    const page: RecordedPage = {
      id: `page ${this.#pages.length}`,
      title,
      ...(runs !== undefined && { runs }),
      ...(parent !== undefined && { parentId: parent.id }),
    }
    this.#pages.push(page)
    this.#open.push(page)
  }

  leaveLast(): void {
    this.#open.pop()
  }

  pause(minMs: number, maxMs: number): void {
    this.#pauses.push({ before: this.#requests.length, pageId: this.#open.at(-1)?.id ?? null, minMs, maxMs })
  }

  /** Its number; null if there are too many. */
  addRequest(request: ScriptRequest, offset: number): number | null {
    if (this.#requests.length >= maxExchanges) {
      this.left.add('', 'tooManyRequests', { limit: maxExchanges })
      return null
    }
    const address = (request.url.split(/[?#]/)[0] ?? '').replaceAll(/\{\{([^{}]+)\}\}/g, (_, name: string) =>
      name.startsWith('$') ? '…' : `\${${name}}`,
    )
    const place = `${this.placeAt(offset)} ${request.method} ${address.slice(0, 200)}`
    const pageId = this.#open.at(-1)?.id ?? null
    this.#requests.push({ ...request, place, pageId, expectedStatus: null, checkpoints: [], extractors: [] })
    return this.#requests.length - 1
  }

  expectStatus(request: number, status: number): void {
    const gathered = this.#requests[request]
    if (gathered !== undefined) gathered.expectedStatus = status
  }

  /** @param rule texts as the script has them */
  check(request: number, rule: CheckRule): void {
    const checkpoint = {
      ...rule,
      expression: escapeTemplate(rule.expression),
      expected: escapeTemplate(rule.expected),
      onFailure: 'continue' as const,
    }
    const gathered = this.#requests[request]
    if (gathered === undefined) return
    if (isCheckpoint(checkpoint)) gathered.checkpoints.push(checkpoint)
    else this.left.add(gathered.place, 'tooLong', { field: 'checkpoints' })
  }

  /** A reference to the value of a response, which an extractor takes; null if there is no such response. @param wanted name of its variable */
  taken(request: number, value: TakenValue, wanted: string): string | null {
    const key = `${request} ${JSON.stringify(value)}`
    const known = this.#names.get(key)
    if (known !== undefined) return `{{${known}}}`
    const plain = wanted.replaceAll(/[^A-Za-z0-9_]+/g, '_').replace(/^(?![A-Za-z_])/, '_')
    const variable = freeName(plain.slice(0, 50), name => this.#isTaken(name), { separator: '' })
    if (!this.#extract(request, { ...value, variable })) return null
    this.#names.set(key, variable)
    return `{{${variable}}}`
  }

  /** The same for a value whose variable the script names; texts refer to it by that name. */
  takenAs(request: number, value: TakenValue, variable: string): void {
    this.#extract(request, { ...value, variable })
  }

  #extract(request: number, { expression, ...rest }: TakenValue & { readonly variable: string }): boolean {
    const gathered = this.#requests[request]
    if (gathered === undefined) return false
    const defaults = { rightBoundary: '', attribute: '', group: 1, match: 1, defaultValue: null }
    const extractor = { ...defaults, ...rest, expression: escapeTemplate(expression) }
    if (!isExtractor(extractor)) {
      this.left.add(gathered.place, 'tooLong', { field: 'extractors' })
      return false
    }
    this.#expressions.set(rest.variable, `\${${rest.variable}}`)
    gathered.extractors.push(extractor)
    return true
  }

  #isTaken = (name: string): boolean => this.#expressions.has(name) || this.#variables.has(name)

  /** A reference to a template, such as a call of a tool function. */
  computed(template: string): string {
    const known = [...this.#expressions].find(([, each]) => each === template)?.[0]
    const name = known ?? `$${this.#expressions.size}`
    this.#expressions.set(name, template)
    return `{{${name}}}`
  }

  /** A reference to a variable of the component. @param value as the script has it; null if it has none */
  variable(name: string, value: string | null): string {
    const known = this.#variables.get(name)
    if (value !== null && known === undefined) this.#variables.set(name, { name, value })
    return `{{${name}}}`
  }

  /** A text of the script that refers to nothing. */
  literal(text: string): string {
    if (!text.includes('{{')) return text
    this.#expressions.set(brace, '{')
    return text.replaceAll(/\{(?=\{)/g, `{{${brace}}}`)
  }

  end(format: RecordedFormat): Recording {
    if (this.#requests.length === 0) this.left.add('', 'nothingFound')
    const variables = [...this.#variables.values()]
    return {
      format,
      pages: this.#pages,
      exchanges: this.#requests.map(({ checkpoints, extractors, ...request }, index) => ({
        ...request,
        index,
        startedAtMs: null,
        durationMs: 0,
        host: hostOf(request.url, variables),
        response: null,
        isFromCache: false,
        isDocument: false,
        rules: { checkpoints, extractors },
      })),
      variables,
      expressions: Array.from(this.#expressions, ([name, value]) => ({ name, value })),
      pauses: this.#pauses,
      ...(this.load !== null && { load: this.load }),
      left: this.left.items,
    }
  }
}
