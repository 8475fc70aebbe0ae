/** XML text → elements with their positions in it; refuses DTDs, unknown entities and what exceeds the limits. */
import { type JmxProblem, type JmxProblemCode, placeAt, problemAt } from './problem.ts'
import { decodeAttribute, resolveReference } from './xml-text.ts'

export const maxPlanCharacters = 32 * 1024 ** 2
const maxXmlDepth = 256
const maxXmlElements = 400_000
const maxAttributes = 100

export interface XmlAttribute {
  readonly name: string
  readonly value: string
  /** Offsets of the value between its quotes. */
  readonly from: number
  readonly to: number
}

/** Offsets into the text; a self-closed element has `openEnd`, `closeFrom` and `to` at one position. */
export interface XmlElement {
  readonly name: string
  readonly attributes: readonly XmlAttribute[]
  readonly children: readonly XmlElement[]
  readonly from: number
  /** After `>` of the start tag. */
  readonly openEnd: number
  /** Before `</`. */
  readonly closeFrom: number
  readonly to: number
  readonly isSelfClosed: boolean
}

type Growing = {
  -readonly [K in keyof XmlElement]: K extends 'children' ? Growing[] : XmlElement[K]
}

export type XmlResult =
  | { readonly ok: true; readonly elements: readonly XmlElement[] }
  | { readonly ok: false; readonly problem: JmxProblem }

class Fault {
  readonly problem: JmxProblem
  constructor(problem: JmxProblem) {
    this.problem = problem
  }
}

/** Attribute of that name; undefined when there is none. */
export const attributeOf = (element: XmlElement, name: string): XmlAttribute | undefined =>
  element.attributes.find(each => each.name === name)

/** A whole document: one root, or with `isFragment` any number of elements and no declaration. */
export function scanXml(text: string, { isFragment = false } = {}): XmlResult {
  try {
    return { ok: true, elements: scan(text, isFragment) }
  } catch (fault) {
    if (fault instanceof Fault) return { ok: false, problem: fault.problem }
    throw fault
  }
}

const nameAt = /[^\s<>/="'&;!?]+/y
const tagEndAt = /\s*(\/?)>/y

/** Shared by all elements without children: plans are large, and most of their elements are leaves. */
const noElements: Growing[] = []
const noAttributes: readonly XmlAttribute[] = []

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function scan(text: string, isFragment: boolean): XmlElement[] {
  const fail = (at: number, code: JmxProblemCode, params?: JmxProblem['params']): never => {
    throw new Fault(problemAt(text, at, code, params))
  }
  if (text.length > maxPlanCharacters) fail(0, 'tooLarge', { size: text.length, limit: maxPlanCharacters })
  const roots: Growing[] = []
  const open: Growing[] = []
  let count = 0
  const begin = text.charCodeAt(0) === 0xfeff ? 1 : 0
  let at = begin
  while (at < text.length) {
    const tag = text.indexOf('<', at)
    const textEnd = tag < 0 ? text.length : tag
    checkText(text, at, textEnd, fail)
    if (open.length === 0 && /\S/.test(text.slice(at, textEnd))) {
      const stray = at + text.slice(at, textEnd).search(/\S/)
      fail(stray, roots.length === 0 ? 'notXml' : 'strayText')
    }
    if (tag < 0) break
    at = tag
    const next = text[tag + 1]
    if (next === '!' || next === '?') at = skipSection(text, tag, { begin, isInside: open.length > 0 }, fail)
    else if (next === '/') at = close(text, tag, open, fail)
    else {
      if (open.length === 0 && roots.length > 0 && !isFragment) fail(tag, 'afterRoot')
      if (open.length >= maxXmlDepth) fail(tag, 'tooDeep', { limit: maxXmlDepth })
      count += 1
      if (count > maxXmlElements) fail(tag, 'tooMany', { limit: maxXmlElements })
      const element = openTag(text, tag, fail)
      const parent = open.at(-1)
      if (parent === undefined) roots.push(element)
      else if (parent.children === noElements) parent.children = [element]
      else parent.children.push(element)
      if (!element.isSelfClosed) open.push(element)
      at = element.openEnd
    }
  }
  const last = open.at(-1)
  if (last !== undefined)
    fail(last.from, 'unclosedTag', { name: last.name, opened: placeAt(text, last.from).line })
  return roots
}

type Fail = (at: number, code: JmxProblemCode, params?: JmxProblem['params']) => never

function openTag(text: string, from: number, fail: Fail): Growing {
  const name = matchAt(nameAt, text, from + 1)?.[0]
  if (name === undefined) return fail(from, 'badTag', { name: text.slice(from + 1, from + 20) })
  let at = from + 1 + name.length
  let attributes: XmlAttribute[] | null = null
  for (let next = readAttribute(text, at, fail); next !== null; next = readAttribute(text, at, fail)) {
    attributes ??= []
    const { attribute } = next
    if (attributes.length >= maxAttributes || attributes.some(each => each.name === attribute.name))
      fail(skipBlanks(text, at), 'badAttribute', { name })
    attributes.push(attribute)
    at = next.end
  }
  const end = matchAt(tagEndAt, text, at)
  if (end === null) {
    if (text.indexOf('>', at) < 0)
      return fail(from, 'unclosedTag', { name, opened: placeAt(text, from).line })
    return fail(at, 'badAttribute', { name })
  }
  const openEnd = at + end[0].length
  const isSelfClosed = end[1] === '/'
  return {
    name,
    attributes: attributes ?? noAttributes,
    children: noElements,
    from,
    openEnd,
    closeFrom: openEnd,
    to: openEnd,
    isSelfClosed,
  }
}

const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13)

function skipBlanks(text: string, at: number): number {
  while (isBlank(text.charCodeAt(at))) at += 1
  return at
}

/** The attribute after some blanks; null when there is none or it is malformed. */
function readAttribute(
  text: string,
  at: number,
  fail: Fail,
): { readonly attribute: XmlAttribute; readonly end: number } | null {
  const nameFrom = skipBlanks(text, at)
  const code = text.charCodeAt(nameFrom)
  // Most tags end here: `>` or `/`.
  if (nameFrom === at || code === 62 || code === 47) return null
  const name = matchAt(nameAt, text, nameFrom)?.[0]
  if (name === undefined) return null
  const equals = skipBlanks(text, nameFrom + name.length)
  const quoteAt = skipBlanks(text, equals + 1)
  const quote = text[quoteAt]
  if (text[equals] !== '=' || (quote !== '"' && quote !== "'")) return null
  const from = quoteAt + 1
  const to = text.indexOf(quote, from)
  if (to < 0) return null
  const raw = text.slice(from, to)
  if (raw.includes('<')) return null
  checkText(text, from, to, fail)
  return { attribute: { name, value: decodeAttribute(raw), from, to }, end: to + 1 }
}

function close(text: string, tag: number, open: Growing[], fail: Fail): number {
  const name = matchAt(nameAt, text, tag + 2)?.[0] ?? ''
  const element = open.pop()
  if (element === undefined) return fail(tag, 'badTag', { name: `/${name}` })
  if (element.name !== name) {
    const opened = placeAt(text, element.from).line
    return fail(tag, 'wrongClose', { name, expected: element.name, opened })
  }
  const end = matchAt(tagEndAt, text, tag + 2 + name.length)
  if (end === null || end[1] === '/') return fail(tag, 'badTag', { name: `/${name}` })
  element.closeFrom = tag
  element.to = tag + 2 + name.length + end[0].length
  return element.to
}

function skipSection(
  text: string,
  tag: number,
  { begin, isInside }: { begin: number; isInside: boolean },
  fail: Fail,
): number {
  const ends = (mark: string, from: number): number => {
    const end = text.indexOf(mark, from)
    if (end < 0) return fail(tag, 'unclosedSection')
    checkCharacters(text, tag, end, fail)
    return end + mark.length
  }
  if (text.startsWith('<!--', tag)) return ends('-->', tag + 4)
  if (text.startsWith('<![CDATA[', tag)) {
    if (!isInside) fail(tag, 'strayText')
    return ends(']]>', tag + 9)
  }
  if (text.startsWith('<!', tag)) return fail(tag, 'dtd')
  if (/^<\?xml\s/i.test(text.slice(tag, tag + 6)) && tag !== begin) fail(tag, 'lateDeclaration')
  return ends('?>', tag + 2)
}

/** References must be known and characters allowed. */
function checkText(text: string, from: number, to: number, fail: Fail): void {
  for (let i = from; i < to; i += 1) {
    const code = text.charCodeAt(i)
    if (code === 38) i = checkReference(text, i, to, fail)
    else if (code < 32) checkControl(code, i, fail)
  }
}

/** The offset of the reference's `;`. */
function checkReference(text: string, at: number, to: number, fail: Fail): number {
  const end = text.indexOf(';', at)
  const name = end < 0 || end >= to || end - at > 34 ? '' : text.slice(at + 1, end)
  if (!/^#?\w+$/.test(name)) return fail(at, 'badReference')
  if (resolveReference(name) === undefined)
    fail(at, name.startsWith('#') ? 'badReference' : 'entity', { name })
  return at + name.length + 1
}

function checkCharacters(text: string, from: number, to: number, fail: Fail): void {
  for (let i = from; i < to; i += 1) {
    const code = text.charCodeAt(i)
    if (code < 32) checkControl(code, i, fail)
  }
}

function checkControl(code: number, at: number, fail: Fail): void {
  if (code === 10 || code === 13 || code === 9) return
  if (code === 0) fail(at, 'binary')
  fail(at, 'badCharacter', { character: `U+${code.toString(16).padStart(4, '0')}` })
}
