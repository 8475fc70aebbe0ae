/** Body, authentication and tests of a request of a Postman collection. */

import type { z } from 'zod'
import type { LeftList } from '../model/left.ts'
import type { FormPart, Pair, RecordedBody } from '../model/recording.ts'
import type { eventsSchema, PostmanAuth, PostmanBody } from './postman-schema.ts'

interface Place {
  readonly place: string
  readonly left: LeftList
}

const languageTypes: Readonly<Record<string, string | undefined>> = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  javascript: 'application/javascript',
}

export function bodyOf(body: PostmanBody, contentType: string, { place, left }: Place): RecordedBody | null {
  const of = (part: Partial<RecordedBody>): RecordedBody => ({
    contentType,
    text: '',
    parts: [],
    isBinary: false,
    ...part,
  })
  switch (body?.mode) {
    case 'raw': {
      if (body.raw === '') return null
      const type = contentType || (languageTypes[body.options?.raw?.language ?? ''] ?? '')
      return of({ text: body.raw, contentType: type })
    }
    case 'urlencoded': {
      const parts = body.urlencoded.map(pair => ({ ...pair, fileName: null, contentType: '' }))
      return of({ contentType: 'application/x-www-form-urlencoded', parts })
    }
    case 'formdata': {
      const sent = body.formdata.filter(({ key, disabled }) => key !== '' && disabled !== true)
      return of({ contentType: 'multipart/form-data', parts: sent.map(partOf) })
    }
    case 'graphql': {
      const { query = '', variables = '' } = body.graphql ?? {}
      const text = `{"query":${JSON.stringify(query)}${variables.trim() === '' ? '' : `,"variables":${variables}`}}`
      return of({ contentType: 'application/json', text })
    }
    case 'file':
      left.add(place, 'binaryBody')
      return of({ isBinary: true })
    default:
      return null
  }
}

function partOf({
  key: name,
  value,
  type,
  src,
  contentType,
}: NonNullable<PostmanBody>['formdata'][number]): FormPart {
  const source = Array.isArray(src) ? src[0] : src
  if (type !== 'file') return { name, value, fileName: null, contentType }
  const path = typeof source === 'string' ? source : ''
  return { name, value: '', fileName: path.split(/[\\/]/).at(-1) || 'file', contentType }
}

/** Headers and parameters of the query that authenticate the request. */
export function credentialsOf(
  auth: PostmanAuth,
  { place, left }: Place,
): { readonly headers: readonly Pair[]; readonly query: readonly Pair[] } {
  const header = (name: string, value: string) => ({ headers: [{ name, value }], query: [] })
  const valueOf = (list: readonly Pair[] | undefined, key: string) =>
    list?.find(({ name }) => name === key)?.value ?? ''
  switch (auth?.type) {
    case 'bearer':
      return header('Authorization', `Bearer ${valueOf(auth.bearer, 'token')}`)
    case 'basic': {
      const text = `${valueOf(auth.basic, 'username')}:${valueOf(auth.basic, 'password')}`
      return header('Authorization', `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(text)))}`)
    }
    case 'apikey': {
      const pair = { name: valueOf(auth.apikey, 'key'), value: valueOf(auth.apikey, 'value') }
      if (valueOf(auth.apikey, 'in') === 'query') return { headers: [], query: [pair] }
      return { headers: [pair], query: [] }
    }
    case undefined:
    case '':
    case 'noauth':
      break
    default:
      left.add(place, 'authentication', { name: auth?.type ?? '' })
  }
  return { headers: [], query: [] }
}

/** A test of the status and nothing else, as Postman's own snippet writes it. */
const statusTest =
  /pm\.test\(\s*(["'`]).*?\1\s*,\s*(?:function\s*\(\s*\)|\(\s*\)\s*=>)\s*\{\s*pm\.response\.to\.have\.status\((\d{3})\)\s*;?\s*\}\s*\)\s*;?/g

/** The status that the tests expect; null without one. Other scripts are told. */
export function expectedStatusOf(
  events: z.infer<typeof eventsSchema>,
  { place, left }: Place,
): number | null {
  let status: number | null = null
  for (const { listen, script } of events) {
    const exec = script?.exec ?? ''
    const code = (typeof exec === 'string' ? exec : exec.join('\n')).replaceAll(/^\s*\/\/.*$/gm, '')
    const rest =
      listen === 'test'
        ? code.replaceAll(statusTest, (_, _quote, wanted: string) => {
            status = Number(wanted)
            return ''
          })
        : code
    if (rest.trim() !== '') left.add(place, 'script', { name: listen })
  }
  return status
}
