/** Which elements may be added and pasted where. */
import { elements } from '@pone/jmeter/elements/registry.ts'
import { insertXml } from '@pone/jmeter/jmx/edit-tree.ts'
import { readPlan } from '@pone/jmeter/jmx/plan.ts'
import { describe, expect, it, test } from 'vitest'
import {
  createTitles,
  fragmentFits,
  newElementXml,
  parentsFor,
  placeBeside,
  placeToAdd,
  planOfGroup,
} from './element-facts.ts'

const read = readPlan(`<jmeterTestPlan><hashTree>
  <TestPlan guiclass="TestPlanGui" testclass="TestPlan" testname="P"/>
  <hashTree>
    <ThreadGroup guiclass="ThreadGroupGui" testclass="ThreadGroup" testname="G"/>
    <hashTree>
      <HTTPSamplerProxy guiclass="HttpTestSampleGui" testclass="HTTPSamplerProxy" testname="R"/>
      <hashTree>
        <ConstantTimer guiclass="ConstantTimerGui" testclass="ConstantTimer" testname="T"/>
        <hashTree/>
      </hashTree>
    </hashTree>
  </hashTree>
</hashTree></jmeterTestPlan>`)
if (!read.ok) throw new Error(read.problem.code)
const { plan } = read
const named = (name: string) => {
  const node = [...plan.nodes.values()].find(each => each.testname === name)
  if (!node) throw new Error(name)
  return node
}
const definition = (testclass: string) => {
  const found = elements.find(element => element.testclass === testclass)
  if (!found) throw new Error(testclass)
  return found
}

describe('what can be added', () => {
  test.each([
    ['P', 'P', null, ['threads'], ['sampler', 'controller', 'plan']],
    ['G', 'G', null, ['sampler', 'controller', 'timer'], ['threads', 'plan']],
    ['R', 'R', null, ['timer', 'assertion', 'postProcessor'], ['sampler', 'threads']],
    ['T', 'R', 'T', ['timer', 'assertion'], ['sampler', 'threads']],
  ])(
    'with %s chosen, below %s after %s: %j can be added, %j cannot',
    (chosen, parent, before, some, none) => {
      const offer = placeToAdd(plan, named(chosen))
      const categories: string[] = offer.definitions.map(each => each.category)
      expect(offer.parent.testname).toBe(parent)
      expect(offer.index).toBe(
        before === null ? offer.parent.children.length : offer.parent.children.indexOf(named(before)) + 1,
      )
      for (const category of some) expect(categories).toContain(category)
      for (const category of none) expect(categories).not.toContain(category)
    },
  )

  test('beside an element, what its parent may hold; nothing beside the test plan', () => {
    const [before, after] = [placeBeside(plan, named('R'), 'before'), placeBeside(plan, named('R'), 'after')]
    expect([before?.parent.testname, before?.index, after?.index]).toEqual(['G', 0, 1])
    expect(before?.definitions.map(each => each.category)).toContain('sampler')
    expect(placeBeside(plan, named('P'), 'after')).toBeNull()
  })

  test('can be parsed again, for every kind', () => {
    for (const element of elements.filter(each => each.category !== 'plan')) {
      const place = { parentKey: named('G').key, index: 0 }
      const added = insertXml(plan, place, newElementXml(element, 'zh'))
      expect(added.ok && added.plan.nodes.get(added.created[0] ?? '')?.testname).toBe(element.title.zh)
    }
  })
})

it('accepts pasted elements only where all of them are permitted', () => {
  const request = newElementXml(definition('HTTPSamplerProxy'), 'en')
  const timer = newElementXml(definition('ConstantTimer'), 'en')
  expect(fragmentFits(request, named('G'))).toBe(true)
  expect(fragmentFits(request, named('P'))).toBe(false)
  expect(fragmentFits(timer + request, named('R'))).toBe(false)
  expect(fragmentFits(timer, named('R'))).toBe(true)
  expect(fragmentFits('<a', named('R'))).toBe(false)
})

it('shows kinds in the language, and unknown ones by their class', () => {
  expect([createTitles('zh')(named('G')), createTitles('en')(named('G'))]).toEqual(['线程组', 'Thread Group'])
})

test('controllers can wrap requests, and nothing can wrap a thread group or elements that are not adjacent', () => {
  const titles = (...names: string[]) => parentsFor(plan, names.map(named)).map(({ testclass }) => testclass)
  expect(titles('R')).toContain('LoopController')
  expect(titles('G')).toEqual([])
  expect(titles('R', 'T')).toEqual([])
})

test('of a plan with two thread groups only the chosen one is left enabled', () => {
  const group = named('G')
  const doubled = insertXml(
    plan,
    { parentKey: group.parentKey, index: 1 },
    newElementXml(definition('ThreadGroup'), 'en'),
  )
  const other = doubled.ok ? doubled.created[0] : undefined
  if (!doubled.ok || other === undefined) throw new Error('not added')
  const off = readPlan(planOfGroup(doubled.plan, other))
  expect(off.ok && [...off.plan.nodes.values()].map(each => each.isEnabled)).toEqual([
    true,
    false,
    true,
    true,
    true,
  ])
})
