/** Parses a cURL command, as browsers and API documents copy it, into an HTTP request; pure. */
import {
  type HttpBody,
  type HttpRequest,
  httpMethods,
  httpRequestSchema,
  type MultipartField,
} from '@pone/protocols/http/definition/request.ts'
import { queryPairs } from '@pone/recording/http/query-pairs.ts'
import { type CurlOptions, readCurlOptions } from './curl-options.ts'
import { splitCurlCommands, splitShellWords } from './shell-words.ts'

/** Whether a pasted text begins with a cURL command. */
export function looksLikeCurl(text: string): boolean {
  return /^\s*\$?\s*curl(\.exe)?\s/.test(text)
}

const formType = 'application/x-www-form-urlencoded'

/** A part of `-F`: `name=text`, `name=@path` or `name=<path`, followed by optional `;type=…`. Files have to be chosen afterwards. */
function partOf(entry: string): MultipartField | [] {
  const groups = /^(?<name>[^=]+)=(?<content>.*?)(?:;type=(?<type>[^;]+))?$/s.exec(entry)?.groups
  if (!groups) return []
  const { name = '', content = '', type: contentType = '' } = groups
  if (!content.startsWith('@')) return { kind: 'text', name, value: content, contentType, enabled: true }
  const fileName = content.split(/[\\/@]/).at(-1) ?? ''
  return {
    kind: 'file',
    name,
    fileId: '',
    fileName,
    contentType: contentType || 'application/octet-stream',
    enabled: true,
  }
}

function bodyOf({ data, form, asQuery }: CurlOptions, contentType: string): HttpBody {
  if (asQuery) return { kind: 'none' }
  if (form.length > 0) return { kind: 'multipart', fields: form.flatMap(partOf) }
  if (data.length === 0) return { kind: 'none' }
  const text = data.join('&')
  if (/json/i.test(contentType)) return { kind: 'json', text }
  const isForm = contentType === '' || contentType.toLowerCase().includes(formType)
  if (isForm && /^[^\s={}[\]"<>]+=[^\n]*$/.test(text)) return { kind: 'form', fields: queryPairs(text) }
  if (contentType === '' && /^\s*[[{]/.test(text)) return { kind: 'json', text }
  return { kind: 'text', contentType: contentType || formType, text }
}

/** Kinds of bodies that imply the content type. */
const typedKinds: readonly HttpBody['kind'][] = ['json', 'form', 'multipart']

/** The request that a cURL command describes; null if the text contains no address or is not a cURL command. */
export function parseCurl(text: string): HttpRequest | null {
  if (!looksLikeCurl(text)) return null
  const options = readCurlOptions(splitShellWords(text.trim().replace(/^\$\s*/, '')).slice(1))
  if (options.url === '') return null
  const isContentType = ({ name }: { name: string }) => /^content-type$/i.test(name)
  const body = bodyOf(options, options.headers.find(isContentType)?.value ?? '')
  const [, url = '', query = ''] = /^([^?#]*)\??([^#]*)/.exec(options.url) ?? []
  const parsed = httpRequestSchema.safeParse({
    method: httpMethods.find(method => method === options.method) ?? (body.kind === 'none' ? 'GET' : 'POST'),
    url,
    query: queryPairs([query, ...(options.asQuery ? options.data : [])].join('&')),
    headers: options.headers.filter(header => !(isContentType(header) && typedKinds.includes(body.kind))),
    body,
    followRedirects: options.followRedirects,
  })
  return parsed.success ? parsed.data : null
}

/** What a text of one or several cURL commands becomes. */
export interface CurlImport {
  readonly requests: readonly HttpRequest[]
  /** How many commands contain no address or are otherwise unreadable. */
  readonly unreadable: number
}

/** All cURL commands of a text, in their order; none if it does not begin with one. */
export function parseCurlCommands(text: string): CurlImport {
  if (!looksLikeCurl(text)) return { requests: [], unreadable: 0 }
  const parsed = splitCurlCommands(text).map(parseCurl)
  const requests = parsed.filter(request => request !== null)
  return { requests, unreadable: parsed.length - requests.length }
}
