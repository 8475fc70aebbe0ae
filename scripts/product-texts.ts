/** All texts that people read: string literals of the product's sources, in pairs of Chinese and English where both stand together. */
import { parseAst } from 'rolldown/parseAst'
import { isTestCode, readSources, type SourceFile } from './source-files.ts'

export interface ProductText {
  readonly path: string
  /** Counts from 1. */
  readonly line: number
  /** null where a text exists in English only, such as the output of `./pone`. Places of templates are `{}`. */
  readonly zh: string | null
  /** null where a text exists in Chinese only. */
  readonly en: string | null
}

interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly [property: string]: unknown
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

export const hasChinese = (text: string): boolean => /\p{Script=Han}/u.test(text)

/** Sentences, not names in code: at least two words of letters beside each other. */
const isSentence = (text: string): boolean => /\p{L}{2,},? \p{L}{2,}/u.test(text)

/** Every text of the product, tests excluded. */
export async function productTexts(): Promise<ProductText[]> {
  const sources = await readSources()
  return sources.filter(({ path }) => !isTestCode(path)).flatMap(textsOf)
}

/** The texts of one source file, in the order of the source. */
export function textsOf({ path, text: source }: SourceFile): ProductText[] {
  const found: ProductText[] = []
  const lineAt = (start: number) => source.slice(0, start).split('\n').length
  const add = (node: SyntaxNode, zh: string | null, en: string | null) =>
    found.push({ path, line: lineAt(node.start), zh, en })

  const visit = (node: SyntaxNode): void => {
    if (/^(?:Import|TS)/.test(node.type) && !/^TS(?:As|Satisfies|NonNull)/.test(node.type)) return
    const pair = pairOf(node, path)
    if (pair !== null) {
      add(node, ...pair)
      for (const property of propertiesOf(node)) if (!['zh', 'en'].includes(nameOf(property))) visit(property)
      return
    }
    const text = literalOf(node)
    if (text !== null) {
      if (hasChinese(text)) add(node, text, null)
      else if (isSentence(text)) add(node, null, text)
      return
    }
    const listed = listOf(node)
    for (const [index, item] of listed.entries()) {
      const [zh, en] = [literalOf(item), literalOf(listed[index + 1] ?? item)]
      if (zh !== null && en !== null && hasChinese(zh) && !hasChinese(en)) {
        add(item, zh, en)
        listed.splice(index, 2, empty, empty)
      }
    }
    for (const child of Object.values({ ...node, arguments: undefined, elements: undefined }))
      for (const each of Array.isArray(child) ? child : [child]) if (isNode(each)) visit(each)
    for (const item of listed) if (item !== empty) visit(item)
  }
  visit(parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as unknown as SyntaxNode)
  return found
}

const empty: SyntaxNode = { type: 'Literal', start: 0 }

/** Arguments of a call, or elements of a list, in which a Chinese text may precede its English. */
const listOf = (node: SyntaxNode): SyntaxNode[] =>
  [node['arguments'], node['elements']].flatMap(items => (Array.isArray(items) ? items.filter(isNode) : []))

/** `{zh: '…', en: '…'}`, or `text('…', '…')` of a file of texts, whose Chinese may be a technical name without Chinese characters. */
function pairOf(node: SyntaxNode, path: string): [zh: string, en: string] | null {
  if (node.type === 'ObjectExpression') {
    const [zh, en] = ['zh', 'en'].map(name => propertyOf(node, name))
    return zh === null || en === null || zh === undefined || en === undefined ? null : [zh, en]
  }
  if (node.type !== 'CallExpression' || !/(?:messages|texts)\.ts$/.test(path)) return null
  const [zh, en, ...more] = listOf(node).map(literalOf)
  return typeof zh === 'string' && typeof en === 'string' && more.length === 0 ? [zh, en] : null
}

const propertiesOf = (object: SyntaxNode): readonly SyntaxNode[] =>
  object.type === 'ObjectExpression' ? (object['properties'] as readonly SyntaxNode[]) : []

const nameOf = ({ key }: SyntaxNode): string => (isNode(key) ? String(key['name'] ?? key['value']) : '')

function propertyOf(object: SyntaxNode, name: string): string | null {
  const property = propertiesOf(object).find(each => nameOf(each) === name)
  return isNode(property?.['value']) ? literalOf(property['value']) : null
}

/** The text of a literal, of a template with `{}` for its places, or of a sum of both; null for anything else. */
function literalOf(node: SyntaxNode): string | null {
  if (node.type === 'Literal' || node.type === 'JSXText')
    return typeof node['value'] === 'string' ? node['value'] : null
  if (node.type === 'TemplateLiteral')
    return (node['quasis'] as readonly { readonly value: { readonly cooked: string } }[])
      .map(({ value }) => value.cooked)
      .join('{}')
  if (node.type !== 'BinaryExpression' || node['operator'] !== '+') return null
  const [left, right] = [node['left'], node['right']].map(side => (isNode(side) ? literalOf(side) : null))
  return left === null || right === null || left === undefined || right === undefined ? null : left + right
}
