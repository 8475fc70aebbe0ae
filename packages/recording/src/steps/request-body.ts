/** The body of a request step, of a recorded body. */
import type { HttpBody, MultipartField } from '@pone/protocols/http/definition/request.ts'
import { mimeOf } from '@pone/schema/mime-type.ts'
import type { NameValue } from '@pone/schema/template.ts'
import { headerOf } from '../http/header-names.ts'
import { isPairs, queryPairs } from '../http/query-pairs.ts'
import type { FormPart, RecordedBody, RecordedExchange } from '../model/recording.ts'
import type { FieldTexts } from './field-texts.ts'
import { splitMultipart } from './split-multipart.ts'

const formType = 'application/x-www-form-urlencoded'

/** Texts hold marks where texts were, and are no templates yet. */
export function bodyOf({ body, headers }: RecordedExchange, texts: FieldTexts): HttpBody {
  if (body === null) return { kind: 'none' }
  const { contentType, text, parts, isBinary } = body
  const type = mimeOf(contentType)
  if (isBinary) return { kind: 'binary', fileId: '', contentType: contentType || 'application/octet-stream' }
  if (type.startsWith('multipart/')) {
    const fields = parts.length > 0 ? parts : splitMultipart(text, contentType)
    if (fields !== null) return { kind: 'multipart', fields: fields.map(part => fieldOf(part, texts)) }
  }
  if (type === formType || (type === '' && parts.length > 0)) {
    const fields = formFields(body)
    if (fields !== null) return { kind: 'form', fields: fields.map(each => safePair(each, texts)) }
  }
  if (/[/+]json$/.test(type) || (type === '' && /^\s*[[{]/.test(text))) return jsonBody(text, texts)
  if (/[/+]xml$/.test(type)) return soapBody(body, headers, texts)
  return { kind: 'text', contentType: contentType || 'text/plain', text: texts.value('', text) }
}

/** A name and a value whose secret is replaced by a mark. */
export const safePair = ({ name, value, enabled }: NameValue, texts: FieldTexts): NameValue => ({
  name,
  value: texts.value(name, value),
  enabled,
})

function fieldOf({ name, value, fileName, contentType }: FormPart, texts: FieldTexts): MultipartField {
  if (fileName === null)
    return { kind: 'text', name, value: texts.value(name, value), contentType, enabled: true }
  const type = contentType || 'application/octet-stream'
  return { kind: 'file', name, fileId: '', fileName, contentType: type, enabled: true }
}

/** null if the text would not be the same when its fields are encoded again. */
function formFields({ text, parts }: RecordedBody): NameValue[] | null {
  if (text === '') return parts.map(({ name, value }) => ({ name, value, enabled: true }))
  return isPairs(text) ? queryPairs(text) : null
}

function jsonBody(text: string, texts: FieldTexts): HttpBody {
  const graphql = graphqlOf(text)
  if (graphql === null) return { kind: 'json', text: texts.json(text) }
  const { query, variables, operationName } = graphql
  return { kind: 'graphql', query, variables: texts.json(variables), operationName }
}

/** null if the text is no request to GraphQL, or has more than the fields of the specification. */
function graphqlOf(text: string): { query: string; variables: string; operationName: string } | null {
  if (!/"query"\s*:/.test(text)) return null
  try {
    const { query, variables, operationName, ...others }: Record<string, unknown> = JSON.parse(text)
    if (typeof query !== 'string' || !/^\s*(query|mutation|subscription|fragment|\{)/.test(query)) return null
    if (Object.keys(others).length > 0) return null
    return {
      query,
      variables: variables === undefined || variables === null ? '' : JSON.stringify(variables),
      operationName: typeof operationName === 'string' ? operationName : '',
    }
  } catch {
    return null
  }
}

function soapBody(
  { text, contentType }: RecordedBody,
  headers: RecordedExchange['headers'],
  texts: FieldTexts,
): HttpBody {
  const safe = texts.xml(text)
  const action = headerOf(headers, 'soapaction').replace(/^"(.*)"$/, '$1')
  if (headers.some(({ name }) => name.toLowerCase() === 'soapaction'))
    return { kind: 'soap', version: '1.1', action, envelope: safe }
  if (mimeOf(contentType) === 'application/soap+xml')
    return {
      kind: 'soap',
      version: '1.2',
      action: /action="?([^";]*)/.exec(contentType)?.[1] ?? '',
      envelope: safe,
    }
  return { kind: 'text', contentType, text: safe }
}
