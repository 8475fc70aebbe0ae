/** What a script takes of a response: accesses and calls of k6's Response, as sources of extractors and checkpoints. */
import type { CheckpointSource } from '@pone/schema/protocol.ts'
import type { TakenValue } from '../script/script-recording.ts'

export type Access =
  | {
      readonly of:
        | 'response'
        | 'status'
        | 'timings'
        | 'duration'
        | 'body'
        | 'length'
        | 'headers'
        | 'cookies'
        | 'html'
    }
  | { readonly of: 'header' | 'cookies' | 'cookie'; readonly name: string }
  | { readonly of: 'json'; readonly path: string }
  /** All that a JSONPath finds, and how many that are. */
  | { readonly of: 'found' | 'foundCount'; readonly path: string }
  | { readonly of: 'element'; readonly selector: string }
  | { readonly of: 'attribute'; readonly selector: string; readonly attribute: string }
  | { readonly of: 'match'; readonly pattern: string; readonly group: number | null }
  | { readonly of: 'between'; readonly left: string; readonly right: string }

const fields: Readonly<Record<string, Access['of'] | undefined>> = {
  status: 'status',
  timings: 'timings',
  body: 'body',
  headers: 'headers',
  cookies: 'cookies',
}

/** `of.key`; null if it is nothing that an extractor or a checkpoint sees. */
export function memberOf(access: Access, key: string | number): Access | null {
  switch (access.of) {
    case 'response': {
      const of = fields[key]
      return of === undefined ? null : ({ of } as Access)
    }
    case 'timings':
      return key === 'duration' ? { of: 'duration' } : null
    case 'body':
      return key === 'length' ? { of: 'length' } : null
    case 'headers':
      return { of: 'header', name: String(key) }
    case 'cookies':
      // All of one name, then one of them, then its value.
      return 'name' in access
        ? key === 0 || key === '0'
          ? { of: 'cookie', name: access.name }
          : null
        : { of: 'cookies', name: String(key) }
    case 'cookie':
      return key === 'value' ? access : null
    case 'json':
      return key === 'length' ? null : { of: 'json', path: access.path + segmentOf(key) }
    case 'found':
      if (key === 'length') return { of: 'foundCount', path: access.path }
      return key === 0 || key === '0' ? { of: 'json', path: access.path } : null
    case 'match':
      return access.group === null && /^\d$/.test(String(key)) ? { ...access, group: Number(key) } : null
    default:
      return null
  }
}

/** @see https://www.rfc-editor.org/rfc/rfc9535 */
function segmentOf(key: string | number): string {
  if (typeof key === 'number' || /^\d+$/.test(key)) return `[${key}]`
  return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `['${key.replaceAll(/['\\]/g, '\\$&')}']`
}

/** `of.method(argument)`; null if it is nothing that an extractor or a checkpoint sees. */
export function calledOn(access: Access, method: string, argument: string | null): Access | null {
  switch (access.of) {
    case 'response':
      if (method === 'json') return argument === null ? { of: 'json', path: '$' } : jsonAt(argument)
      if (method === 'html') return argument === null ? { of: 'html' } : { of: 'element', selector: argument }
      return null
    case 'html':
      return method === 'find' && argument !== null ? { of: 'element', selector: argument } : null
    case 'element':
      if (method === 'find' && argument !== null)
        return { of: 'element', selector: `${access.selector} ${argument}` }
      if (method === 'first' || method === 'text') return access
      if (method === 'attr' && argument !== null)
        return { of: 'attribute', selector: access.selector, attribute: argument }
      return method === 'val' ? { of: 'attribute', selector: access.selector, attribute: 'value' } : null
    case 'status':
    case 'json':
    case 'attribute':
    case 'body':
      return method === 'toString' || method === 'trim' ? access : null
    default:
      return null
  }
}

/** Of the selectors of `Response.json`. @see https://github.com/tidwall/gjson/blob/master/SYNTAX.md */
function jsonAt(selector: string): Access | null {
  if (/[#*?|@!{}[\]]/.test(selector)) return null
  const keys = selector.split(/(?<!\\)\./).map(key => key.replaceAll('\\.', '.'))
  return keys.includes('')
    ? null
    : { of: 'json', path: keys.reduce((path, key) => path + segmentOf(key), '$') }
}

/** Null if no extractor takes it. */
export function takenOf(access: Access): TakenValue | null {
  switch (access.of) {
    case 'json':
      return { source: 'jsonPath', expression: access.path }
    case 'header':
      return { source: 'header', expression: access.name }
    case 'cookie':
      return { source: 'cookie', expression: access.name }
    case 'element':
      return { source: 'css', expression: access.selector }
    case 'attribute':
      return { source: 'css', expression: access.selector, attribute: access.attribute }
    case 'match':
      return { source: 'regex', expression: access.pattern, group: access.group ?? 0 }
    case 'between':
      return { source: 'boundary', expression: access.left, rightBoundary: access.right }
    case 'body':
      return { source: 'regex', expression: '^[\\s\\S]*$', group: 0 }
    default:
      return null
  }
}

/** What a checkpoint looks at; null if none sees it. */
export function checkedOf(
  access: Access,
): { readonly source: CheckpointSource; readonly expression: string } | null {
  switch (access.of) {
    case 'status':
      return { source: 'status', expression: '' }
    case 'duration':
      return { source: 'responseTime', expression: '' }
    case 'body':
      return { source: 'body', expression: '' }
    case 'header':
      return { source: 'header', expression: access.name }
    case 'json':
      return { source: 'jsonPath', expression: access.path }
    case 'element':
      return { source: 'css', expression: access.selector }
    default:
      return null
  }
}

/** A name for the variable of a value that the script gives none. */
export function nameOf(access: Access): string {
  switch (access.of) {
    case 'json':
      return /([A-Za-z_]\w*)[^A-Za-z_]*$/.exec(access.path)?.[1] ?? 'value'
    case 'header':
    case 'cookie':
      return access.name
    case 'element':
    case 'attribute':
      return /([A-Za-z_]\w*)[^A-Za-z_]*$/.exec(access.selector)?.[1] ?? 'value'
    default:
      return 'value'
  }
}
