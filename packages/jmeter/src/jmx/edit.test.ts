import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addProperty,
  enableNodes,
  removeProperty,
  renameNode,
  setComment,
  setProperties,
  setProperty,
} from './edit-properties.ts'
import { insertXml, moveNodes, removeNodes } from './edit-tree.ts'
import { copyNodes } from './fragment.ts'
import { type JmxPlan, propertyValue, walkNodes } from './plan.ts'
import type { Edited } from './splice.ts'
import { anyDressedText, anyPlanText, planOf, planText, type Sketch } from './test-plans.ts'

/** @throws when the edit failed, which the test did not intend. */
function done(edited: Edited): JmxPlan {
  if (!edited.ok) throw new Error(JSON.stringify(edited.problem))
  return edited.plan
}

const keysOf = (plan: JmxPlan) => [...walkNodes(plan.roots)].map(node => node.key)
const anyText = fc.oneof(anyPlanText, anyDressedText)
const anyValue = fc.oneof(
  fc.string({ maxLength: 20, unit: 'grapheme' }),
  fc.constantFrom('a\nb', '<&>"\'', '\r\n', ']]>', '\u0001', ' '),
)

/** A node of the plan that is not the test plan. */
const pick = (plan: JmxPlan, at: number): string | undefined => {
  const keys = keysOf(plan).slice(1)
  return keys[at % Math.max(1, keys.length)]
}

/** The text before and after a node's span must be unchanged. */
function expectOnlySpanChanged(before: JmxPlan, after: JmxPlan, key: string): void {
  const node = before.nodes.get(key)
  if (node === undefined) throw new Error('no such node')
  expect(after.text.startsWith(before.text.slice(0, node.from))).toBe(true)
  expect(after.text.endsWith(before.text.slice(node.xml.to))).toBe(true)
  expect(keysOf(after)).toEqual(keysOf(before))
}

describe('an edit of an element', () => {
  test('changes only its span, is read back as written, and goes back to the same text', () => {
    fc.assert(
      fc.property(anyText, fc.nat(), anyValue, (source, at, value) => {
        const plan = planOf(source)
        const key = pick(plan, at)
        if (key === undefined) return
        for (const path of [['a.value'], ['rows', 0, 'Header.value']]) {
          const old = propertyValue(plan.nodes.get(key) ?? fail(), path)
          const edited = done(setProperty(plan, key, path, value))
          expectOnlySpanChanged(plan, edited, key)
          expect(propertyValue(edited.nodes.get(key) ?? fail(), path)).toBe(value)
          const back = done(setProperty(edited, key, path, old ?? ''))
          if (!source.includes('CDATA')) expect(back.text).toBe(source)
        }
        const renamed = done(renameNode(plan, key, value))
        expectOnlySpanChanged(plan, renamed, key)
        expect(renamed.nodes.get(key)?.testname).toBe(value)
        const wasEnabled = plan.nodes.get(key)?.isEnabled ?? true
        const toggled = done(enableNodes(plan, [key], !wasEnabled))
        expect(toggled.nodes.get(key)?.isEnabled).toBe(!wasEnabled)
        expect(done(enableNodes(toggled, [key], wasEnabled)).text).toBe(source)
      }),
      { numRuns: 100 },
    )
  })

  test('that adds a property and takes it out again leaves the same text', () => {
    fc.assert(
      fc.property(anyText, fc.nat(), anyValue, (source, at, value) => {
        const plan = planOf(source)
        const key = pick(plan, at)
        if (key === undefined) return
        const added = done(setProperty(plan, key, ['new'], value, 'bool'))
        expectOnlySpanChanged(plan, added, key)
        expect(added.nodes.get(key)?.properties.at(-1)).toMatchObject({ type: 'bool', value })
        expect(done(removeProperty(added, key, ['new'])).text).toBe(source)
        const row = `<elementProp name="n" elementType="Header">\n  <stringProp name="Header.value">1</stringProp>\n</elementProp>`
        const withRow = done(addProperty(plan, key, ['rows'], row, 0))
        expect(propertyValue(withRow.nodes.get(key) ?? fail(), ['rows', 0, 'Header.value'])).toBe('1')
        expect(withRow.nodes.get(key)?.properties[1]?.properties).toHaveLength(2)
        const comment = done(setComment(plan, key, value))
        expect(comment.nodes.get(key)?.comment).toBe(value)
      }),
      { numRuns: 60 },
    )
  })

  test('is written as JMeter writes it', () => {
    const plan = planOf(planText([{ name: 'One', value: 'v', isEnabled: true, children: [] }]))
    const key = 'e2'
    const edited = done(
      setProperties(plan, [
        { key, path: ['a.value'], value: `<"x" & 'y'>\n` },
        { key, path: ['flag'], value: 'true', type: 'bool' },
      ]),
    )
    expect(edited.text).toContain(
      '<stringProp name="a.value">&lt;&quot;x&quot; &amp; &apos;y&apos;&gt;\n</stringProp>',
    )
    expect(edited.text).toContain(
      '\n        <boolProp name="flag">true</boolProp>\n      </GenericController>',
    )
    const emptied = done(removeProperty(plan, key, ['rows', 0]))
    expect(emptied.text).toContain('<collectionProp name="rows"/>\n')
    const row =
      '<elementProp name="n" elementType="Header">\n  <stringProp name="a">1</stringProp>\n</elementProp>'
    expect(done(addProperty(emptied, key, ['rows'], row)).text).toContain(`
        <collectionProp name="rows">
          <elementProp name="n" elementType="Header">
            <stringProp name="a">1</stringProp>
          </elementProp>
        </collectionProp>
`)
  })

  test('of a missing part is refused with the reason', () => {
    const plan = planOf(planText([]))
    expect(setProperty(plan, 'e9', ['a'], '')).toMatchObject({ ok: false, problem: { code: 'noElement' } })
    expect(setProperty(plan, 'e1', ['no', 'a'], '')).toMatchObject({ problem: { code: 'noProperty' } })
    expect(removeProperty(plan, 'e1', ['no'])).toMatchObject({ problem: { code: 'noProperty' } })
  })
})

describe('an edit of the tree', () => {
  test('that inserts and removes again leaves the same text', () => {
    fc.assert(
      fc.property(anyPlanText, fc.nat(), fc.nat(5), anyPlanText, (source, at, index, other) => {
        const plan = planOf(source)
        const parentKey = keysOf(plan)[at % keysOf(plan).length] ?? null
        const xml = planOf(other).roots[0]?.children.length === 0 ? '<X testname="x"/>' : other
        const edited = insertXml(plan, { parentKey, index }, xml)
        if (!edited.ok) throw new Error(JSON.stringify(edited.problem))
        const inside = keysOf(edited.plan).filter(key => plan.nodes.has(key))
        expect(inside).toEqual(keysOf(plan))
        expect(new Set(keysOf(edited.plan)).size).toBe(keysOf(edited.plan).length)
        expect(done(removeNodes(edited.plan, edited.created)).text).toBe(source)
      }),
      { numRuns: 100 },
    )
  })

  test('that moves nodes there and back leaves the same text, and keeps keys and values', () => {
    fc.assert(
      fc.property(anyPlanText, fc.nat(), fc.nat(), fc.nat(4), (source, one, two, index) => {
        const plan = planOf(source)
        const key = pick(plan, one)
        const parentKey = keysOf(plan)[two % keysOf(plan).length] ?? null
        const node = key === undefined ? undefined : plan.nodes.get(key)
        if (key === undefined || node === undefined) return
        const moved = moveNodes(plan, [key], { parentKey, index })
        const inside = [...walkNodes([node])].map(each => each.key)
        if (parentKey !== null && inside.includes(parentKey)) {
          expect(moved).toMatchObject({ ok: false, problem: { code: 'intoItself' } })
          return
        }
        const after = done(moved)
        expect(after.nodes.get(key)?.parentKey).toBe(parentKey)
        for (const each of plan.nodes.values()) {
          expect(after.nodes.get(each.key)?.testname).toBe(each.testname)
          expect(propertyValue(after.nodes.get(each.key) ?? fail(), ['a.value'])).toBe(
            propertyValue(each, ['a.value']),
          )
        }
        const siblings = plan.nodes.get(node.parentKey ?? '')?.children ?? plan.roots
        const place = siblings.indexOf(node)
        const now = (after.nodes.get(node.parentKey ?? '')?.children ?? after.roots).findIndex(
          each => each.key === key,
        )
        const back = { parentKey: node.parentKey, index: now >= 0 && now < place ? place + 1 : place }
        expect(done(moveNodes(after, [key], back)).text).toBe(source)
      }),
      { numRuns: 150 },
    )
  })

  test('keeps values and keys of any notation', () => {
    fc.assert(
      fc.property(anyDressedText, fc.nat(), fc.nat(), fc.nat(4), (source, one, two, index) => {
        const plan = planOf(source)
        const key = pick(plan, one)
        const parentKey = keysOf(plan)[two % keysOf(plan).length] ?? null
        if (key === undefined) return
        const moved = moveNodes(plan, [key], { parentKey, index })
        const copied = done(insertXml(plan, { parentKey, index }, copyNodes(plan, [key])))
        for (const after of [copied, ...(moved.ok ? [moved.plan] : [])]) {
          for (const each of plan.nodes.values()) {
            expect(propertyValue(after.nodes.get(each.key) ?? fail(), ['a.value'])).toBe(
              propertyValue(each, ['a.value']),
            )
          }
        }
        expect(done(removeNodes(plan, [key])).nodes.has(key)).toBe(false)
      }),
      { numRuns: 100 },
    )
  })

  test('takes several nodes at once, without those inside others', () => {
    const leaf = (name: string, children: readonly Sketch[] = []): Sketch => ({
      name,
      value: '',
      isEnabled: true,
      children,
    })
    const plan = planOf(planText([leaf('a', [leaf('a1'), leaf('a2')]), leaf('b'), leaf('c')]))
    const names = (edited: JmxPlan) => [...walkNodes(edited.roots)].map(node => node.testname).join(' ')
    expect(names(done(moveNodes(plan, ['e3', 'e6'], { parentKey: 'e5', index: 0 })))).toBe('Plan a a2 b a1 c')
    expect(names(done(removeNodes(plan, ['e2', 'e3', 'e6'])))).toBe('Plan b')
    expect(names(done(moveNodes(plan, ['e2'], { parentKey: 'e1', index: 3 })))).toBe('Plan b c a a1 a2')
    expect(names(done(insertXml(plan, { parentKey: 'e6', index: 0 }, copyNodes(plan, ['e2', 'e5']))))).toBe(
      'Plan a a1 a2 b c a a1 a2 b',
    )
    expect(removeNodes(plan, ['e1'])).toMatchObject({ problem: { code: 'rootFixed' } })
    expect(insertXml(plan, { parentKey: 'e1', index: 0 }, ' ')).toMatchObject({
      problem: { code: 'nothingToInsert' },
    })
    expect(insertXml(plan, { parentKey: 'e1', index: 0 }, '<a>')).toMatchObject({
      problem: { code: 'unclosedTag' },
    })
    expect(insertXml(plan, { parentKey: 'e1', index: 0 }, '<hashTree/>')).toMatchObject({ ok: false })
  })

  test('goes behind a last element that had no tree, which gets one', () => {
    const source =
      '<jmeterTestPlan>\n  <hashTree>\n    <TestPlan/>\n    <hashTree>\n      <A/>\n    </hashTree>\n  </hashTree>\n</jmeterTestPlan>'
    expect(done(insertXml(planOf(source), { parentKey: 'e1', index: 1 }, '<B/>')).text).toContain(
      '      <A/>\n      <hashTree/>\n      <B/>\n      <hashTree/>\n    </hashTree>',
    )
    expect(done(insertXml(planOf(source), { parentKey: 'e2', index: 0 }, '<B/>')).text).toContain(
      '      <A/>\n      <hashTree>\n        <B/>\n        <hashTree/>\n      </hashTree>\n',
    )
  })
})

test('an edit of thousands of elements at once takes each of them once', () => {
  const names = Array.from({ length: 1_000 }, (_, index) => `n${index}`)
  const many = planOf(planText(names.map(name => ({ name, value: '', isEnabled: true, children: [] }))))
  const keys = keysOf(many).slice(1)
  expect(done(removeNodes(many, keys)).text).toBe(planText([]))
  const [, , ...rest] = keys
  const moved = done(moveNodes(many, rest, { parentKey: keys[0] ?? '', index: 0 }))
  expect(moved.nodes.get(keys[0] ?? '')?.children).toHaveLength(rest.length)
})

function fail(): never {
  throw new Error('no such node')
}
