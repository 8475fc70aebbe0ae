/**
 * Reads a recording of the Recorder panel of Chrome's developer tools. It holds what the user did, not what was sent:
 * opened pages become requests, all else is told.
 * @see https://developer.chrome.com/docs/devtools/recorder/reference
 */
import { z } from 'zod'
import { JsonFile } from '../json/json-file.ts'
import { LeftList } from '../model/left.ts'
import { maxExchanges, type RecordedExchange, type Recording } from '../model/recording.ts'

const fileSchema = z.object({ steps: z.array(z.unknown()) })
const stepSchema = z.object({
  type: z.string(),
  url: z.string().optional(),
  assertedEvents: z
    .array(z.object({ type: z.string(), url: z.string().optional(), title: z.string().optional() }))
    .optional()
    .catch(undefined),
})

/** Steps that send nothing by themselves. */
const silent = ['setViewport', 'scroll', 'keyUp', 'hover', 'waitForElement']

export class RecorderReader {
  readonly #file = new JsonFile()
  readonly #left = new LeftList()
  readonly #exchanges: RecordedExchange[] = []

  feed(chunk: Uint8Array): void {
    this.#file.feed(chunk)
  }

  end(): Recording {
    this.#file.end(this.#left, value => {
      const { data } = fileSchema.safeParse(value)
      if (data === undefined) this.#left.add('', 'badField', { field: 'steps' })
      for (const [index, step] of (data?.steps ?? []).entries()) this.#read(step, index)
    })
    if (this.#exchanges.length === 0) this.#left.add('', 'nothingFound')
    const pages = this.#exchanges.map(({ pageId, name }) => ({ id: pageId ?? '', title: name }))
    return { format: 'recorder', pages, exchanges: this.#exchanges, variables: null, left: this.#left.items }
  }

  #read(value: unknown, number: number): void {
    const position = `steps[${number}]`
    const { data } = stepSchema.safeParse(value)
    if (data === undefined) return this.#left.add(position, 'badField', { field: 'type' })
    const { type, url: address = '', assertedEvents = [] } = data
    if (silent.includes(type)) return
    const opened = assertedEvents.find(event => event.type === 'navigation')
    if (type !== 'navigate') {
      const target = opened?.url?.split(/[?#]/)[0] ?? ''
      return target === ''
        ? this.#left.add(position, 'userAction', { name: type })
        : this.#left.add(position, 'userNavigation', { name: type, address: target.slice(0, 200) })
    }
    const url = URL.parse(address)
    if (url === null || !/^https?:$/.test(url.protocol)) return this.#left.add(position, 'notHttp')
    if (this.#exchanges.length >= maxExchanges)
      return this.#left.add('', 'tooManyRequests', { limit: maxExchanges })
    url.hash = ''
    this.#exchanges.push({
      index: this.#exchanges.length,
      place: `${position} GET ${url.origin}${url.pathname}`.slice(0, 200),
      name: (opened?.title || url.pathname).slice(0, 128),
      pageId: position,
      startedAtMs: null,
      durationMs: 0,
      method: 'GET',
      url: url.href,
      host: url.host,
      headers: [],
      body: null,
      response: null,
      isFromCache: false,
      isDocument: true,
      expectedStatus: null,
    })
  }
}
