// @vitest-environment happy-dom
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draw, serve } from '../../../test-page.tsx'
import { ComponentEditor } from './component-editor.tsx'

const think = (id: string, durationMs: number, more: object = {}) => ({
  id,
  name: `Pause ${id}`,
  kind: 'thinkTime',
  distribution: 'fixed',
  durationMs,
  spreadMs: 0,
  enabled: true,
  ...more,
})
const document_ = componentDocumentSchema.parse({
  steps: [
    think('a', 1_000),
    { id: 'g', name: 'Buy', kind: 'transaction', enabled: true, children: [think('b', 2_000)] },
    think('c', 3_000, { enabled: false }),
  ],
})
const component = {
  id: 'k1',
  parentId: 'root',
  kind: 'component' as const,
  name: 'Shop',
  position: 0,
  updatedAt: 0,
  updatedBy: 'li',
  revision: 4,
  document: document_,
}

async function open(
  accessList: readonly ('component.edit' | 'component.debug')[] = ['component.edit', 'component.debug'],
) {
  let revision = 4
  const sent = await serve({
    'parameterFile/list': [],
    'attachment/list': [],
    'component/save': ({ document }: { document: string }) => {
      revision += 1
      return { ...component, document: JSON.parse(document) as unknown, revision }
    },
  })
  const drawn = await draw(<ComponentEditor component={component} />, { session: { accessList } })
  return { ...drawn, saves: () => sent.filter(({ call }) => call === 'component/save') }
}
const rows = () => screen.getAllByRole('treeitem')
const titles = () => rows().map(row => row.textContent)
const row = (name: string) => {
  const found = rows().find(each => each.textContent.includes(name))
  if (!found) throw new Error(`no row ${name} among ${titles().join(' | ')}`)
  return found
}
const nameField = () => screen.getByRole<HTMLInputElement>('textbox', { name: /name/i })
const saveButton = () => screen.getByRole('button', { name: /^(save )?Save/ })

test('the steps stand in their tree with what they do; one that is off says so', async () => {
  await open()
  expect(rows()).toHaveLength(4)
  expect(row('Pause a').textContent).toContain('1')
  expect(row('Pause c').textContent).toMatch(/off|disabled/i)
  expect(row('Pause a').textContent).not.toMatch(/off|disabled/i)
  expect(row('Pause b').getAttribute('aria-level')).toBe('2')
})

test('a step is renamed in its properties; the change is undone, done again and saved with its revision', async () => {
  const { user, saves } = await open()
  await user.click(row('Pause b'))
  expect(nameField().value).toBe('Pause b')
  expect(saveButton().hasAttribute('disabled')).toBe(true)
  await user.type(nameField(), '!')
  expect(row('Pause b!')).toBeTruthy()
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(titles().some(title => title.includes('Pause b!'))).toBe(false))
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await waitFor(() => expect(row('Pause b!')).toBeTruthy())
  await user.click(saveButton())
  await waitFor(() => expect(saves()).toHaveLength(1))
  expect(saves()[0]?.fields).toMatchObject({ id: 'k1', revision: '4', projectId: 'p1' })
  expect(saves()[0]?.fields['document']).toContain('"Pause b!"')
  await waitFor(() => expect(saveButton().hasAttribute('disabled')).toBe(true))
})

test('a step is switched off and deleted by the keyboard, with its children', async () => {
  const { user } = await open()
  await user.click(row('Pause a'))
  await user.click(screen.getByRole('switch'))
  expect(row('Pause a').textContent).toMatch(/off|disabled/i)
  await user.click(row('Buy'))
  await user.keyboard('{Delete}')
  expect(titles().map(title => /Pause (\w)/.exec(title)?.[1])).toEqual(['a', 'c'])
})

test('Ctrl-D doubles a step behind itself, Ctrl-C and Ctrl-V take it elsewhere', async () => {
  const { user } = await open()
  await user.click(row('Pause a'))
  await user.keyboard('{Control>}d{/Control}')
  expect(titles().filter(title => title.includes('Pause a'))).toHaveLength(2)
  expect(rows()[1]?.textContent).toContain('Pause a')
})

test('a search leaves what fits and the groups around it', async () => {
  const { user } = await open()
  await user.type(screen.getByRole('textbox', { name: /find|filter|search/i }), 'pause b')
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(titles()[0]).toContain('Buy')
})

test('a group folds away its steps', async () => {
  const { user } = await open()
  await user.click(row('Buy'))
  await user.keyboard('{ArrowLeft}')
  await waitFor(() => expect(rows()).toHaveLength(3))
  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(rows()).toHaveLength(4))
})

test.each(['Thread group', 'Parameters', 'Variables'])('the section %s opens with its fields', async name => {
  const { user } = await open()
  await user.click(screen.getAllByRole('tab', { name: new RegExp(`^${name}`) })[0] as HTMLElement)
  await waitFor(() => expect(screen.queryAllByRole('treeitem')).toHaveLength(0))
  expect(window.document.querySelector('.cd-main')?.textContent).not.toBe('')
})

test('who may not edit sees everything and changes nothing', async () => {
  const { user } = await open([])
  await user.click(row('Pause a'))
  expect(nameField().readOnly).toBe(true)
  await user.keyboard('{Delete}')
  expect(rows()).toHaveLength(4)
  expect(screen.queryByRole('button', { name: /^Save/ })?.hasAttribute('disabled') ?? true).toBe(true)
})
