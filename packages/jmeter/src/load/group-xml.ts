/** Thread groups as XML that replace a designed one, with its name and settings. */

import { rowXml } from '../elements/default-xml.ts'
import type { TableRows } from '../elements/element.ts'
import { fieldsOf } from '../elements/form.ts'
import { elementById } from '../elements/registry.ts'
import { scalarXml } from '../jmx/edit-properties.ts'
import { shiftIndent } from '../jmx/indent.ts'
import { commentProperty, type JmxNode, propertyValue } from '../jmx/plan.ts'
import { indentAt, lineEndOf, type Splice } from '../jmx/splice.ts'
import { encodeAttribute } from '../jmx/xml-text.ts'
import type { ArrivalRow, UserRow } from './model-rows.ts'
import { threadGroupClasses } from './thread-group.ts'

/** How a plain thread group runs; 0 loops = infinite, a duration of null = without a scheduler. */
export interface PlainLoad {
  readonly threads: number
  readonly rampUpSeconds: number
  readonly loops: number
  readonly durationSeconds: number | null
}

const loopController = (
  loops: number,
): string => `<elementProp name="ThreadGroup.main_controller" elementType="LoopController" guiclass="LoopControlPanel" testclass="LoopController" testname="Loop Controller" enabled="true">
  <boolProp name="LoopController.continue_forever">false</boolProp>
  ${scalarXml('LoopController.loops', String(loops))}
</elementProp>`

/** A plain thread group with the name and settings of a node. */
export const plainXml = (node: JmxNode, load: PlainLoad): string =>
  groupXml(node, threadGroupClasses.plain, 'ThreadGroupGui', [
    scalarXml('ThreadGroup.num_threads', String(load.threads), 'int'),
    scalarXml('ThreadGroup.ramp_time', String(load.rampUpSeconds), 'int'),
    loopController(load.loops === 0 ? -1 : load.loops),
    scalarXml('ThreadGroup.scheduler', String(load.durationSeconds !== null), 'bool'),
    scalarXml('ThreadGroup.duration', load.durationSeconds === null ? '' : String(load.durationSeconds)),
    scalarXml('ThreadGroup.delay', load.durationSeconds === null ? '' : '0'),
  ])

/** An Ultimate Thread Group with these rows. */
export const ultimateXml = (node: JmxNode, rows: readonly UserRow[]): string =>
  groupXml(node, threadGroupClasses.ultimate, `${threadGroupClasses.ultimate}Gui`, [
    tableXml(
      `${threadGroupClasses.ultimate}Gui`,
      'ultimatethreadgroupdata',
      rows.map(each => [
        each.users,
        each.delaySeconds,
        each.rampUpSeconds,
        each.holdSeconds,
        each.rampDownSeconds,
      ]),
    ),
    loopController(-1),
  ])

/** A Free-Form Arrivals Thread Group with these rows, at a share of their rate, for users up to a limit. */
export const arrivalsXml = (
  node: JmxNode,
  rows: readonly ArrivalRow[],
  { rate01, maxUsers }: { rate01: number; maxUsers: number },
): string =>
  groupXml(node, threadGroupClasses.freeForm, `${threadGroupClasses.freeForm}Gui`, [
    '<elementProp name="ThreadGroup.main_controller" elementType="com.blazemeter.jmeter.control.VirtualUserController"/>',
    tableXml(
      `${threadGroupClasses.freeForm}Gui`,
      'Schedule',
      rows.map(each => [
        decimal(each.fromPerSecond * rate01),
        decimal(each.toPerSecond * rate01),
        decimal(each.seconds),
      ]),
    ),
    scalarXml('LogFilename', ''),
    scalarXml('Iterations', ''),
    scalarXml('ConcurrencyLimit', String(maxUsers)),
    scalarXml('Unit', 'S'),
  ])

/** Seven digits: enough for low rates, and without the moment by which a row ends before the next one. */
const decimal = (value: number): number => Number(value.toPrecision(7))

function tableXml(id: string, name: string, rows: readonly (readonly number[])[]): string {
  const element = elementById(id)
  const table: TableRows | null | undefined =
    element && fieldsOf(element).find(field => field.name === name)?.rows
  const blocks = rows.map(cells =>
    rowXml(table ?? noRows, Object.fromEntries(cells.map((cell, i) => [i, String(cell)]))),
  )
  return `<collectionProp name="${name}">${blocks.map(block => `\n  ${shiftIndent(block, '  ', '\n')}`).join('')}\n</collectionProp>`
}

const noRows: TableRows = { elementType: null, nameColumn: null, columns: [] }

function groupXml(node: JmxNode, testclass: string, guiclass: string, blocks: readonly string[]): string {
  const kept = [
    scalarXml(
      'ThreadGroup.on_sample_error',
      propertyValue(node, ['ThreadGroup.on_sample_error']) ?? 'continue',
    ),
    scalarXml(
      'ThreadGroup.same_user_on_next_iteration',
      propertyValue(node, ['ThreadGroup.same_user_on_next_iteration']) ?? 'true',
      'bool',
    ),
    ...(node.comment === '' ? [] : [scalarXml(commentProperty, node.comment)]),
  ]
  const inside = [...kept, ...blocks].map(block => `\n  ${shiftIndent(block, '  ', '\n')}`).join('')
  return `<${testclass} guiclass="${guiclass}" testclass="${testclass}" testname="${encodeAttribute(node.testname)}" enabled="true">${inside}\n</${testclass}>`
}

/** Replaces a node's element by XML; what is below the node is unchanged. */
export const replacement = (text: string, node: JmxNode, xml: string): Splice => ({
  from: node.xml.from,
  to: node.xml.to,
  text: shiftIndent(xml, indentAt(text, node.xml.from) ?? '', lineEndOf(text)),
})
