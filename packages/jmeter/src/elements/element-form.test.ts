import { fieldsOf as formFields, isVisible } from '@pone/schema/form.ts'
import { describe, expect, test } from 'vitest'
import { setProperty } from '../jmx/edit-properties.ts'
import { insertXml } from '../jmx/edit-tree.ts'
import type { JmxNode, JmxPlan } from '../jmx/plan.ts'
import type { Edited } from '../jmx/splice.ts'
import { planOf, planText } from '../jmx/test-plans.ts'
import { defaultXml } from './default-xml.ts'
import { elementForm, placeOf, readField, writeField } from './element-form.ts'
import { addRow, fieldsOf, setList } from './form.ts'
import { elementById, elementOf, elements } from './registry.ts'

function done(edited: Edited): JmxPlan {
  if (!edited.ok) throw new Error(JSON.stringify(edited.problem))
  return edited.plan
}
const elementCalled = (id: string) => {
  const element = elementById(id)
  if (element === undefined) throw new Error(`no element ${id}`)
  return element
}
function planWith(id: string) {
  const edited = insertXml(
    planOf(planText([])),
    { parentKey: 'e1', index: 0 },
    defaultXml(elementCalled(id), 'New'),
  )
  return { plan: done(edited), key: edited.ok ? (edited.created[0] ?? '') : '' }
}
function nodeOf(plan: JmxPlan, key: string): JmxNode {
  const node = plan.nodes.get(key)
  if (node === undefined) throw new Error(`no node ${key}`)
  return node
}
const fieldAt = (id: string, place: string) => {
  const field = fieldsOf(elementCalled(id)).find(each => placeOf(each) === place)
  if (field === undefined) throw new Error(`no field ${place}`)
  return field
}

describe.each(elements.map(element => [element.id, element] as const))('the form of %s', (id, element) => {
  test('names each field once, and conditions name fields that it has', () => {
    const form = elementForm(element)
    const names = formFields(form).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const { when } of formFields(form)) {
      if (typeof when === 'object') expect(names).toContain(when.name)
    }
  })
  test('changes nothing when what was read is written', () => {
    const { plan, key } = planWith(id)
    for (const field of fieldsOf(element)) {
      const before = readField(nodeOf(plan, key), field)
      expect(done(writeField(plan, key, field, { before, after: before })).text, field.name).toBe(plan.text)
    }
  })
})

const shownIn = (plan: JmxPlan, key: string) => {
  const node = nodeOf(plan, key)
  const element = elementOf(node)
  if (element === undefined) throw new Error('not known')
  const fields = new Map(fieldsOf(element).map(field => [placeOf(field), field]))
  const read = (name: string) => {
    const field = fields.get(name)
    return field && readField(node, field)
  }
  return elementForm(element).flatMap(item =>
    'name' in item && isVisible(item.when, {}, read) ? [item.name] : [],
  )
}

test('shows the table of parameters or the body, as the request is sent', () => {
  const { plan, key } = planWith('HttpTestSampleGui')
  const table = 'HTTPsampler.Arguments/Arguments.arguments'
  const both = (names: string[]) => [names.includes(table), names.includes(`${table}/body`)]
  expect(both(shownIn(plan, key))).toEqual([true, false])
  const raw = done(setProperty(plan, key, ['HTTPSampler.postBodyRaw'], 'true'))
  expect(both(shownIn(raw, key))).toEqual([false, true])
})

describe('rows of a table', () => {
  const table = fieldAt('HttpTestSampleGui', 'HTTPsampler.Arguments/Arguments.arguments')
  const { plan, key } = planWith('HttpTestSampleGui')
  const row = (name: string) => ({ 'Argument.name': name, 'Argument.value': '1' })
  const three = ['a', 'b', 'c'].reduce((at, name) => done(addRow(at, key, table, row(name))), plan)
  const before = readField(nodeOf(three, key), table) as readonly Readonly<Record<string, string>>[]
  const written = (after: readonly object[]) => done(writeField(three, key, table, { before, after }))
  const names = (edited: JmxPlan) =>
    (readField(nodeOf(edited, key), table) as readonly Record<string, string>[]).map(
      each => `${each['Argument.name']}=${each['Argument.value']}`,
    )

  test('one cell is set, and nothing else of the text changes', () => {
    const edited = written(before.map((each, at) => (at === 1 ? { ...each, 'Argument.value': '2' } : each)))
    expect(names(edited)).toEqual(['a=1', 'b=2', 'c=1'])
    const [mine, theirs] = [edited.text.split('\n'), three.text.split('\n')]
    expect(mine.filter((line, at) => line !== theirs[at])).toHaveLength(1)
  })
  test.each([
    [0, ['b=1', 'c=1']],
    [1, ['a=1', 'c=1']],
    [2, ['a=1', 'b=1']],
  ])('row %i goes, and the others keep their text', (at, left) => {
    const edited = written(before.filter((_, index) => index !== at))
    expect(names(edited)).toEqual(left)
    expect(three.text.split('\n')).toEqual(expect.arrayContaining(edited.text.split('\n')))
  })
  test('of rows that look alike the one goes that was meant', () => {
    const marked = three.text.replace(/(<elementProp name=")b(")/, '$1second$2').replaceAll(/>[bc]</g, '>a<')
    const alike = planOf(marked)
    const node = [...alike.nodes.values()].find(each => each.guiclass === 'HttpTestSampleGui')
    if (node === undefined) throw new Error('no request')
    const rows = readField(node, table) as readonly object[]
    const after = rows.filter((_, index) => index !== 0)
    expect(done(writeField(alike, node.key, table, { before: rows, after })).text).toContain('name="second"')
    const without = rows.filter((_, index) => index !== 1)
    expect(done(writeField(alike, node.key, table, { before: rows, after: without })).text).not.toContain(
      '"second"',
    )
  })
  test('a new row stands where it was put, with what its hidden columns begin with', () => {
    const [first = {}, ...others] = before
    const edited = written([first, row('new'), ...others])
    expect(names(edited)).toEqual(['a=1', 'new=1', 'b=1', 'c=1'])
    const [, added] = readField(nodeOf(edited, key), table) as readonly Record<string, string>[]
    expect(added?.['Argument.metadata']).toBe('=')
  })
  test('other rows take the place of those that go', () => {
    expect(names(written([row('x'), row('y')]))).toEqual(['x=1', 'y=1'])
    expect(names(written([]))).toEqual([])
  })
})

test('texts of a list are set, added and taken out at their places', () => {
  const place = 'Asserion.test_strings'
  const list = fieldAt('AssertionGui', place)
  const { plan, key } = planWith('AssertionGui')
  const three = done(setList(plan, key, list, ['a', 'b', 'c']))
  const before = readField(nodeOf(three, key), list)
  const after = (texts: readonly string[]) => {
    const edited = done(writeField(three, key, list, { before, after: texts }))
    return [readField(nodeOf(edited, key), list), edited.text] as const
  }
  expect(after(['a', 'x', 'c'])[0]).toEqual(['a', 'x', 'c'])
  expect(after(['a', 'c'])[0]).toEqual(['a', 'c'])
  expect(three.text.split('\n')).toEqual(expect.arrayContaining(after(['a', 'c'])[1].split('\n')))
  expect(after(['a', 'b', 'c', ''])[0]).toEqual(['a', 'b', 'c', ''])
  expect(after([])[0]).toEqual([])
})
