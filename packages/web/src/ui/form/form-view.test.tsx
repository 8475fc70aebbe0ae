/** Every shared widget of forms: what it shows, what an edit writes, and its accessible content. */
import type { Form, FormValues } from '@pone/schema/form.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { session } from '../../lib/session/session.ts'
import { outline } from '../../test-outline.ts'
import { draw } from '../../test-page.tsx'
import type { FormHost, FrameProps } from './form-host.ts'
import { FormView } from './form-view.tsx'
import { objectSource } from './object-source.ts'
import { leaving, variantOf } from './widgets/variant.ts'

const label = (en: string, zh = `中${en}`) => ({ zh, en })

const Frame = ({ path, controlId, label, help, isWide, children }: FrameProps) => (
  <section aria-label={`${path}${isWide ? ' wide' : ''}`}>
    <label htmlFor={controlId}>{label}</label>
    {children}
    {help !== undefined && <p>{help}</p>}
  </section>
)

interface Drawn {
  readonly form: Form
  readonly values: FormValues
  readonly schema?: z.ZodType
  readonly isReadOnly?: boolean
}

/** Renders a form over an object; records the last written changes, and the field typed into. */
async function show({ form, values, schema = z.object({}), isReadOnly = false }: Drawn) {
  const written: { values: FormValues; typedInto: string | undefined }[] = []
  const host: FormHost = { widgets: {}, parts: { hello: () => <b>a part</b> }, Frame, isReadOnly }
  function Page() {
    const [held, hold] = useState(values)
    const source = objectSource({
      values: held,
      schema,
      prefix: 'p.',
      onChange: (next, typedInto) => {
        written.push({ values: next, typedInto })
        hold(next)
      },
    })
    return (
      <main>
        <FormView form={form} source={source} host={host} />
      </main>
    )
  }
  const drawn = await draw(<Page />)
  const main = () => screen.getByRole('main')
  return { ...drawn, main, last: () => written.at(-1), count: () => written.length }
}

describe('items', () => {
  const form: Form = [
    { item: 'note', text: ({ a }) => label(`A note on ${String(a)}`) },
    {
      item: 'section',
      title: label('Title'),
      items: [
        {
          name: 'a',
          widget: 'text',
          label: label('First'),
          hint: ({ a }) => (a === '' ? null : label('Help')),
        },
        { name: 'b', widget: 'text', label: label('Second'), when: { name: 'a', isOneOf: ['x'] } },
      ],
    },
    {
      item: 'row',
      label: label('Both'),
      hint: label('Side by side'),
      problemsOf: 'd',
      fields: [
        { name: 'c', widget: 'text', label: label('C') },
        { name: 'd', widget: 'text', label: label('D'), when: ({ c }) => c !== '' },
      ],
    },
    { item: 'part', name: 'hello' },
    { item: 'part', name: 'unknown' },
    { name: 'e', widget: 'template', label: label('A widget that the page lacks') },
  ]

  test('a note, sections, rows and parts are rendered in order, if their conditions are met', async () => {
    const { main, user } = await show({ form, values: { a: '', b: '', c: '', d: '' } })
    expect(outline(main())).toMatchInlineSnapshot(`
      "main
        A note on
        heading "Title"
        region "p.a"
          First
          textbox "First"
        region "p.d"
          Both
          textbox "C"
          Side by side
        a part
        region: A widget that the page lacks "p.e""
    `)
    await user.type(screen.getByRole('textbox', { name: 'First' }), 'x')
    await user.type(screen.getByRole('textbox', { name: 'C' }), '1')
    expect(outline(main())).toMatchInlineSnapshot(`
      "main
        A note on x
        heading "Title"
        region "p.a"
          First
          textbox "First" = "x"
          Help
        region "p.b"
          Second
          textbox "Second"
        region "p.d"
          Both
          textbox "C" = "1"
          textbox "D"
          Side by side
        a part
        region: A widget that the page lacks "p.e""
    `)
  })

  test('the texts follow the language of the page', async () => {
    await show({ form, values: { a: 'x', b: '', c: '', d: '' } })
    act(() => session.set({ ...session.get(), language: 'zh' }))
    expect(screen.getByRole('heading').textContent).toBe('中Title')
    expect(screen.getByText('中Help')).toBeTruthy()
  })
})

describe('text', () => {
  const schema = z.object({ a: z.string().min(1).max(5), b: z.string() })
  const form: Form = [
    { name: 'a', widget: 'text', label: label('Needed'), placeholder: 'name' },
    { name: 'b', widget: 'text', label: label('Cleaned'), clean: typed => typed.toUpperCase(), isMono: true },
    { name: 'c', widget: 'lines', label: label('Lines') },
  ]
  const values = { a: 'x', b: '', c: 'one' }

  test('typing is one undo step per field; a required text keeps its last character', async () => {
    const { user, last } = await show({ form, values, schema })
    const needed = screen.getByRole<HTMLInputElement>('textbox', { name: 'Needed' })
    expect([needed.placeholder, needed.maxLength]).toEqual(['name', 5])
    await user.clear(needed)
    expect(last()).toEqual({ values, typedInto: 'a' })
    await user.type(needed, 'y')
    expect(last()).toEqual({ values: { ...values, a: 'xy' }, typedInto: 'a' })
    await user.type(screen.getByRole('textbox', { name: 'Cleaned' }), 'q')
    expect(last()?.values['b']).toBe('Q')
    await user.clear(screen.getByRole('textbox', { name: 'Cleaned' }))
    expect(last()?.values['b']).toBe('')
    await user.type(screen.getByRole('textbox', { name: 'Lines' }), '{Enter}two')
    expect(last()).toEqual({ values: { a: 'xy', b: '', c: 'one\ntwo' }, typedInto: 'c' })
  })

  test('a label refers to its control, and a read-only field cannot be typed into', async () => {
    const { user, count } = await show({ form, values, schema, isReadOnly: true })
    await user.click(screen.getByText('Needed'))
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Needed')
    await user.keyboard('z')
    await user.type(screen.getByRole('textbox', { name: 'Lines' }), 'z')
    expect(count()).toBe(0)
  })
})

describe('numbers', () => {
  const schema = z.object({
    n: z.int().min(2).max(10),
    kb: z.int().min(0),
    loops: z.int().min(0),
    p: z.number(),
  })
  const form: Form = [
    { name: 'n', widget: 'number', label: label('Count') },
    {
      name: 'kb',
      widget: 'number',
      label: label('Speed'),
      unit: 'kB/s',
      factor: 1_000,
      digits: 3,
      lead: '–',
    },
    {
      name: 'loops',
      widget: 'number',
      label: label('Loops'),
      min: 1,
      max: 7,
      unlimited: { value: 0, label: label('Forever'), otherwise: 4 },
    },
    { name: 'p', widget: 'percentage', label: label('Share') },
  ]
  const values = { n: 5, kb: 1_500, loops: 2, p: 12.5 }
  const box = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name })

  test('are shown in their unit, within the bounds of the schema or the field', async () => {
    const { main } = await show({ form, values, schema })
    expect(outline(main())).toMatchInlineSnapshot(`
      "main
        region "p.n"
          Count
          spinbutton "Count" = "5" [valuenow=5]
          button "Increase Value"
          button "Decrease Value"
        region "p.kb"
          Speed
          –
          spinbutton "Speed (kB/s)" = "1.5" [valuenow=1.5]
          kB/s
          button "Increase Value"
          button "Decrease Value"
        region "p.loops"
          Loops
          spinbutton "Loops" = "2" [valuenow=2]
          button "Increase Value"
          button "Decrease Value"
          checkbox "Forever"
          Forever
        region "p.p"
          Share
          slider "Share" [valuenow=13]
          spinbutton "Share (%)" = "12.5" [valuenow=12.5]
          %
          button "Increase Value"
          button "Decrease Value""
    `)
    const bounds = ['Count', 'Speed (kB/s)', 'Loops'].map(name => [
      box(name).getAttribute('aria-valuemin'),
      box(name).getAttribute('aria-valuemax'),
    ])
    expect(bounds).toEqual([
      ['2', '10'],
      ['0', String(Number.MAX_SAFE_INTEGER / 1_000)],
      ['1', '7'],
    ])
  })

  test('are stored as typed, in the unit of the value; an emptied field keeps its last number', async () => {
    const { user, last } = await show({ form, values, schema })
    await user.clear(box('Count'))
    await user.type(box('Count'), '7')
    expect(last()).toEqual({ values: { ...values, n: 7 }, typedInto: 'n' })
    await user.clear(box('Count'))
    await user.tab()
    expect(box('Count').value).toBe('7')
    await user.clear(box('Speed (kB/s)'))
    await user.type(box('Speed (kB/s)'), '0.25')
    expect(last()?.values['kb']).toBe(250)
    await user.clear(box('Share (%)'))
    await user.type(box('Share (%)'), '33.25')
    expect(last()?.values['p']).toBe(33.25)
  })

  test('without a limit there is no number field, and the number starts again with the field’s default', async () => {
    const { user, last } = await show({ form, values, schema })
    await user.click(screen.getByRole('checkbox', { name: 'Forever' }))
    expect(last()).toEqual({ values: { ...values, loops: 0 }, typedInto: 'loops.unlimited' })
    expect(screen.queryByRole('spinbutton', { name: 'Loops' })).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: 'Forever' }))
    expect(last()?.values['loops']).toBe(4)
    expect(box('Loops').value).toBe('4')
  })
})

describe('choices', () => {
  const options = [
    { value: 'one', label: label('One') },
    { value: 'two', label: label('Two') },
  ]
  const form: Form = [
    {
      name: 'on',
      widget: 'boolean',
      label: label('Switch'),
      alsoSets: on => ({ other: on === true ? 'set' : 'off' }),
    },
    { name: 'a', widget: 'choice', label: label('Buttons'), options },
    { name: 'b', widget: 'choice', label: label('List'), look: 'list', options },
    { name: 'c', widget: 'choice', label: label('Open'), isOpen: true, options },
    {
      name: 't',
      widget: 'tags',
      label: label('Tags'),
      accepts: text => /^\d+$/.test(text),
      placeholder: '1',
    },
  ]
  const values = { on: false, a: 'one', b: 'two', c: 'three', t: ['7'], other: '' }

  test('are an undo step each; other values change with them if the field defines it', async () => {
    const { main, user, last } = await show({ form, values })
    expect(outline(main())).toMatchInlineSnapshot(`
      "main
        region "p.on"
          Switch
          switch "Switch"
        region "p.a"
          Buttons
          radiogroup "Buttons"
            radio "One" [checked]
            One
            radio "Two"
            Two
        region "p.b"
          List
          Two
          combobox "List" [haspopup=listbox]
          img "down"
        region "p.c"
          Open
          three
          combobox "Open" = "three" [haspopup=listbox]
        region "p.t"
          Tags
          7
          combobox "Tags" [haspopup=listbox]"
    `)
    await user.click(screen.getByRole('switch', { name: 'Switch' }))
    expect(last()).toEqual({ values: { ...values, on: true, other: 'set' }, typedInto: undefined })
    await user.click(screen.getByRole('switch', { name: 'Switch' }))
    expect(last()?.values).toEqual({ ...values, other: 'off' })
    await user.click(within(screen.getByRole('radiogroup', { name: 'Buttons' })).getByText('Two'))
    expect(last()?.values['a']).toBe('two')
    fireEvent.mouseDown(screen.getByRole('combobox', { name: 'List' }))
    const offered = await waitFor(() => {
      const found = document.querySelector<HTMLElement>('.ant-select-item-option[title="One"]')
      if (found === null) throw new Error('the list is not open')
      return found
    })
    fireEvent.click(offered)
    expect(last()).toMatchObject({ values: { b: 'one' }, typedInto: undefined })
    await user.type(screen.getByRole('combobox', { name: 'Open' }), '!')
    expect(last()?.values['c']).toBe('three!')
  })

  test('short texts are accepted if the field permits them', async () => {
    const { user, last } = await show({ form, values })
    await user.type(screen.getByRole('combobox', { name: 'Tags' }), ' 12 ,no,3{Enter}')
    expect(last()?.values['t']).toEqual(['7', '12', '3'])
  })

  test('cannot be changed in a read-only form', async () => {
    const { main } = await show({ form, values, isReadOnly: true })
    const controls = [...main().querySelectorAll('input, button')]
    expect(controls.length).toBeGreaterThan(4)
    expect(controls.filter(control => !control.hasAttribute('disabled'))).toEqual([])
  })
})

describe('the kind of an object', () => {
  const field = {
    name: 'auth',
    widget: 'variant' as const,
    by: 'kind',
    label: label('Kind'),
    options: ['none', 'basic', 'digest', 'token'].map(value => ({ value, label: label(value) })),
    starts: { none: {}, basic: { user: 'u', key: '' }, digest: { user: '', key: '' }, token: { token: 't' } },
  }
  const form: Form = [
    field,
    {
      name: 'auth.user',
      widget: 'text',
      label: label('User'),
      when: { name: 'auth.kind', isOneOf: ['basic', 'digest'] },
    },
  ]
  const choose = (name: string) => within(screen.getByRole('radiogroup', { name: 'Kind' })).getByText(name)

  test('starts with the defaults of the kind; kinds with the same fields share values, and those of a previous kind are restored', async () => {
    const { user, last } = await show({ form, values: { auth: { kind: 'none' } } })
    expect(screen.queryByRole('textbox', { name: 'User' })).toBeNull()
    await user.click(choose('basic'))
    expect(last()).toEqual({ values: { auth: { kind: 'basic', user: 'u', key: '' } }, typedInto: undefined })
    await user.type(screen.getByRole('textbox', { name: 'User' }), 'li')
    expect(last()?.typedInto).toBe('auth.user')
    await user.click(choose('digest'))
    expect(last()?.values['auth']).toEqual({ kind: 'digest', user: 'uli', key: '' })
    await user.click(choose('token'))
    expect(last()?.values['auth']).toEqual({ kind: 'token', token: 't' })
    await user.click(choose('basic'))
    expect(last()?.values['auth']).toEqual({ kind: 'basic', user: 'uli', key: '' })
  })

  test('takes no values of a kind with other fields', () => {
    const left = leaving(field, { kind: 'token', token: 'secret' }, {})
    expect(variantOf(field, 'basic', left)).toEqual({ kind: 'basic', user: 'u', key: '' })
    expect(variantOf(field, 'unknown', left)).toEqual({ kind: 'unknown' })
  })
})

describe('rows and texts', () => {
  const form: Form = [
    {
      name: 'rows',
      widget: 'table',
      label: label('Rows'),
      isNumbered: true,
      newRow: { value: 'new', type: 'text', on: false },
      columns: [
        { name: 'value', label: label('Value'), widget: 'text' },
        {
          name: 'type',
          label: label('Type'),
          widget: 'choice',
          options: [
            { value: 'text', label: label('Text') },
            { value: 'null', label: label('Null') },
          ],
        },
        { name: 'on', label: label('On'), widget: 'boolean' },
      ],
    },
    { name: 'texts', widget: 'list', label: label('Texts') },
  ]
  const values = {
    rows: [
      { value: 'a', type: 'text', on: true },
      { value: 'b', type: 'null' },
    ],
    texts: ['x', 'y'],
  }
  const part = (name: string) => screen.getByRole('region', { name })

  test('show a line each, with the number and the default of a missing cell', async () => {
    const { main } = await show({ form, values })
    expect(outline(main())).toMatchInlineSnapshot(`
      "main
        region "p.rows wide"
          Rows
          table "Rows"
            row: columnheader "#" | columnheader "Value" | columnheader "Type" | columnheader "On" | columnheader "Actions"
            row: 1 | textbox "Value, row 1" = "a" | Text; combobox "Type, row 1" [haspopup=listbox]; img "down" | switch "On, row 1" [checked] | button "Delete row 1"
            row: 2 | textbox "Value, row 2" = "b" | Null; combobox "Type, row 2" [haspopup=listbox]; img "down" | switch "On, row 2" | button "Delete row 2"
          button "plus Add a row"
        region "p.texts wide"
          Texts
          textbox "Texts, row 1" = "x"
          button "Delete row 1"
          textbox "Texts, row 2" = "y"
          button "Delete row 2"
          button "plus Add a row""
    `)
  })

  test('are typed into, chosen in, added and deleted, with one undo step each', async () => {
    const { user, last } = await show({ form, values })
    const rows = () => last()?.values['rows'] as FormValues[]
    await user.type(screen.getByRole('textbox', { name: 'Value, row 2' }), '!')
    expect([rows()[1], last()?.typedInto]).toEqual([{ value: 'b!', type: 'null' }, 'rows.1.value'])
    await user.click(screen.getByRole('switch', { name: 'On, row 1' }))
    expect([rows()[0], last()?.typedInto]).toEqual([{ value: 'a', type: 'text', on: false }, undefined])
    await user.click(within(part('p.rows wide')).getByRole('button', { name: /Add a row/ }))
    expect([rows()[2], last()?.typedInto]).toEqual([{ value: 'new', type: 'text', on: false }, undefined])
    await user.click(within(part('p.rows wide')).getByRole('button', { name: 'Delete row 1' }))
    expect(rows().map(row => row['value'])).toEqual(['b!', 'new'])
    await user.type(screen.getByRole('textbox', { name: 'Texts, row 1' }), '1')
    expect([last()?.values['texts'], last()?.typedInto]).toEqual([['x1', 'y'], 'texts.0'])
    await user.click(within(part('p.texts wide')).getByRole('button', { name: 'Delete row 1' }))
    expect([last()?.values['texts'], last()?.typedInto]).toEqual([['y'], undefined])
    await user.click(within(part('p.texts wide')).getByRole('button', { name: /Add a row/ }))
    expect(last()?.values['texts']).toEqual(['y', ''])
  })

  test('show an empty state, and offer no change in a read-only form', async () => {
    await show({ form, values: { rows: [], texts: undefined }, isReadOnly: true })
    expect(screen.getAllByText('No items')).toHaveLength(2)
    expect(screen.queryAllByRole('button')).toEqual([])
  })

  test('cannot be changed in a read-only form', async () => {
    await show({ form, values, isReadOnly: true })
    expect(screen.queryAllByText('No items')).toEqual([])
    expect(screen.queryAllByRole('button')).toEqual([])
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Texts, row 1' }).readOnly).toBe(true)
  })
})
