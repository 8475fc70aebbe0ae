/** For tests of the form of a request: requests of every content, and the form. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { outline } from '../../../test-outline.ts'
import { serve } from '../../../test-page.tsx'
import type { FieldFocus } from '../context/step-context.ts'
import type { Offer } from '../model/template-completion.ts'
import { StepProperties } from '../steps/step-properties.tsx'
import { drawInEditor } from '../test-editor.tsx'

export const fileId = '0b6cfe4e-3f0a-4a52-9d1c-1f1f7c6a0001'

export const row = (name: string, value: string, enabled = true) => ({ name, value, enabled })

export const check = (id: string, changes: object) => ({
  id,
  source: 'status',
  expression: '',
  operator: 'equals',
  expected: '200',
  onFailure: 'continue',
  ...changes,
})

export const extractor = (id: string, changes: object) => ({
  id,
  source: 'jsonPath',
  variable: id,
  expression: '$.id',
  rightBoundary: '',
  attribute: '',
  group: 1,
  match: 1,
  defaultValue: null,
  ...changes,
})

export const request = (http: object = {}, more: object = {}) => ({
  id: 'r',
  name: 'List',
  enabled: true,
  kind: 'request',
  protocol: 'http',
  http: { method: 'GET', url: 'http://shop.example/list', ...http },
  checkpoints: [],
  extractors: [],
  ...more,
})

const files = [
  { id: fileId, kind: 'body', name: 'order.json', sizeBytes: 2_048, uploadedBy: 'li', uploadedAt: 0 },
]

export interface Options {
  readonly isReadOnly?: boolean
  readonly offers?: readonly Offer[]
  readonly lastValues?: Readonly<Record<string, string>>
}

export async function open(step: object, options: Options = {}) {
  await serve({ 'attachment/list': files })
  let reveal: (focus: FieldFocus) => void = () => {}
  function Properties() {
    const [focus, setFocus] = useState<FieldFocus | null>(null)
    reveal = setFocus
    return <StepProperties focus={focus} />
  }
  const drawn = await drawInEditor(<Properties />, { document: { steps: [step] }, ...options })
  const stepNow = () => {
    const [first] = drawn.document().steps
    if (first?.kind !== 'request' || first.protocol !== 'http') throw new Error('no HTTP request')
    return first
  }
  const show = async (name: RegExp) => {
    fireEvent.click(screen.getByRole('tab', { name }))
    const panel = await waitFor(() => {
      const found = document.querySelector('[role=tabpanel][aria-hidden=false]')
      if (!found) throw new Error('no panel')
      return found
    })
    return outline(panel)
  }
  const tabs = () =>
    screen
      .getAllByRole('tab')
      .map(
        tab =>
          `${tab.textContent}${tab.getAttribute('aria-selected') === 'true' ? ' open' : ''}${tab.querySelector('.cd-tab-wrong') ? ' wrong' : ''}`,
      )
  return { ...drawn, stepNow, show, tabs, reveal: (focus: FieldFocus) => reveal(focus) }
}

export const set = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } })

/** Chooses an entry of a drop-down list. */
export async function choose(name: string, entry: RegExp, within_: HTMLElement = document.body) {
  fireEvent.mouseDown(within(within_).getByRole('combobox', { name }))
  const options = await waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')].filter(option =>
      entry.test(option.textContent),
    )
    if (found.length === 0) throw new Error(`no ${entry}`)
    return found
  })
  fireEvent.click(options.at(-1) as HTMLElement)
}

export const rich = request(
  {
    method: 'POST',
    query: [row('page', '1'), row('off', '2', false)],
    headers: [row('Accept', 'text/html')],
    body: { kind: 'json', text: '{"a": ${id}}' },
  },
  {
    checkpoints: [
      check('c1', {}),
      check('c2', { source: 'responseTime', operator: 'less', expected: '800' }),
      check('c3', { source: 'size', operator: 'greater', expected: '10' }),
      check('c4', { source: 'jsonPath', expression: '$.code', operator: 'exists', onFailure: 'stopUser' }),
    ],
    extractors: [
      extractor('token', {}),
      extractor('part', { source: 'regex', expression: 'a(.)', group: 2, match: 0, defaultValue: 'none' }),
      extractor('cut', { source: 'boundary', expression: '<', rightBoundary: '>', match: -1 }),
      extractor('node', { source: 'css', expression: 'a', attribute: 'href', match: 9 }),
      extractor('type', { source: 'header', expression: 'Content-Type' }),
    ],
  },
)

export const bodyArea = () => document.querySelector('.cd-body') as HTMLElement

export const kind = (name: string) =>
  fireEvent.click(
    within(bodyArea().querySelector('[role=radiogroup]') as HTMLElement).getByRole('radio', { name }),
  )
