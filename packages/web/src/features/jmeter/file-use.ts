/** Which element of a plan reads which file of the component; pure. */
import { type FormField, fieldsOf } from '@pone/jmeter/elements/form.ts'
import { elementOf } from '@pone/jmeter/elements/registry.ts'
import { isActive, type JmxNode, type JmxPlan } from '@pone/jmeter/jmx/plan.ts'
import { findProperty } from '@pone/jmeter/jmx/property.ts'

export interface FileUse {
  readonly key: string
  /** As the plan has it, perhaps with the folders of its author's machine. */
  readonly path: string
  /** The path without its folders: files lie beside the plan on load machines. */
  readonly fileName: string
  readonly isActive: boolean
}

/** In the order of the plan. Names that are computed while it runs (`${…}`) and files that it writes are left out. */
export function fileUses(plan: JmxPlan): FileUse[] {
  // Plans repeat few kinds of elements.
  const fields = new Map<string, readonly FormField[]>()
  const fieldsFor = (node: JmxNode): readonly FormField[] => {
    const kind = `${node.testclass} ${node.guiclass}`
    const found = fields.get(kind) ?? fileFields(node)
    fields.set(kind, found)
    return found
  }
  return [...plan.nodes.values()].flatMap(node =>
    fieldsFor(node)
      .flatMap(field => pathsAt(node, field))
      .filter(path => path !== '' && !path.includes('${') && fileNameOf(path) !== '')
      .map(path => ({ key: node.key, path, fileName: fileNameOf(path), isActive: isActive(plan, node) })),
  )
}

/** Last part of a path of any system. */
export const fileNameOf = (path: string): string => path.replace(/^.*[/\\]/, '')

const classPath = 'TestPlan.user_define_classpath'

function fileFields(node: JmxNode): readonly FormField[] {
  const element = elementOf(node)
  // Listeners write their files.
  if (element === undefined || element.category === 'listener') return []
  return fieldsOf(element).filter(
    field =>
      field.kind === 'file' ||
      field.name === classPath ||
      (field.rows?.columns.some(column => column.kind === 'file') ?? false),
  )
}

function pathsAt(node: JmxNode, field: FormField): string[] {
  const property = findProperty(node.properties, field.path)
  if (property === undefined) return []
  const columns = field.rows?.columns.filter(column => column.kind === 'file') ?? []
  if (columns.length > 0)
    return property.properties.flatMap(row =>
      columns.map(column => findProperty(row.properties, [column.name])?.value ?? ''),
    )
  if (field.name === classPath)
    return property.value
      .split(',')
      .map(path => path.trim())
      .filter(isJar)
  // Attachments of a mail are several files in one field.
  return field.name.endsWith('attachFile')
    ? property.value.split(';').map(path => path.trim())
    : [property.value.trim()]
}

const isJar = (path: string): boolean => /\.jar$/i.test(path)
