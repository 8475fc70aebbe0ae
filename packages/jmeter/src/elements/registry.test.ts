import { describe, expect, test } from 'vitest'
import { addProperty, setProperty } from '../jmx/edit-properties.ts'
import { insertXml, removeNodes } from '../jmx/edit-tree.ts'
import { type JmxNode, type JmxPlan, walkNodes } from '../jmx/plan.ts'
import { findProperty } from '../jmx/property.ts'
import type { Edited } from '../jmx/splice.ts'
import { planOf, planText } from '../jmx/test-plans.ts'
import { defaultXml } from './default-xml.ts'
import {
  addRow,
  fieldsOf,
  fieldValue,
  formOf,
  listValues,
  removeRow,
  rowValues,
  setCell,
  setField,
  setList,
  setRows,
} from './form.ts'
import {
  categoryOf,
  elementById,
  elementOf,
  elements,
  insertableBelow,
  mayHold,
  mayMoveBelow,
  titleOf,
} from './registry.ts'

function done(edited: Edited): JmxPlan {
  if (!edited.ok) throw new Error(JSON.stringify(edited.problem))
  return edited.plan
}

const empty = planOf(planText([]))

/** A plan with one new element of that id below the test plan, and its node. */
function planWith(id: string, name = 'New'): { plan: JmxPlan; key: string; node: JmxNode } {
  const element = elementById(id)
  if (element === undefined) throw new Error(`no element ${id}`)
  const edited = insertXml(empty, { parentKey: 'e1', index: 0 }, defaultXml(element, name))
  const plan = done(edited)
  const key = edited.ok ? (edited.created[0] ?? '') : ''
  return { plan, key, node: nodeOf(plan, key) }
}

function nodeOf(plan: JmxPlan, key: string): JmxNode {
  const node = plan.nodes.get(key)
  if (node === undefined) throw new Error(`no node ${key}`)
  return node
}

function fieldOf(id: string, name: string, kind?: string) {
  const element = elementById(id)
  const field =
    element &&
    fieldsOf(element).find(each => each.name === name && (kind === undefined || each.widget === kind))
  if (field === undefined) throw new Error(`no field ${name}`)
  return field
}

describe.each(elements.map(element => [element.id, element] as const))('%s', (id, element) => {
  test('goes in and out of a plan, is recognised, and every field of its form is there and can be changed', () => {
    const { plan, key, node } = planWith(id, '名称 <"1">')
    expect(node.testname).toBe('名称 <"1">')
    expect(elementOf(node)).toBe(element)
    expect(node.isEnabled).toBe(element.startsEnabled)
    expect(done(removeNodes(plan, [key])).text).toBe(empty.text)
    const form = formOf(node)
    if (form === 'raw') throw new Error('no form')
    for (const field of form) {
      const property = findProperty(node.properties, field.path)
      expect(property, field.path.join('/')).toBeDefined()
      expect(field.label.zh).not.toBe('')
      expect(field.label.en).not.toBe('')
      if (field.widget === 'table' || field.widget === 'list') continue
      expect(fieldValue(node, field)).toBe(field.initial)
      const changed = done(setField(plan, key, field, 'x "1" & <2>'))
      expect(fieldValue(nodeOf(changed, key), field)).toBe('x "1" & <2>')
      if (field.widget === 'choice' && !field.isOpen) {
        expect(field.options.map(option => option.value)).toContain(field.initial)
      }
    }
    const names = form.filter(field => !field.isBody).map(field => field.path.join('/'))
    expect(new Set(names).size).toBe(names.length)
  })

  test('takes rows and entries in its tables and lists', () => {
    const { plan, key, node } = planWith(id)
    for (const field of fieldsOf(element)) {
      if (field.widget === 'list') {
        const three = done(setList(plan, key, field, ['a', 'b', 'c']))
        const two = done(setList(three, key, field, ['a', 'd']))
        expect(listValues(nodeOf(two, key), field)).toEqual(['a', 'd'])
        expect(done(setList(three, key, field, [])).text).toBe(plan.text)
      }
      if (field.widget !== 'table' || field.rows === null || field.rows.columns.length === 0) continue
      const [column] = field.rows.columns
      if (column === undefined) throw new Error('a table without columns')
      const one = done(addRow(plan, key, field, { [column.name]: 'v' }))
      const other = done(setCell(one, key, field, { row: 0, column: column.name, value: 'w' }))
      const [row] = rowValues(nodeOf(other, key), field)
      expect(row?.[column.name]).toBe('w')
      expect(Object.keys(row ?? {})).toHaveLength(field.rows.columns.length)
      expect(done(removeRow(one, key, field, 0)).text).toBe(plan.text)
      const rows = done(setRows(one, key, field, [{ [column.name]: '1' }, { [column.name]: '2' }]))
      expect(rowValues(nodeOf(rows, key), field).map(each => each[column.name])).toEqual(['1', '2'])
      expect(rowValues(node, field)).toEqual([])
    }
  })

  test('has a parent below which it may stand', () => {
    const parents = elements.filter(each => mayHold(each.category, element.category))
    expect(parents.length > 0 || element.category === 'plan').toBe(true)
  })
})

describe('the registry', () => {
  test('has every element once', () => {
    const ids = elements.map(element => element.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(elements.length).toBeGreaterThanOrEqual(130)
  })

  test('knows elements by full class names, old names and panels', () => {
    const find = (testclass: string, guiclass = '') => elementOf({ testclass, guiclass })?.id
    expect(find('org.apache.jmeter.threads.ThreadGroup')).toBe('ThreadGroupGui')
    expect(find('HTTPSampler2', 'HttpTestSampleGui2')).toBe('HttpTestSampleGui')
    expect(find('HTTPSamplerProxy', 'GraphQLHTTPSamplerGui')).toBe('GraphQLHTTPSamplerGui')
    expect(find('ConfigTestElement', 'HttpDefaultsGui')).toBe('HttpDefaultsGui')
    expect(find('ConfigTestElement', 'kg.apc.Other')).toBeUndefined()
    expect(find('ConfigTestElement', 'UrlConfigGui')).toBe('HttpDefaultsGui')
    expect(find('ResultCollector', 'kg.apc.Vis')).toBe('SimpleDataWriter')
    const graph = 'kg.apc.jmeter.vizualizers.HitsPerSecondGui'
    expect(find('ResultCollector', graph)).toBe(graph)
    expect(find('kg.apc.jmeter.vizualizers.CorrectedResultCollector', graph)).toBe(graph)
    expect(find('kg.apc.jmeter.threads.UltimateThreadGroup')).toBe(
      'kg.apc.jmeter.threads.UltimateThreadGroupGui',
    )
  })

  test('does not take a plugin’s class for one of JMeter that is called the same', () => {
    const find = (testclass: string) => elementOf({ testclass, guiclass: 'x' })?.id
    expect(find('com.example.ThreadGroup')).toBeUndefined()
    expect(find('kg.apc.jmeter.modifiers.AnchorModifier')).toBe('kg.apc.jmeter.modifiers.AnchorModifierGui')
    expect(find('AnchorModifier')).toBe('AnchorModifierGui')
    expect(find('constructor')).toBeUndefined()
  })

  test('shows unknown elements raw, and guesses what they are from their names', () => {
    const unknown = { testclass: 'com.example.MqttSampler', guiclass: 'x' }
    expect(formOf(unknown)).toBe('raw')
    expect(categoryOf(unknown)).toBe('sampler')
    expect(titleOf(unknown).en).toBe('MqttSampler')
    expect(categoryOf({ testclass: 'a.FooBar', guiclass: '' })).toBeNull()
  })

  test('says what may stand where, as the menus of JMeter do', () => {
    const plan = planOf(planText([]))
    const root = nodeOf(plan, 'e1')
    expect(insertableBelow(root)).not.toContain('sampler')
    expect(insertableBelow(root)).toContain('threads')
    expect(mayHold('sampler', 'sampler')).toBe(false)
    expect(mayHold('threads', 'threads')).toBe(false)
    expect(mayHold(null, 'threads')).toBe(true)
    expect(mayMoveBelow(plan, root, root)).toBe(false)
  })
})

describe('a form', () => {
  test('shows what JMeter takes where the plan leaves a property out, not what a new element starts with', () => {
    const shown = (testclass: string, guiclass: string, name: string) => {
      const xml = `<${testclass} guiclass="${guiclass}" testclass="${testclass}" testname="x"/>`
      const plan = done(insertXml(empty, { parentKey: 'e1', index: 0 }, xml))
      const node = nodeOf(plan, 'e2')
      const form = formOf(node)
      const field = form === 'raw' ? undefined : form.find(each => each.name === name)
      return field && fieldValue(node, field)
    }
    expect(shown('IfController', 'IfControllerPanel', 'IfController.useExpression')).toBe('false')
    expect(shown('LoopController', 'LoopControlPanel', 'LoopController.loops')).toBe('-1')
    expect(shown('ThreadGroup', 'ThreadGroupGui', 'LoopController.continue_forever')).toBe('true')
    expect(shown('ConstantTimer', 'ConstantTimerGui', 'ConstantTimer.delay')).toBe('')
    expect(shown('CSVDataSet', 'TestBeanGUI', 'recycle')).toBe('false')
    expect(shown('HTTPSamplerProxy', 'HttpTestSampleGui', 'HTTPSampler.follow_redirects')).toBe('true')
  })

  test('makes the holders that an older plan lacks', () => {
    const element = elementById('HttpTestSampleGui')
    const plan = done(
      insertXml(
        empty,
        { parentKey: 'e1', index: 0 },
        '<HTTPSamplerProxy guiclass="HttpTestSampleGui" testclass="HTTPSamplerProxy" testname="x"/>',
      ),
    )
    if (element === undefined) throw new Error('no element')
    const table = fieldOf('HttpTestSampleGui', 'Arguments.arguments', 'table')
    const row = done(addRow(plan, 'e2', table, { 'Argument.name': 'q', 'Argument.value': '1' }))
    expect(rowValues(nodeOf(row, 'e2'), table)).toHaveLength(1)
    const ramp = planOf(planText([]).replace('</TestPlan>', '</TestPlan>'))
    const group = done(insertXml(ramp, { parentKey: 'e1', index: 0 }, '<ThreadGroup testname="x"/>'))
    const loops = done(setField(group, 'e2', fieldOf('ThreadGroupGui', 'LoopController.loops'), '5'))
    expect(
      findProperty(nodeOf(loops, 'e2').properties, ['ThreadGroup.main_controller', 'LoopController.loops'])
        ?.value,
    ).toBe('5')
    const collector = done(
      insertXml(
        empty,
        { parentKey: 'e1', index: 0 },
        '<ResultCollector guiclass="SimpleDataWriter"><objProp><name>saveConfig</name><value class="SampleSaveConfiguration"><time>true</time></value></objProp></ResultCollector>',
      ),
    )
    const url = done(setField(collector, 'e2', fieldOf('SimpleDataWriter', 'url'), 'false'))
    expect(url.text).toContain('<url>false</url>')
  })

  test('writes a body as the one argument', () => {
    const { plan, key } = planWith('HttpTestSampleGui')
    const body = fieldOf('HttpTestSampleGui', 'Arguments.arguments', 'lines')
    const rows = fieldOf('HttpTestSampleGui', 'Arguments.arguments', 'table')

    const raw = done(setProperty(plan, key, ['HTTPSampler.postBodyRaw'], 'true'))

    const written = done(setField(done(setField(raw, key, body, '{')), key, body, '{"a": 1}\n'))
    expect(fieldValue(nodeOf(written, key), body)).toBe('{"a": 1}\n')
    expect(rowValues(nodeOf(written, key), rows)).toHaveLength(1)
  })

  test('keeps the body of GraphQL in step with its query', () => {
    const { plan, key } = planWith('GraphQLHTTPSamplerGui')
    const field = (name: string) => fieldOf('GraphQLHTTPSamplerGui', `GraphQLHTTPSampler.${name}`)
    const edited = done(
      setField(done(setField(plan, key, field('query'), 'query { a }')), key, field('variables'), '{"x": 1}'),
    )
    const body = fieldValue(
      nodeOf(edited, key),
      fieldOf('GraphQLHTTPSamplerGui', 'Arguments.arguments', 'lines'),
    )
    expect(JSON.parse(body)).toEqual({ operationName: null, query: 'query { a }', variables: { x: 1 } })
  })

  test('fills the cells before the one that a short row lacks', () => {
    const { plan, key } = planWith('UserParametersGui')
    const field = fieldOf('UserParametersGui', 'UserParameters.thread_values')
    const short = done(
      addProperty(
        plan,
        key,
        field.path,
        '<collectionProp name="1"><stringProp name="1">a</stringProp></collectionProp>',
      ),
    )
    const set = done(setCell(short, key, field, { row: 0, column: '2', value: 'c' }))
    expect(rowValues(nodeOf(set, key), field)).toEqual([{ 0: 'a', 1: '', 2: 'c' }])
  })

  test('leaves everything else as it was', () => {
    const { plan, key } = planWith('ThreadGroupGui')
    const edited = done(setField(plan, key, fieldOf('ThreadGroupGui', 'ThreadGroup.num_threads'), '7'))
    expect(edited.text).toBe(plan.text.replace('num_threads">1<', 'num_threads">7<'))
    expect([...walkNodes(edited.roots)]).toHaveLength(2)
  })
})
