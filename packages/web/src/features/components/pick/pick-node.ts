/** The node of a JSON or XML text at a position, as a path that an extractor finds it by; pure. */
import { jsonLanguage } from '@codemirror/lang-json'
import { xmlLanguage } from '@codemirror/lang-xml'
import type { Pick } from './pick.ts'

type Tree = ReturnType<typeof jsonLanguage.parser.parse>
type Node = Tree['topNode']

const nodePick = (
  source: 'jsonPath' | 'xpath',
  found: Omit<Pick, 'source' | 'rightBoundary' | 'match'>,
): Pick => ({
  source,
  rightBoundary: '',
  match: 1,
  ...found,
})

const jsonScalars = new Set(['True', 'False', 'Null', 'Number', 'String'])
const jsonValues = new Set([...jsonScalars, 'Object', 'Array'])

/** The value at the position, also when its name is there; null outside of values. */
export function pickInJson(text: string, offset: number): Pick | null {
  const start = jsonLanguage.parser.parse(text).resolveInner(offset, 1)
  const named = start.name === 'PropertyName' ? start.parent : start
  const node = named?.name === 'Property' ? named.lastChild : nearest(named, jsonValues)
  if (!node || !jsonValues.has(node.name) || node.parent === null || node.parent.name === 'JsonText')
    return null
  const path: (string | number)[] = []
  for (let at: Node | null = node; at?.parent; at = at.parent) {
    const { parent }: { parent: Node } = at as Node & { parent: Node }
    if (parent.name === 'Array') path.unshift(indexIn(parent, at))
    if (at.name === 'Property') path.unshift(keyOf(text, at))
  }
  const raw = text.slice(node.from, node.to)
  const isScalar = jsonScalars.has(node.name)
  const name = path.findLast(part => typeof part === 'string')
  return nodePick('jsonPath', {
    expression: `$${path.map(segment).join('')}`,
    name: typeof name === 'string' ? name : 'value',
    value: node.name === 'String' ? unquoted(raw) : raw,
    isScalar: isScalar && node.name !== 'Null',
  })
}

function nearest(from: Node | null, names: ReadonlySet<string>): Node | null {
  for (let at = from; at; at = at.parent) if (names.has(at.name)) return at
  return null
}

/** Number of values before this one in the array. */
function indexIn(array: Node, item: Node): number {
  let index = 0
  for (let child = array.firstChild; child && child.from < item.from; child = child.nextSibling)
    if (jsonValues.has(child.name)) index += 1
  return index
}

function keyOf(text: string, property: Node): string {
  const name = property.getChild('PropertyName')
  return name ? unquoted(text.slice(name.from, name.to)) : ''
}

function unquoted(raw: string): string {
  try {
    return String(JSON.parse(raw))
  } catch {
    return raw
  }
}

/** A segment of a JSONPath (RFC 9535). */
function segment(part: string | number): string {
  if (typeof part === 'number') return `[${part}]`
  if (/^[A-Za-z_]\w*$/.test(part)) return `.${part}`
  return `['${part.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`
}

/** The element or attribute at the position; names without a prefix match in any namespace. Null outside of elements. */
export function pickInXml(text: string, offset: number): Pick | null {
  const start = xmlLanguage.parser.parse(text).resolveInner(offset, 1)
  const element = nearest(start, new Set(['Element']))
  if (!element) return null
  const path: string[] = []
  for (let at: Node | null = element; at; at = at.parent)
    if (at.name === 'Element') path.unshift(stepTo(text, at))
  const attribute = nearest(start, new Set(['Attribute']))
  if (attribute) {
    const name = partOf(text, attribute, 'AttributeName')
    const value = partOf(text, attribute, 'AttributeValue').replace(/^["']|["']$/g, '')
    return nodePick('xpath', {
      expression: `/${path.join('/')}/@${localName(name)}`,
      name: localName(name),
      value: decoded(value),
      isScalar: true,
    })
  }
  const isLeaf = element.getChild('Element') === null
  return nodePick('xpath', {
    expression: `/${path.join('/')}`,
    name: nameOf(text, element),
    value: decoded(contentOf(text, element)),
    isScalar: isLeaf,
  })
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

const partOf = (text: string, node: Node, name: string): string => {
  const part = node.getChild(name)
  return part ? text.slice(part.from, part.to) : ''
}

function nameOf(text: string, element: Node): string {
  const tag = element.getChild('OpenTag') ?? element.getChild('SelfClosingTag')
  return tag ? localName(partOf(text, tag, 'TagName')) : ''
}

/** `item`, or `item[2]` among several of this name. */
function stepTo(text: string, element: Node): string {
  const name = nameOf(text, element)
  const same = (element.parent?.getChildren('Element') ?? []).filter(each => nameOf(text, each) === name)
  return same.length < 2 ? name : `${name}[${same.findIndex(each => each.from === element.from) + 1}]`
}

function contentOf(text: string, element: Node): string {
  const [open, close] = [element.getChild('OpenTag'), element.getChild('CloseTag')]
  return open && close ? text.slice(open.to, close.from) : ''
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const decoded = (text: string): string =>
  text.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => entities[name] ?? '')
