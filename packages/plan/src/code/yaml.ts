/** A component as YAML: compact, in a stable order, and read back with the line of whatever is wrong; safe in a browser. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { yamlFault } from '@pone/schema/yaml-faults.ts'
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  stringify,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import type { ComponentDocument } from '../component/component.ts'
import { Places } from './places.ts'
import { type CodeProblem, type ReadOptions, type ReadResult, readComponent } from './read.ts'
import { type ScenarioPart, shortenComponent } from './shorten.ts'

/** Values that references may unfold into; more than this is no component but an attack on the reader. */
const maxReferred = 200_000

/** The whole file. */
export const documentToYaml = (
  name: string,
  document: ComponentDocument,
  scenario: ScenarioPart = {},
): string =>
  stringify(shortenComponent(name, document, scenario), {
    lineWidth: 0,
    // Folded over several lines, blanks beside line ends come back otherwise.
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
    aliasDuplicateObjects: false,
  })

/** Reads YAML, and JSON, which is YAML too. */
export function yamlToDocument(text: string, options: Pick<ReadOptions, 'fileIdOf'> = {}): ReadResult {
  const lines = new LineCounter()
  const positionAt = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }
  const parsed = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true })
  if (parsed.errors.length > 0) {
    return {
      component: null,
      problems: parsed.errors.map(error => ({
        position: positionAt(error.pos[0]),
        field: '',
        text: yamlFault(error),
      })),
    }
  }
  const targets = targetsOf(parsed)
  const places = new Places()
  let referred = 0
  let fault: CodeProblem | null = null
  /** What is being unfolded, outermost first. */
  const unfolding: Node[] = []
  const unfold = (alias: Alias): unknown => {
    const node = targets.get(alias)
    if (node === undefined) return undefined
    if (unfolding.includes(node)) {
      fault ??= faultAt(alias, {
        zh: `*${alias.source} 引用了自身`,
        en: `*${alias.source} references itself`,
      })
      return undefined
    }
    unfolding.push(node)
    const value = valueOf(node)
    unfolding.pop()
    return value
  }
  const faultAt = (node: Node, text: Bilingual): CodeProblem => ({
    position: positionAt(node.range?.[0] ?? 0),
    field: '',
    text,
  })
  const valueOf = (node: Node | null | undefined): unknown => {
    if (fault !== null) return undefined
    if (isAlias(node)) return unfold(node)
    if (node && unfolding[0] !== undefined && ++referred > maxReferred) {
      fault = faultAt(node, {
        zh: '引用（*）展开后的内容过多',
        en: 'The references (*) expand to too much content',
      })
      return undefined
    }
    if (isMap<Node, Node>(node)) return fieldsOf(node, valueOf, places)
    if (isSeq<Node>(node)) return listOf(node, valueOf, places)
    return isScalar(node) ? node.value : undefined
  }
  const content = valueOf(parsed.contents)
  if (fault !== null) return { component: null, problems: [fault] }
  return readComponent(content, { places, positionAt, ...options })
}

type ValueOf = (node: Node | null | undefined) => unknown

/** A map as an object, its place noted. */
function fieldsOf(node: YAMLMap<Node, Node>, valueOf: ValueOf, places: Places): object {
  const entries = node.items.map(({ key, value }) => ({
    key: isScalar(key) ? String(key.value) : '',
    offset: key.range?.[0] ?? 0,
    value: valueOf(value),
  }))
  const fields = Object.fromEntries(entries.map(({ key, value }) => [key, value ?? undefined]))
  places.set(fields, {
    offset: node.range?.[0] ?? 0,
    entries: new Map(entries.map(({ key, offset }) => [key, offset])),
    written: writtenOf(node.items.map(({ key, value }) => [isScalar(key) ? String(key.value) : '', value])),
  })
  return fields
}

/** A sequence as a list, its place noted. */
function listOf(node: YAMLSeq<Node>, valueOf: ValueOf, places: Places): unknown[] {
  const list = node.items.map(valueOf)
  places.set(list, {
    offset: node.range?.[0] ?? 0,
    entries: new Map(node.items.map((item, index) => [String(index), item.range?.[0] ?? 0])),
    written: writtenOf(node.items.map((item, index) => [String(index), item])),
  })
  return list
}

/** Numbers whose text would change if they were written anew. */
const writtenOf = (entries: readonly (readonly [string, Node | null])[]): ReadonlyMap<string, string> =>
  new Map(
    entries.flatMap(([key, node]): [string, string][] =>
      isScalar(node) &&
      typeof node.value === 'number' &&
      node.source !== undefined &&
      node.source !== String(node.value)
        ? [[key, node.source]]
        : [],
    ),
  )

/** What each reference stands for: the last node before it that has its anchor. */
function targetsOf(parsed: Document): ReadonlyMap<Alias, Node> {
  const anchored = new Map<string, Node>()
  const targets = new Map<Alias, Node>()
  visit(parsed, {
    Node: (_key, node) => {
      if (isAlias(node)) {
        const target = anchored.get(node.source)
        if (target !== undefined) targets.set(node, target)
      } else if (node.anchor !== undefined) anchored.set(node.anchor, node)
    },
  })
  return targets
}
