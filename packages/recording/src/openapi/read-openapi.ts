/** Reads an API description, OpenAPI 3.x or Swagger 2.0, in JSON or YAML: a request per operation, a page per tag. */
import { httpMethods } from '@pone/protocols/http/definition/request.ts'
import { JsonFile } from '../json/json-file.ts'
import { LeftList } from '../model/left.ts'
import {
  maxExchanges,
  type Pair,
  type RecordedExchange,
  type RecordedPage,
  type Recording,
} from '../model/recording.ts'
import {
  documentSchema,
  fieldsOf,
  type OpenApiDocument,
  type Operation,
  operationSchema,
  type Parameter,
  parameterSchema,
  plainText,
} from './openapi-schema.ts'
import { bodyOfOperation } from './operation-body.ts'
import { givenOf, queryPairsOf, simpleText } from './parameters.ts'
import { DescriptionReferences } from './references.ts'
import { credentialsOf } from './security.ts'
import { serverAddress, swaggerAddress } from './servers.ts'

export class OpenApiReader {
  readonly #file = new JsonFile()
  readonly #left = new LeftList()

  feed(chunk: Uint8Array): void {
    this.#file.feed(chunk)
  }

  end(): Recording {
    let read = { exchanges: [] as readonly RecordedExchange[], pages: [] as readonly RecordedPage[] }
    this.#file.end(this.#left, value => {
      read = new Description(value, this.#left).read()
    })
    if (read.exchanges.length === 0) this.#left.add('', 'nothingFound')
    return { format: 'openapi', ...read, variables: [], left: this.#left.items }
  }
}

/** An operation with what it inherits from its path. */
interface Described {
  readonly place: string
  readonly method: string
  readonly path: string
  readonly operation: Operation
  readonly parameters: readonly Parameter[]
  readonly servers: readonly unknown[]
}

class Description {
  readonly #document: OpenApiDocument
  readonly #references: DescriptionReferences
  readonly #left: LeftList

  constructor(value: unknown, left: LeftList) {
    this.#document = documentSchema.parse(fieldsOf(value))
    this.#references = new DescriptionReferences(value, left)
    this.#left = left
  }

  read(): { readonly exchanges: readonly RecordedExchange[]; readonly pages: readonly RecordedPage[] } {
    const { openapi, swagger, paths, webhooks } = this.#document
    if (!openapi.startsWith('3.') && !/^2(\.0)?$/.test(swagger)) {
      this.#left.add('', 'version', { name: (openapi || swagger).slice(0, 20) })
      return { exchanges: [], pages: [] }
    }
    for (const name of Object.keys(webhooks)) this.#left.add(`webhooks ${name}`, 'callback', { name })
    const described = Object.entries(paths).flatMap(([path, item]) => this.#operationsOf(path, item))
    const tags = this.#tagsOf(described)
    const ordered = described.toSorted((one, other) => tags.indexOf(tagOf(one)) - tags.indexOf(tagOf(other)))
    if (ordered.length > maxExchanges) this.#left.add('', 'tooManyRequests', { limit: maxExchanges })
    return {
      exchanges: ordered.slice(0, maxExchanges).map((each, index) => this.#exchangeOf(each, index)),
      pages: tags.filter(Boolean).map(tag => ({ id: tag, title: tag })),
    }
  }

  /** In the order of the file's list, then as they occur; those without a tag come last. */
  #tagsOf(described: readonly Described[]): string[] {
    const used = new Set(described.map(tagOf))
    const listed = this.#document.tags.map(tag => plainText(fieldsOf(tag)['name']))
    return [...new Set([...listed.filter(tag => used.has(tag)), ...used])].toSorted(
      (one, other) => Number(one === '') - Number(other === ''),
    )
  }

  #operationsOf(path: string, value: unknown): Described[] {
    const item = fieldsOf(this.#references.resolved(value))
    return Object.entries(item).flatMap(([key, each]) => {
      const method = key.toUpperCase()
      const place = `${method} ${path}`.slice(0, 200)
      if (method === 'TRACE') this.#left.add(place, 'method', { name: method })
      if (!httpMethods.some(known => known === method)) return []
      const operation = operationSchema.parse(fieldsOf(each))
      for (const name of Object.keys(operation.callbacks)) this.#left.add(place, 'callback', { name })
      return {
        place,
        method,
        path,
        operation,
        parameters: this.#parametersOf(place, [item['parameters'], operation.parameters]),
        servers: [operation.servers, item['servers'], this.#document.servers].find(isFilled) ?? [],
      }
    })
  }

  /** Those of the path and those of the operation, which replace them. */
  #parametersOf(place: string, lists: readonly unknown[]): Parameter[] {
    const found = new Map<string, Parameter>()
    for (const value of lists.flatMap(list => (Array.isArray(list) ? (list as unknown[]) : []))) {
      const { data } = parameterSchema.safeParse(this.#references.resolved(value))
      if (data === undefined) this.#left.add(place, 'badField', { field: 'parameters' })
      else found.set(`${data.in} ${data.name}`, data)
    }
    return [...found.values()]
  }

  #exchangeOf(
    { place, method, path, operation, parameters, servers }: Described,
    index: number,
  ): RecordedExchange {
    const left = this.#left
    const references = this.#references
    const { security, securityDefinitions, components, swagger, consumes } = this.#document
    const schemes = { ...securityDefinitions, ...components.securitySchemes }
    const credentials = credentialsOf(operation.security ?? security, schemes, { place, references, left })
    const values = new ParameterValues(parameters, references)
    if (values.unset.length > 0)
      left.add(place, 'optionalParameters', { names: values.unset.join(', ').slice(0, 500) })
    const own = operation.consumes.length > 0 ? operation : { ...operation, consumes }
    const body = bodyOfOperation(own, parameters, { place, references, left })
    const address = swagger === '' ? serverAddress(servers, left) : swaggerAddress(this.#document)
    const url = address + values.inPath(path) + queryOf([...values.query, ...credentials.query])
    const headers = [...credentials.headers, ...values.headers]
    // Of a form with files the client writes the type, which names the boundary.
    if (body !== null && !body.contentType.startsWith('multipart/'))
      headers.push({ name: 'Content-Type', value: body.contentType })
    return {
      index,
      place,
      name: (operation.operationId || operation.summary).trim(),
      pageId: operation.tags[0] ?? null,
      startedAtMs: null,
      durationMs: 0,
      method,
      url,
      host: URL.parse(url)?.host ?? '',
      headers,
      body,
      response: null,
      isFromCache: false,
      isDocument: false,
      expectedStatus: null,
    }
  }
}

const tagOf = ({ operation }: Described): string => operation.tags[0] ?? ''

const isFilled = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > 0

/** The values of an operation's parameters; a required one that the description gives no value is a variable. */
class ParameterValues {
  readonly query: Pair[] = []
  readonly headers: Pair[] = []
  /** Names of optional parameters without a value. */
  readonly unset: string[] = []
  readonly #path = new Map<string, string>()

  constructor(parameters: readonly Parameter[], references: DescriptionReferences) {
    for (const parameter of parameters) {
      const { name, required } = parameter
      const given = givenOf(parameter, references)
      if (parameter.in === 'path')
        this.#path.set(name, given === undefined ? `{{${name}}}` : simpleText(given))
      if (parameter.in !== 'query' && parameter.in !== 'header') continue
      if (given === undefined && !required) this.unset.push(name)
      else if (parameter.in === 'query') this.query.push(...queryPairsOf(parameter, given ?? `{{${name}}}`))
      else this.headers.push({ name, value: simpleText(given ?? `{{${name}}}`) })
    }
  }

  inPath(path: string): string {
    return path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
      const value = this.#path.get(name) ?? `{{${name}}}`
      return value.startsWith('{{') ? value : encodeURIComponent(value)
    })
  }
}

/** References to variables are no text to encode. */
const encoded = (text: string): string =>
  text
    .split(/(\{\{[^{}]+\}\})/)
    .map((part, at) => (at % 2 === 1 ? part : encodeURIComponent(part)))
    .join('')

const queryOf = (pairs: readonly Pair[]): string =>
  pairs.length === 0
    ? ''
    : `?${pairs.map(({ name, value }) => `${encoded(name)}=${encoded(value)}`).join('&')}`
