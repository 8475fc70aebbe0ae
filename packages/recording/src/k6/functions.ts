/** Functions of k6 and of the language that have a counterpart here, a line each. */
import type { SyntaxNode } from '@lezer/common'
import { readChecks } from './checks.ts'
import { batched, requested } from './http-calls.ts'
import { codeAt, type Machine, textValue } from './machine.ts'
import { madeOf } from './made-objects.ts'
import { jsonOf, textOf } from './texts.ts'
import { nothing, numberOf, rawOf, unknown, type Value } from './values.ts'

interface NativeCall {
  readonly machine: Machine
  readonly args: readonly Value[]
  readonly node: SyntaxNode
}

type Native = (call: NativeCall) => Value

/** A text that a tool function makes. */
const computed = ({ recording }: Machine, template: string, isNumber = false): Value => ({
  kind: 'text',
  raw: null,
  text: recording.computed(template),
  ...(isNumber && { isNumber }),
})

/** A tool function applied to the first argument. */
const applied =
  (template: (text: string) => string): Native =>
  ({ machine, args: [value] }) => {
    const text = value === undefined ? null : textOf(machine, value)
    if (text === null) return unknown
    return computed(
      machine,
      template(/^\{\{[^{}]+\}\}$/.test(text) ? text : `'${text.replaceAll(/['\\]/g, '\\$&')}'`),
    )
  }

const hashed =
  (name: string): Native =>
  call =>
    rawOf(call.args[1]) === 'hex' ? applied(text => `\${${name}(${text})}`)(call) : unknown

const sent =
  (method: string, hasBody: boolean): Native =>
  ({ machine, args, node }) => {
    const [url, ...rest] = args
    const [body, params] = hasBody ? rest : [undefined, ...rest]
    return requested(machine, { method, url, body, params }, node)
  }

const randomInt: Native = ({ machine, args }) => {
  const [min, max] = [numberOf(args[0]), numberOf(args[1])]
  if (min === null || max === null) return unknown
  return { kind: 'drawn', text: machine.recording.computed(`\${randomInt(${min}, ${max})}`), min, max }
}

const wholeNumber: Native = ({ machine, args: [value] }) => {
  if (value?.kind === 'number') return { kind: 'number', value: Math.floor(value.value) }
  if (value?.kind !== 'drawn') return unknown
  if (value.text !== null) return value
  const [min, max] = [Math.ceil(value.min), Math.ceil(value.max) - 1]
  return { kind: 'drawn', text: machine.recording.computed(`\${randomInt(${min}, ${max})}`), min, max }
}

const asNumber: Native = ({ machine, args: [value] }) => {
  if (value === undefined) return unknown
  const raw = rawOf(value)
  const isConstant = raw !== null && (value.kind !== 'text' || value.variable === undefined)
  if (isConstant && /^-?\d+(\.\d+)?$/.test(raw)) return { kind: 'number', value: Number(raw) }
  const text = textOf(machine, value)
  return text === null ? unknown : { kind: 'text', text, raw, isNumber: true }
}

const parsedJson: Native = ({ args: [value] }) =>
  value?.kind === 'answer' && value.access.of === 'body'
    ? { ...value, access: { of: 'json', path: '$' } }
    : unknown

/** What a JSONPath finds in a response: all of it, or the first. */
function atPath(value: Value | undefined, path: Value | undefined, of: 'found' | 'json'): Value {
  const text = rawOf(path)
  if (value?.kind !== 'answer' || value.access.of !== 'json' || text === null) return unknown
  const rest = text.startsWith('$') ? text.slice(1) : `.${text}`
  return { ...value, access: { of, path: value.access.path + rest }, name: '' }
}

const opened: Native = ({ machine, args: [path], node }) => {
  const name = rawOf(path) ?? ''
  machine.recording.leave(node.from, 'dataFile', { name: name.slice(0, 200) })
  return { kind: 'file', name: name.split(/[\\/]/).at(-1) ?? '', sentAs: '', contentType: '' }
}

const natives: Readonly<Record<string, Native | undefined>> = {
  'http.get': sent('GET', false),
  'http.head': sent('HEAD', false),
  'http.post': sent('POST', true),
  'http.put': sent('PUT', true),
  'http.patch': sent('PATCH', true),
  'http.del': sent('DELETE', true),
  'http.options': sent('OPTIONS', true),
  'http.request': call => {
    const [method, url, body, params] = call.args
    return requested(call.machine, { method: rawOf(method) ?? '', url, body, params }, call.node)
  },
  'http.batch': ({ machine, args: [requests], node }) => batched(machine, requests, node),
  'http.file': ({ args: [file, name, type] }) =>
    file?.kind === 'file'
      ? { ...file, sentAs: rawOf(name) ?? '', contentType: rawOf(type) ?? '' }
      : { kind: 'file', name: '', sentAs: rawOf(name) ?? 'file', contentType: rawOf(type) ?? '' },
  'k6.check': ({ machine, args: [value, checks], node }) => {
    readChecks(machine, value ?? unknown, checks ?? unknown, node)
    return unknown
  },
  'k6.group': ({ machine, args: [title, work] }) => {
    if (work?.kind !== 'function') return unknown
    machine.recording.enter(title === undefined ? '' : (rawOf(title) ?? ''))
    const value = machine.call(work, [])
    machine.recording.leaveLast()
    return value
  },
  'k6.sleep': ({ machine, args: [seconds], node }) => {
    const range = seconds?.kind === 'number' ? { min: seconds.value, max: seconds.value } : seconds
    if (range !== undefined && 'min' in range)
      machine.recording.pause(Math.max(0, range.min * 1_000), Math.max(0, range.max * 1_000))
    else machine.recording.leave(node.from, 'computed', { code: machine.recording.codeOf(node) })
    return nothing
  },
  'JSON.stringify': ({ machine, args: [value], node }) => {
    const text = value === undefined ? null : jsonOf(machine, value, node.from)
    return text === null ? unknown : { kind: 'text', text, raw: null }
  },
  'JSON.parse': parsedJson,
  'Math.random': () => ({ kind: 'drawn', text: null, min: 0, max: 1 }),
  'Math.floor': wholeNumber,
  'Date.now': ({ machine }) => computed(machine, '${timestamp()}', true),
  String: ({ machine, args: [value] }) => {
    const text = value === undefined ? null : textOf(machine, value)
    return text === null ? unknown : { kind: 'text', text, raw: rawOf(value) }
  },
  Number: asNumber,
  parseInt: asNumber,
  parseFloat: asNumber,
  encodeURIComponent: call => {
    const raw = rawOf(call.args[0])
    return raw === null
      ? applied(text => `\${urlEncode(${text})}`)(call)
      : textValue(call.machine, encodeURIComponent(raw.toWellFormed()))
  },
  'encoding.b64encode': applied(text => `\${base64(${text})}`),
  'crypto.md5': hashed('md5'),
  'crypto.sha1': hashed('sha1'),
  'crypto.sha256': hashed('sha256'),
  'crypto.sha512': hashed('sha512'),
  'utils.uuidv4': ({ machine }) => computed(machine, '${uuid()}'),
  'utils.randomIntBetween': randomInt,
  'utils.randomString': ({ machine, args: [length, characters] }) =>
    numberOf(length) === null || characters !== undefined
      ? unknown
      : computed(machine, `\${randomString(${String(numberOf(length))})}`),
  'utils.randomItem': ({ machine, args: [list] }) => {
    const items = list?.kind === 'list' ? list.items.map(rawOf) : []
    const isPlain = items.length > 0 && items.every(item => item !== null && /^[\w./:@-]+$/.test(item))
    return isPlain ? computed(machine, `\${randomItem(${items.join(', ')})}`) : unknown
  },
  'utils.findBetween': ({ args: [body, left, right] }) => {
    const [begin, end] = [rawOf(left), rawOf(right)]
    const isBody = body?.kind === 'answer' && body.access.of === 'body'
    return isBody && begin !== null && end !== null
      ? { ...body, access: { of: 'between', left: begin, right: end } }
      : unknown
  },
  // Of the library for JSONPath.
  'jsonpath.query': ({ args: [value, path] }) => atPath(value, path, 'found'),
  'jsonpath.value': ({ args: [value, path] }) => atPath(value, path, 'json'),
  open: opened,
}

/** Functions without an effect on a target, whose results are told where a request needs them. */
const quiet = /^(console|Math|Object|Array|Date|String|RegExp)\b/

export function calledNatively(
  machine: Machine,
  target: Value,
  args: readonly Value[],
  node: SyntaxNode,
): Value {
  if (target.kind !== 'native') return unknown
  const name = target.name.replace(/^http\.asyncRequest$/, 'http.request')
  const native = Object.hasOwn(natives, name) ? natives[name] : undefined
  if (native !== undefined) return native({ machine, args, node })
  if (name.startsWith('console.')) return nothing
  if (!quiet.test(name))
    machine.recording.leave(node.from, 'computed', { code: machine.recording.codeOf(node) })
  return unknown
}

/** `new SharedArray(name, load)` calls its function; others that are not known are told. */
export function newNatively(
  machine: Machine,
  target: Value,
  args: readonly Value[],
  node: SyntaxNode,
): Value {
  if (target.kind !== 'native') return unknown
  const made = madeOf(machine, target.name, args)
  if (made !== null || quiet.test(codeAt(machine, node).replace(/^new\s+/, ''))) return made ?? unknown
  const work = args.find(value => value.kind === 'function')
  if (target.name === 'data.SharedArray' && work !== undefined) return machine.call(work, [])
  machine.recording.leave(node.from, 'computed', { code: machine.recording.codeOf(node) })
  return unknown
}
