/** Files that a plan reads, and the plan with other paths for them. */

import { cellOf, formOf, rowValues } from '../elements/form.ts'
import { type PropertyChange, setProperties } from '../jmx/edit-properties.ts'
import { isActive, type JmxNode, type JmxPlan, propertyValue } from '../jmx/plan.ts'
import { findProperty, type PropertyPath } from '../jmx/property.ts'
import type { Edited } from '../jmx/splice.ts'

export interface PlanFile {
  readonly key: string
  readonly property: PropertyPath
  /** Name of the element that reads it. */
  readonly testname: string
  /** As in the plan, possibly with folders of its author's machine. */
  readonly path: string
  /** Last part of the path, after / or \. */
  readonly name: string
  /** False when the path is an expression, which is known only during the run. */
  readonly isKnown: boolean
  readonly isActive: boolean
}

const nameOf = (path: string): string => path.replace(/^.*[\\/]/s, '')

/** Every file that the known elements read, once per place, in the order of the plan; class path entries of the test plan too. */
export function filesOf(plan: JmxPlan): PlanFile[] {
  return [...plan.nodes.values()].flatMap(node =>
    valuesOf(node).flatMap(({ property, value }) =>
      splitPaths(property, value).map(path => ({
        key: node.key,
        property,
        testname: node.testname,
        path,
        name: nameOf(path),
        isKnown: !path.includes('${'),
        isActive: isActive(plan, node),
      })),
    ),
  )
}

const classPath = 'TestPlan.user_define_classpath'
const attachments = 'SMTPSampler.attachFile'

/** Two properties hold several paths. */
const separatorOf = (property: PropertyPath): string | null => {
  if (property[0] === classPath) return ','
  return property[0] === attachments ? ';' : null
}

function splitPaths(property: PropertyPath, value: string): string[] {
  const separator = separatorOf(property)
  const paths = separator === null ? [value] : value.split(separator)
  return paths.map(path => path.trim()).filter(path => path !== '')
}

interface PathValue {
  readonly property: PropertyPath
  readonly value: string
}

function valuesOf(node: JmxNode): PathValue[] {
  const form = formOf(node)
  if (form === 'raw') return []
  const single = form
    .filter(field => field.widget === 'fileName' || field.name === classPath)
    .map(field => ({ property: field.path, value: findProperty(node.properties, field.path)?.value ?? '' }))
  const inRows = form.flatMap(field =>
    (field.widget === 'table' ? (field.rows?.columns ?? []) : [])
      .filter(column => column.widget === 'fileName')
      .flatMap(column =>
        rowValues(node, field).map((row, index) => ({
          property: [...field.path, index, cellOf(field, column.name)],
          value: row[column.name] ?? '',
        })),
      ),
  )
  return [...single, ...inRows].filter(({ value }) => value.trim() !== '')
}

/** The plan with another path for each file that the map names, by the path as the plan has it or by its last part. */
export function renameFiles(plan: JmxPlan, paths: ReadonlyMap<string, string>): Edited {
  const changes: PropertyChange[] = [...plan.nodes.values()].flatMap(node =>
    valuesOf(node).flatMap(({ property, value }) => {
      const separator = separatorOf(property)
      const renamed = splitPaths(property, value)
        .map(path => paths.get(path) ?? paths.get(nameOf(path)) ?? path)
        .join(separator ?? '')
      return renamed === value ? [] : [{ key: node.key, path: property, value: renamed }]
    }),
  )
  return setProperties(plan, changes)
}

/** A CSV file whose rows are used once by one user: each machine needs rows of its own. */
export interface UniqueCsv {
  /** As in the plan. */
  readonly path: string
  readonly name: string
  /** Its first line is not a row. */
  readonly hasHeader: boolean
  /** Quoted cells may contain line ends. */
  readonly isQuoted: boolean
}

/** The CSV files of active data sets that do not restart at their end and are not read by each thread separately. */
export function uniqueCsvs(plan: JmxPlan): UniqueCsv[] {
  return [...plan.nodes.values()]
    .filter(node => node.testclass.endsWith('CSVDataSet') && isActive(plan, node))
    .flatMap(node => {
      const valueOf = (name: string) => propertyValue(node, [name]) ?? ''
      const path = valueOf('filename')
      const isShared = valueOf('shareMode') !== 'shareMode.thread'
      if (path === '' || path.includes('${') || !isShared || valueOf('recycle') !== 'false') return []
      const hasHeader = valueOf('variableNames').trim() === '' || valueOf('ignoreFirstLine') === 'true'
      return [{ path, name: nameOf(path), hasHeader, isQuoted: valueOf('quotedData') === 'true' }]
    })
}

/** A path from the root of a load machine's file system, where the file may be without the component having it. */
const isOnMachine = (path: string): boolean => path.startsWith('/')

/** Whether an FTP request downloads to the file. */
const isWritten = (plan: JmxPlan, { key, property }: PlanFile): boolean => {
  const node = plan.nodes.get(key)
  return (
    property[0] === 'FTPSampler.localfilename' &&
    node !== undefined &&
    propertyValue(node, ['FTPSampler.upload']) !== 'true'
  )
}

/**
 * The files that active elements read and that no load machine can have: relative paths and those of Windows, whose file
 * the component does not hold; by their last part, each once. `held` are the names of the component's files.
 */
export function missingFiles(plan: JmxPlan, held: ReadonlySet<string>): string[] {
  const missing = filesOf(plan).filter(file => {
    const { isActive: isRead, isKnown, name, path, property } = file
    return (
      isRead &&
      isKnown &&
      !isWritten(plan, file) &&
      name !== '' &&
      !isOnMachine(path) &&
      !held.has(name) &&
      // Entries of the class path may be folders.
      (property[0] !== classPath || /\.jar$/i.test(name))
    )
  })
  return [...new Set(missing.map(({ name }) => name))]
}
