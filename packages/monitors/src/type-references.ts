/** Whether the names inside a monitor type name something of it: counters of charts, fields of expressions, labels. Pure. */
import type { Bilingual } from '@pone/schema/bilingual.ts'
import { namesIn, parseExpression } from './expressions/expression.ts'
import { typeText } from './type-texts.ts'

/** The parts of a type that name each other. */
interface NamedParts {
  readonly params: readonly {
    readonly key: string
    readonly showIf?: { readonly param: string } | undefined
  }[]
  readonly sections: readonly {
    readonly key: string
    readonly rows?: { readonly labels: readonly string[] } | undefined
    readonly discovery?: object | undefined
    readonly isTable: boolean
    readonly counters: readonly NamedCounter[]
    readonly computed: readonly (NamedCounter & { readonly expression: string })[]
  }[]
  readonly charts: readonly { readonly key: string; readonly counters: readonly string[] }[]
  readonly tables: readonly {
    readonly key: string
    readonly section: string
    readonly columns: readonly string[]
  }[]
  readonly thresholds: readonly { readonly counter: string }[]
  readonly slowOperations: readonly {
    readonly section: string
    readonly text: string
    readonly [column: string]: unknown
  }[]
}
interface NamedCounter {
  readonly key: string
  readonly capacity?: string | number | undefined
  readonly queue?: string | undefined
}

interface ReferenceProblem {
  readonly path: (string | number)[]
  readonly text: Bilingual
}

/** All names that name nothing, and keys that occur twice. */
export function checkReferences(type: NamedParts): ReferenceProblem[] {
  const counters = new Set(
    type.sections.flatMap(({ key, counters: own, computed }) =>
      [...own, ...computed].map(counter => `${key}.${counter.key}`),
    ),
  )
  const sections = new Map(type.sections.map(section => [section.key, section]))
  const discovered = new Set(type.sections.filter(({ discovery }) => discovery).map(({ key }) => key))
  const isCounter = (name: string) => counters.has(name) || discovered.has(name.split('.')[0] ?? '')
  return [
    ...twice(type.params, ['params']),
    ...twice(type.sections, ['sections']),
    ...twice(type.charts, ['charts']),
    ...twice(type.tables, ['tables']),
    ...type.params.flatMap(({ showIf }, index) =>
      showIf && !type.params.some(({ key }) => key === showIf.param)
        ? [{ path: ['params', index, 'showIf'], text: typeText('unknownName', { name: showIf.param }) }]
        : [],
    ),
    ...type.sections.flatMap((section, index) => [
      ...sectionProblems(section, ['sections', index]),
      ...[...section.counters, ...section.computed].flatMap(({ queue }) =>
        queue === undefined
          ? []
          : missing([queue], name => counters.has(name.includes('.') ? name : `${section.key}.${name}`), [
              'sections',
              index,
              'counters',
            ]),
      ),
    ]),
    ...type.charts.flatMap(({ counters: shown }, index) =>
      missingEntries(shown, isCounter, ['charts', index, 'counters']),
    ),
    ...type.thresholds.flatMap(({ counter }, index) =>
      missing([counter], isCounter, ['thresholds', index, 'counter']),
    ),
    ...type.tables.flatMap(({ section: name, columns }, index) => {
      const section = sections.get(name)
      const known = new Set([
        ...(section?.rows?.labels ?? []),
        ...(section?.counters ?? []).map(({ key }) => key),
      ])
      if (section === undefined)
        return [{ path: ['tables', index, 'section'], text: typeText('unknownSection', { name }) }]
      return missingEntries(columns, column => known.has(column), ['tables', index, 'columns'])
    }),
    ...type.slowOperations.flatMap((source, index) =>
      slowProblems(source, sections, ['slowOperations', index]),
    ),
  ]
}

function slowProblems(
  { section: name, kind: _kind, hasPlan: _hasPlan, ...columns }: NamedParts['slowOperations'][number],
  sections: ReadonlyMap<string, NamedParts['sections'][number]>,
  path: (string | number)[],
): ReferenceProblem[] {
  const section = sections.get(name)
  if (section?.isTable !== true || section.rows === undefined)
    return [{ path: [...path, 'section'], text: typeText('unknownTable', { name }) }]
  const known = new Set([...section.rows.labels, ...section.counters.map(({ key }) => key)])
  const used = Object.values(columns).filter(column => typeof column === 'string')
  return missing(used, column => known.has(column), path)
}

function sectionProblems(
  section: NamedParts['sections'][number],
  path: (string | number)[],
): ReferenceProblem[] {
  const all = [...section.counters, ...section.computed]
  const own = new Set(section.counters.map(({ key }) => key))
  return [
    ...twice(all, [...path, 'counters']),
    ...section.computed.flatMap(({ expression }, index) => {
      const at = [...path, 'computed', index, 'expression']
      const tree = parseExpression(expression)
      if ('problem' in tree) return [{ path: at, text: typeText('expression', { at: tree.at }) }]
      return missing([...namesIn(tree)], name => own.has(name), at)
    }),
    ...all.flatMap(({ capacity }) =>
      typeof capacity === 'string'
        ? missing([capacity], name => all.some(({ key }) => key === name), [...path, 'counters'])
        : [],
    ),
  ]
}

const missing = (
  used: readonly string[],
  isKnown: (name: string) => boolean,
  path: (string | number)[],
): ReferenceProblem[] =>
  used.filter(name => !isKnown(name)).map(name => ({ path, text: typeText('unknownName', { name }) }))

const missingEntries = (
  used: readonly string[],
  isKnown: (name: string) => boolean,
  path: (string | number)[],
): ReferenceProblem[] => used.flatMap((name, index) => missing([name], isKnown, [...path, index]))

function twice(parts: readonly { readonly key: string }[], path: (string | number)[]): ReferenceProblem[] {
  const seen = new Set<string>()
  return parts.flatMap(({ key }) => {
    if (seen.has(key)) return [{ path, text: typeText('twice', { name: key }) }]
    seen.add(key)
    return []
  })
}
