/** The plan editor's undo, redo, saving and invalid source. */
import { enableNodes, renameNode } from '@pone/jmeter/jmx/edit-properties.ts'
import { type JmxPlan, readPlan, walkNodes } from '@pone/jmeter/jmx/plan.ts'
import type { Edited } from '@pone/jmeter/jmx/splice.ts'
import { expect, it } from 'vitest'
import { isDirty, openPlan, type PlanState, reducePlan, textOf } from './plan-model.ts'

const text = `<jmeterTestPlan><hashTree>
  <TestPlan testname="P"/>
  <hashTree>
    <ThreadGroup testname="G"/>
    <hashTree/>
  </hashTree>
</hashTree></jmeterTestPlan>`

function planOf(source: string): JmxPlan {
  const read = readPlan(source)
  if (!read.ok) throw new Error(read.problem.code)
  return read.plan
}
const opened = () => openPlan(planOf(text), 1)
const names = (state: PlanState) => [...walkNodes(state.plan.roots)].map(node => node.testname)
function edited(state: PlanState, edit: (plan: JmxPlan) => Edited, join?: { joinKey: string; at: number }) {
  const result = edit(state.plan)
  if (!result.ok) throw new Error(result.problem.code)
  return reducePlan(state, { kind: 'edit', plan: result.plan, at: 0, ...join })
}
const group = (state: PlanState) => state.plan.roots[0]?.children[0]?.key ?? ''
const rename = (state: PlanState, name: string, at = 0) =>
  edited(state, plan => renameNode(plan, group(state), name), { joinKey: 'name', at })

it('undoes and redoes edits to exactly the same text, which is then unchanged', () => {
  const start = opened()
  const renamed = rename(start, 'H')
  const off = edited(renamed, plan => enableNodes(plan, [group(renamed)], false))
  expect(isDirty(off)).toBe(true)
  const back = reducePlan(reducePlan(off, { kind: 'undo' }), { kind: 'undo' })
  expect([textOf(back), isDirty(back)]).toEqual([text, false])
  const again = reducePlan(reducePlan(back, { kind: 'redo' }), { kind: 'redo' })
  expect(textOf(again)).toBe(textOf(off))
  expect(reducePlan(again, { kind: 'redo' })).toBe(again)
})

it('joins input typed into one field within a short time to one step', () => {
  const typed = rename(rename(rename(opened(), 'H'), 'He', 500), 'Hel', 1_000)
  expect(typed.past).toHaveLength(1)
  expect(rename(typed, 'Hell', 9_000).past).toHaveLength(2)
})

it('keeps invalid text beside the last valid plan, and undo discards it', () => {
  const broken = reducePlan(opened(), { kind: 'source', text: '<jmeterTestPlan>', at: 0 })
  expect([names(broken), textOf(broken), broken.broken?.problem.line]).toEqual([
    ['P', 'G'],
    '<jmeterTestPlan>',
    1,
  ])
  expect(isDirty(broken)).toBe(true)
  expect(textOf(reducePlan(broken, { kind: 'undo' }))).toBe(text)
  const mended = reducePlan(broken, { kind: 'source', text: text.replace('"G"', '"K"'), at: 1 })
  expect([names(mended), mended.broken, group(mended)]).toEqual([['P', 'K'], null, group(broken)])
})

it('keeps edits unsaved that were made during a save', () => {
  const renamed = rename(opened(), 'H')
  const stored = reducePlan(rename(renamed, 'I', 9_000), {
    kind: 'saved',
    text: textOf(renamed),
    revision: 2,
  })
  expect([isDirty(stored), stored.revision]).toEqual([true, 2])
})

it('loads the version of another user over the own one, which undo restores', () => {
  const mine = rename(opened(), 'mine')
  const theirs = reducePlan(mine, { kind: 'load', text: text.replace('"G"', '"theirs"'), revision: 5 })
  expect([names(theirs), isDirty(theirs), theirs.revision]).toEqual([['P', 'theirs'], false, 5])
  expect(names(reducePlan(theirs, { kind: 'undo' }))).toEqual(['P', 'mine'])
})
