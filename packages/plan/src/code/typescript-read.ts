/** Reads a component out of a TypeScript module without running it: literals, constants and calls of the builders are understood, nothing else; safe in a browser. */

import type { SyntaxNode } from '@lezer/common'
import { parser } from '@lezer/javascript'
import type { Bilingual } from '@pone/schema/bilingual.ts'
import * as builders from './builders.ts'
import { isFields } from './expand.ts'
import { lineAndColumn, Places } from './places.ts'
import { type ReadOptions, type ReadResult, readComponent } from './read.ts'
import { textOfString, textOfTemplate } from './string-literals.ts'

const packageName = '@pone/component'
const language = parser.configure({ dialect: 'ts' })
const wrappers: readonly string[] = ['ParenthesizedExpression', 'BinaryExpression']
const isBuilder = (value: unknown): value is (...given: unknown[]) => unknown => typeof value === 'function'

/** What the reader stops at. */
class NotUnderstood extends Error {
  readonly offset: number
  readonly text: Bilingual
  constructor(offset: number, text: Bilingual) {
    super(text.en)
    this.offset = offset
    this.text = text
  }
}

/** Reads a module whose default export is a component. */
export function typeScriptToDocument(text: string, options: Pick<ReadOptions, 'fileIdOf'> = {}): ReadResult {
  const places = new Places()
  const positionAt = (offset: number) => lineAndColumn(text, offset)
  try {
    const content = new Reader(text, places).read()
    return readComponent(content, { places, positionAt, ...options })
  } catch (stop) {
    if (!(stop instanceof NotUnderstood)) throw stop
    return { component: null, problems: [{ position: positionAt(stop.offset), field: '', text: stop.text }] }
  }
}

class Reader {
  readonly #text: string
  readonly #places: Places
  /** Constants of the module, and builders under the name they were imported by. */
  readonly #names = new Map<string, unknown>()
  readonly #builders = new Map<string, unknown>()

  constructor(text: string, places: Places) {
    this.#text = text
    this.#places = places
  }

  read(): unknown {
    const tree = language.parse(this.#text)
    tree.iterate({
      enter: node => {
        if (!node.type.isError) return
        throw new NotUnderstood(node.from, { zh: '这里有语法错误', en: 'Syntax error' })
      },
    })
    let exported: { value: unknown } | null = null
    for (const node of childrenOf(tree.topNode)) {
      if (node.name === 'ImportDeclaration') this.#import(node)
      else if (node.name === 'VariableDeclaration') this.#declare(node)
      else if (node.name === 'ExportDeclaration') exported = { value: this.#export(node) }
      else if (!isIgnored(node)) this.#refuse(node)
    }
    if (exported !== null) return exported.value
    throw new NotUnderstood(0, {
      zh: '缺少 export default component(…)',
      en: 'export default component(…) is missing',
    })
  }

  #import(node: SyntaxNode): void {
    const from = node.getChild('String')
    const group = node.getChild('ImportGroup')
    const isTypes = node.getChild('type') !== null
    if (isTypes) return
    if (from === null || textOfString(this.#of(from)) !== packageName || group === null) {
      throw new NotUnderstood(node.from, {
        zh: `只能从 ${packageName} 导入；命令行执行的文件可以使用任意代码`,
        en: `Only imports from ${packageName} are allowed here; files run from the command line can use any code`,
      })
    }
    const names = childrenOf(group).filter(
      child => child.name === 'VariableName' || child.name === 'VariableDefinition',
    )
    for (let index = 0; index < names.length; index++) {
      const original = names[index]
      if (original === undefined) continue
      const follower = names[index + 1]
      const isRenamed = original.name === 'VariableName' && follower?.name === 'VariableDefinition'
      const local = isRenamed ? follower : original
      if (isRenamed) index++
      const builder: unknown = Reflect.get(builders, this.#of(original))
      if (builder === undefined) {
        const name = this.#of(original)
        throw new NotUnderstood(original.from, {
          zh: `${packageName} 中没有 ${name}`,
          en: `${packageName} has no ${name}`,
        })
      }
      this.#builders.set(this.#of(local), builder)
    }
  }

  #declare(node: SyntaxNode): void {
    if (node.getChild('const') === null) this.#refuse(node)
    let name: string | null = null
    for (const child of childrenOf(node)) {
      if (child.name === 'VariableDefinition') name = this.#of(child)
      else if (['const', 'Equals', ',', ';', 'TypeAnnotation'].includes(child.name) || isIgnored(child))
        continue
      else if (name === null) this.#refuse(child)
      else this.#names.set(name, this.#value(child))
    }
  }

  #export(node: SyntaxNode): unknown {
    const declaration = node.getChild('VariableDeclaration')
    if (declaration !== null) this.#refuse(declaration)
    if (node.getChild('default') === null) this.#refuse(node)
    const expression = childrenOf(node).find(
      child => !['export', 'default', ';'].includes(child.name) && !isIgnored(child),
    )
    return expression === undefined ? this.#refuse(node) : this.#value(expression)
  }

  #value(node: SyntaxNode): unknown {
    switch (node.name) {
      case 'String':
        return textOfString(this.#of(node))
      case 'TemplateString':
        if (node.getChild('Interpolation') !== null) this.#refuse(node)
        return textOfTemplate(this.#of(node))
      case 'Number':
        return Number(this.#of(node).replaceAll('_', ''))
      case 'BooleanLiteral':
        return this.#of(node) === 'true'
      case 'null':
        return null
      case 'UnaryExpression':
        return this.#negative(node)
      case 'ArrayExpression':
        return this.#array(node)
      case 'ObjectExpression':
        return this.#object(node)
      case 'CallExpression':
        return this.#call(node)
      case 'VariableName':
        return this.#constant(node)
      default:
        return wrappers.includes(node.name) ? this.#wrapped(node) : this.#refuse(node)
    }
  }

  /** Parentheses, `x as T`, `x satisfies T`, and texts put together by `+`. */
  #wrapped(node: SyntaxNode): unknown {
    const parts = childrenOf(node).filter(child => !['(', ')'].includes(child.name) && !isIgnored(child))
    const [first, operator, second] = parts
    if (first === undefined) return this.#refuse(node)
    if (operator === undefined || /^(as|satisfies)$/.test(this.#of(operator))) return this.#value(first)
    if (this.#of(operator) !== '+' || second === undefined) return this.#refuse(node)
    const [left, right] = [this.#value(first), this.#value(second)]
    return typeof left === 'string' && typeof right === 'string' ? left + right : this.#refuse(node)
  }

  #negative(node: SyntaxNode): unknown {
    const operand = node.lastChild
    const value = operand === null ? null : this.#value(operand)
    return typeof value === 'number' && this.#text[node.from] === '-' ? -value : this.#refuse(node)
  }

  #constant(node: SyntaxNode): unknown {
    const name = this.#of(node)
    if (name === 'undefined') return undefined
    if (this.#names.has(name)) return this.#names.get(name)
    throw new NotUnderstood(node.from, { zh: `${name} 没有定义`, en: `${name} is not defined` })
  }

  #array(node: SyntaxNode): unknown[] {
    const list: unknown[] = []
    const entries = new Map<string, number>()
    const children = entriesOf(node, ['[', ']'])
    for (let index = 0; index < children.length; index++) {
      const child = children[index]
      if (child === undefined) continue
      entries.set(String(list.length), child.from)
      if (child.name !== 'Spread') {
        list.push(this.#value(child))
        continue
      }
      const operand = children[++index]
      const spread = operand === undefined ? null : this.#value(operand)
      if (!Array.isArray(spread)) this.#refuse(child)
      else list.push(...spread)
    }
    this.#places.set(list, { offset: node.from, entries })
    return list
  }

  #object(node: SyntaxNode): Record<string, unknown> {
    const entries = new Map<string, number>()
    const pairs: [string, unknown][] = []
    for (const property of entriesOf(node, ['{', '}'])) {
      const children = childrenOf(property).filter(child => !isIgnored(child))
      const [key, , value] = children
      if (property.name !== 'Property' || key === undefined) this.#refuse(property)
      else if (key.name === 'Spread') {
        const spread = children[1] === undefined ? null : this.#value(children[1])
        if (!isFields(spread)) this.#refuse(property)
        else pairs.push(...Object.entries(spread))
      } else if (key.name === '[') {
        // A computed key: ['name']: value
        const [, name, , , content] = children
        if (name === undefined || content === undefined) this.#refuse(property)
        else pairs.push([String(this.#value(name)), this.#value(content)])
      } else {
        const name = this.#keyOf(key)
        entries.set(name, key.from)
        pairs.push([name, value === undefined ? this.#constant(key) : this.#value(value)])
      }
    }
    const fields: Record<string, unknown> = Object.fromEntries(pairs)
    this.#places.set(fields, { offset: node.from, entries })
    return fields
  }

  #call(node: SyntaxNode): unknown {
    const callee = node.firstChild
    const list = node.getChild('ArgList')
    const builder = callee?.name === 'VariableName' ? this.#builders.get(this.#of(callee)) : undefined
    if (!isBuilder(builder) || list === null) return this.#refuse(node)
    const given = entriesOf(list, ['(', ')']).map(child => ({
      offset: child.from,
      value: this.#value(child),
    }))
    const made = builder(...given.map(({ value }) => value))
    if (!isFields(made)) return made
    const entries = new Map<string, number>()
    for (const [key, value] of Object.entries(made)) {
      const own = given.find(each => each.value === value)
      if (own !== undefined) entries.set(key, own.offset)
    }
    for (const { value } of given) {
      const place = isFields(value) ? this.#places.get(value) : undefined
      for (const [key, offset] of place?.entries ?? []) entries.set(key, offset)
    }
    this.#places.set(made, { offset: node.from, entries })
    return made
  }

  #keyOf(key: SyntaxNode): string {
    if (key.name === 'String') return textOfString(this.#of(key))
    return key.name === 'Number' ? String(Number(this.#of(key))) : this.#of(key)
  }

  #of(node: SyntaxNode): string {
    return this.#text.slice(node.from, node.to)
  }

  #refuse(node: SyntaxNode): never {
    const line = this.#of(node).split('\n')[0] ?? ''
    const shown = line.length > 40 ? `${line.slice(0, 40)}…` : line
    throw new NotUnderstood(node.from, {
      zh: `编辑器不能理解“${shown}”：只支持常量、数组、对象以及 ${packageName} 的函数；命令行执行的文件可以使用任意代码`,
      en: `The editor does not support “${shown}”: only constants, arrays, objects and the functions of ${packageName} are allowed; files run from the command line can use any code`,
    })
  }
}

const isIgnored = (node: SyntaxNode): boolean =>
  ['LineComment', 'BlockComment', ';', 'TypeAliasDeclaration', 'InterfaceDeclaration'].includes(node.name)

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = []
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child)
  return children
}

const entriesOf = (node: SyntaxNode, brackets: readonly string[]): SyntaxNode[] =>
  childrenOf(node).filter(child => child.name !== ',' && !brackets.includes(child.name) && !isIgnored(child))
