import { forEachDiagnostic } from '@codemirror/lint'
import { EditorState, Text } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { act, fireEvent, screen } from '@testing-library/react'
import { type ComponentProps, useState } from 'react'
import { describe, expect, it, test } from 'vitest'
import { draw } from '../../test-page.tsx'
import { completeHole, completeMember } from './code-completion.ts'
import { CodeField } from './code-field.tsx'
import { diagnosticsOf, offsetOf } from './code-marks.ts'

/** The context that CodeMirror passes to a source of completions: the text before and after the caret, which `|` marks. */
const contextAt = (marked: string) => {
  const pos = marked.indexOf('|')
  const text = marked.replace('|', '')
  return {
    pos,
    state: EditorState.create({ doc: text }),
    matchBefore: (pattern: RegExp) => {
      const found = new RegExp(`(?:${pattern.source})$`).exec(text.slice(0, pos))
      return found && { from: found.index, text: found[0] }
    },
  }
}

describe('completion in code', () => {
  const offers = [
    { kind: 'variable', name: 'user', detail: 'from a file', insert: 'user' },
    { kind: 'function', name: 'md5', detail: 'digest', insert: 'md5(|)' },
  ]
  it('offers variables and functions in an open placeholder and closes it', () => {
    expect(completeHole(contextAt('{"a": "${us|"}'), offers)).toEqual({
      from: 9,
      options: [
        { label: 'user', detail: 'from a file', type: 'variable', apply: 'user}' },
        { label: 'md5', detail: 'digest', type: 'function', apply: 'md5()}' },
      ],
    })
    expect(completeHole(contextAt('${|}'), offers)?.options[0]?.apply).toBe('user')
    const known = offers.map(offer => ({ ...offer, lastValue: 'x'.repeat(61) }))
    expect(completeHole(contextAt('${|}'), known)?.options[0]?.detail).toBe(`= ${'x'.repeat(60)}`)
    expect(completeHole(contextAt('user|'), offers)).toBeNull()
  })
  const members = [
    { label: 'vars.get', type: '(name: string) => string', info: 'reads a variable' },
    { label: 'vars', type: 'Variables', info: 'all variables' },
  ]
  it('offers names of the scripting interface', () => {
    expect(completeMember(contextAt('x = va|'), members)).toMatchObject({
      from: 4,
      options: [
        { label: 'vars.get', type: 'function', apply: 'vars.get(', info: 'reads a variable' },
        { label: 'vars', type: 'property', apply: 'vars' },
      ],
    })
    expect(completeMember(contextAt('x = |'), members)).toBeNull()
    expect(completeMember(contextAt('x = va|'), [])).toBeNull()
  })
})

test.each([
  [1, 1, 0],
  [1, 3, 2],
  [2, 1, 4],
  [2, 99, 6],
  [0, 0, 0],
  [9, 1, 7],
])('line %i, column %i is after %i characters', (line, column, offset) => {
  expect(offsetOf(Text.of(['abc', 'de', '']), { line, column })).toBe(offset)
})

test('a marker covers the rest of its line', () => {
  const mark = { line: 2, column: 2, severity: 'warning', message: 'odd' } as const
  expect(diagnosticsOf(Text.of(['abc', 'def', 'g']), [mark])).toEqual([
    { from: 5, to: 7, severity: 'warning', message: 'odd' },
  ])
})

type Props = ComponentProps<typeof CodeField>

async function open(first: Partial<Props> = {}) {
  const typed: string[] = []
  let change: (props: Partial<Props>) => void = () => {}
  function Field() {
    const [props, setProps] = useState(first)
    change = next => setProps(before => ({ ...before, ...next }))
    return (
      <CodeField
        value={'{"a": 1}'}
        language="json"
        label="Body"
        isReadOnly={false}
        onChange={text => typed.push(text)}
        {...props}
      />
    )
  }
  await draw(<Field />)
  const host = screen.getByRole('textbox', { name: 'Body' })
  const view = EditorView.findFromDOM(host)
  if (!view) throw new Error('no code field')
  return { typed, host, view, set: (props: Partial<Props>) => act(async () => change(props)) }
}
const type = (view: EditorView, text: string) => view.dispatch({ changes: { from: 0, insert: text } })

test('typed text is reported; a value from outside is shown and not reported', async () => {
  const { typed, view, set } = await open()
  type(view, ' ')
  expect(typed).toEqual([' {"a": 1}'])
  await set({ value: '[]' })
  expect(view.state.doc.toString()).toBe('[]')
  expect(typed).toHaveLength(1)
})

test('a field without a listener is shown', async () => {
  const { view, set } = await open({ onChange: undefined, isReadOnly: true })
  expect(view.state.readOnly).toBe(true)
  type(view, 'x')
  await set({ isReadOnly: false })
  expect(view.state.readOnly).toBe(false)
})

test('Ctrl-Enter inserts no line, Enter does', async () => {
  const { view, host } = await open({ value: 'x', language: 'text' })
  fireEvent.keyDown(host, { key: 'Enter', code: 'Enter', keyCode: 13, ctrlKey: true })
  expect(view.state.doc.lines).toBe(1)
  fireEvent.keyDown(host, { key: 'Enter', code: 'Enter', keyCode: 13 })
  expect(view.state.doc.lines).toBe(2)
})

const diagnosticsIn = (view: EditorView) => {
  const found: string[] = []
  forEachDiagnostic(view.state, ({ message }, from, to) => found.push(`${from}-${to} ${message}`))
  return found
}

test('markers are shown, move with the text and are removed', async () => {
  const mark = { line: 1, column: 2, severity: 'error', message: 'wrong' } as const
  const { view, set } = await open({ marks: [mark] })
  expect(diagnosticsIn(view)).toEqual(['1-8 wrong'])
  expect(view.dom.querySelector('.cm-gutter-lint')).not.toBeNull()
  await set({ value: '[1, 2, 3, 4]' })
  expect(diagnosticsIn(view)).toEqual(['1-12 wrong'])
  await set({ marks: [] })
  expect(diagnosticsIn(view)).toEqual([])
})

test('without markers there is no gutter', async () => {
  const { view } = await open()
  expect(view.dom.querySelector('.cm-gutter-lint')).toBeNull()
})

test('the caret moves to the requested position', async () => {
  const { view, set } = await open({ value: 'one\ntwo' })
  expect(view.state.selection.main.head).toBe(0)
  await set({ goTo: { line: 2, column: 2 } })
  expect(view.state.selection.main.head).toBe(5)
  expect(view.hasFocus).toBe(true)
})

test.each([
  [{}, 'cd-code is-light', '160px'],
  [{ isFilling: true, minHeight: 40 }, 'cd-code is-light is-filling', '40px'],
])('%j looks like %s', async (props, className, minHeight) => {
  const { view } = await open(props)
  expect(view.dom.parentElement?.className).toBe(className)
  const rules = [...document.adoptedStyleSheets, ...document.styleSheets]
    .flatMap(sheet => [...sheet.cssRules])
    .map(rule => rule.cssText)
    .join('\n')
  expect(rules).toContain(`min-height: ${minHeight}`)
})

test('sources of completions use the latest completions', async () => {
  const offer = (name: string) => ({ kind: 'variable', name, detail: '', insert: name })
  const { view, set } = await open({ value: '${', offers: [offer('first')] })
  const sources = () => view.state.languageDataAt<(context: unknown) => unknown>('autocomplete', 2)
  const namesAt = (marked: string) =>
    sources().flatMap(source => {
      const found = source({ ...contextAt(marked), view }) as { options?: { label: string }[] } | null
      return found?.options?.map(({ label }) => label) ?? []
    })
  const before = sources()
  expect(namesAt('${|')).toEqual(['first'])
  await set({
    offers: [offer('second')],
    members: [{ label: 'vars', type: 'Variables', info: '' }],
  })
  expect(namesAt('${|')).toEqual(['second'])
  expect(namesAt('va|')).toEqual(['vars'])
  expect(sources()).toEqual(before)
  await set({ offers: undefined, members: undefined })
  expect(namesAt('${|')).toEqual([])
  expect(namesAt('va|')).toEqual([])
})
