/** Body, authentication and references of a request of Insomnia. */
import { basicAuthorization } from '../http/base64.ts'
import type { LeftList } from '../model/left.ts'
import type { Pair, RecordedBody } from '../model/recording.ts'
import type { InsomniaAuthentication, InsomniaRequest } from './insomnia-schema.ts'

interface Place {
  readonly place: string
  readonly left: LeftList
}

/** References as `{{name}}`; what Insomnia computes otherwise is told and becomes a variable. */
export function withReferences(text: string, { place, left }: Place): string {
  return text
    .replaceAll(/\{\{\s*(?:_\.)?([\w.$-]+)\s*\}\}/g, (_, name: string) => `{{${name}}}`)
    .replaceAll(/\{%\s*(\w+)[^]*?%\}/g, (_, name: string) => {
      if (name === 'uuid') return '{{$guid}}'
      left.add(place, 'generated', { name, now: name })
      return `{{${name}}}`
    })
}

export function bodyOf(body: InsomniaRequest['body'], contentType: string, at: Place): RecordedBody | null {
  if (body === null || body === undefined) return null
  const type = contentType || body.mimeType
  const parts = body.params.map(({ name, value, type: kind, fileName, contentType: partType }) => ({
    name,
    value: withReferences(value, at),
    fileName: kind === 'file' ? fileName.split(/[\\/]/).at(-1) || 'file' : null,
    contentType: partType,
  }))
  const made = { contentType: type, text: withReferences(body.text, at), parts: [], isBinary: false }
  if (parts.length > 0) return { ...made, text: '', parts }
  if (body.fileName !== '') {
    at.left.add(at.place, 'binaryBody')
    return { ...made, isBinary: true }
  }
  if (made.text === '') return null
  if (body.mimeType !== 'application/graphql') return made
  return { ...made, contentType: 'application/json' }
}

/** Headers and parameters of the query that authenticate the request. */
export function credentialsOf(
  authentication: InsomniaAuthentication,
  { place, left }: Place,
): { readonly headers: readonly Pair[]; readonly query: readonly Pair[] } {
  const header = (name: string, value: string) => ({ headers: [{ name, value }], query: [] })
  if (authentication === null || authentication === undefined || authentication.disabled)
    return { headers: [], query: [] }
  const { type, token, prefix, username, password, key, value, addTo } = authentication
  switch (type) {
    case 'bearer':
      return header('Authorization', `${prefix || 'Bearer'} ${token}`)
    case 'basic':
      return { headers: [basicAuthorization(`${username}:${password}`)], query: [] }
    case 'apikey':
      if (addTo === 'queryParams') return { headers: [], query: [{ name: key, value }] }
      return addTo === 'cookie' ? header('Cookie', `${key}=${value}`) : header(key, value)
    case '':
    case 'none':
      break
    default:
      left.add(place, 'authentication', { name: type })
  }
  return { headers: [], query: [] }
}
