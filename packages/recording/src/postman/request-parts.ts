/** Body, authentication and tests of a request of a Postman collection. */

import type { z } from 'zod'
import { basicAuthorization } from '../http/base64.ts'
import type { LeftList } from '../model/left.ts'
import type { AnswerRules, FormPart, Pair, RecordedBody, RecordedExchange } from '../model/recording.ts'
import type { eventsSchema, PostmanAuth, PostmanBody } from './postman-schema.ts'
import { type ReadTests, readTests } from './tests.ts'

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
      return { headers: [basicAuthorization(text)], query: [] }
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

/** What the tests of a request check and store. Other scripts are told. */
export function testsOf(events: z.infer<typeof eventsSchema>, { place, left }: Place): RequestTests {
  let status: number | null = null
  const checkpoints: ReadTests['checkpoints'] = []
  const extractors: ReadTests['extractors'] = []
  for (const { listen, script } of events) {
    const exec = script?.exec ?? ''
    const code = typeof exec === 'string' ? exec : exec.join('\n')
    const isOnlyComments = code.replaceAll(/^\s*\/\/.*$/gm, '').trim() === ''
    if (isOnlyComments) continue
    if (listen !== 'test') {
      left.add(place, 'script', { name: listen })
      continue
    }
    const read = readTests(code)
    status = read.expectedStatus ?? status
    checkpoints.push(...read.checkpoints)
    extractors.push(...read.extractors)
    if (read.hasRest) left.add(place, 'script', { name: listen })
  }
  return { expectedStatus: status, rules: { checkpoints, extractors } }
}

type RequestTests = Pick<RecordedExchange, 'expectedStatus'> & { readonly rules: AnswerRules }
