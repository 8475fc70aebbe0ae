import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outline } from '../../../test-outline.ts'
import { draw, serve } from '../../../test-page.tsx'
import { copiedSteps, stepsToText } from '../tree/clipboard.ts'
import { ComponentEditor } from './component-editor.tsx'
import { drafts } from './draft-store.ts'

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
  document = document_,
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
  const drawn = await draw(<ComponentEditor component={{ ...component, document }} />, {
    session: { accessList },
  })
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

test('the step tree shows what each step does, and marks a disabled one', async () => {
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

test('a step is disabled and deleted by the keyboard, with its children', async () => {
  const { user } = await open()
  await user.click(row('Pause a'))
  await user.click(screen.getByRole('switch'))
  expect(row('Pause a').textContent).toMatch(/off|disabled/i)
  await user.click(row('Buy'))
  await user.keyboard('{Delete}')
  expect(titles().map(title => /Pause (\w)/.exec(title)?.[1])).toEqual(['a', 'c'])
})

test('of 2,000 steps only those in view are rendered; the current one always is', async () => {
  const steps = Array.from({ length: 2_000 }, (_, at) => think(`s${at}`, 1_000))
  const { user } = await open(undefined, componentDocumentSchema.parse({ steps }))
  const positions = () => rows().map(each => Number(each.getAttribute('aria-posinset')))
  expect(rows().length).toBeLessThan(60)
  expect(positions()).toEqual(rows().map((_, at) => at + 1))
  await user.click(row('Pause s1'))
  await user.keyboard('{End}')
  expect(screen.getByRole('treeitem', { selected: true }).textContent).toContain('Pause s1999')
  expect(positions().at(-1)).toBe(2_000)
  expect(rows().at(-1)?.getAttribute('aria-setsize')).toBe('2000')
  expect(screen.getByRole('tree').getAttribute('aria-activedescendant')).toBe(rows().at(-1)?.id)
  expect(rows().length).toBeLessThan(60)
})

test('Ctrl-D duplicates a step below itself, Ctrl-C and Ctrl-V copy it elsewhere', async () => {
  const { user } = await open()
  await user.click(row('Pause a'))
  await user.keyboard('{Control>}d{/Control}')
  expect(titles().filter(title => title.includes('Pause a'))).toHaveLength(2)
  expect(rows()[1]?.textContent).toContain('Pause a')
})

test('a search shows matching steps and the groups around them', async () => {
  const { user } = await open()
  await user.type(screen.getByRole('textbox', { name: /find|filter|search/i }), 'pause b')
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(titles()[0]).toContain('Buy')
})

test('a group can be collapsed', async () => {
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

test('without the right to edit everything is visible and nothing can be changed', async () => {
  const { user } = await open([])
  await user.click(row('Pause a'))
  expect(nameField().readOnly).toBe(true)
  await user.keyboard('{Delete}')
  expect(rows()).toHaveLength(4)
  expect(screen.queryByRole('button', { name: /^Save/ })?.hasAttribute('disabled') ?? true).toBe(true)
})

// The step tree

test('rows show method, summary, problems, checkpoints and extractors', async () => {
  const check = {
    id: 'c',
    source: 'status',
    expression: '',
    operator: 'equals',
    expected: '200',
    onFailure: 'continue',
  }
  const extractor = {
    id: 'e',
    source: 'jsonPath',
    variable: 'v',
    expression: '$.id',
    rightBoundary: '',
    attribute: '',
    group: 1,
    match: 1,
    defaultValue: null,
  }
  const request = (id: string, url: string, more: object = {}) => ({
    id,
    name: id,
    enabled: true,
    kind: 'request',
    protocol: 'http',
    http: { method: 'POST', url },
    checkpoints: [],
    extractors: [],
    ...more,
  })
  await openWith([
    request('fine', 'http://a.example/', { checkpoints: [check], extractors: [extractor] }),
    request('warned', 'http://a.example/${nobody}'),
    request('wrong', ''),
    {
      id: 'g',
      name: 'Off',
      kind: 'transaction',
      enabled: false,
      children: [request('below', 'http://a.example/')],
    },
  ])
  expect(outline(screen.getByRole('tree'))).toMatchInlineSnapshot(`
    "tree "Steps"
      treeitem: HTTP requestPOSTfinehttp://a.example/1Checkpoints1Extractors [selected, level=1, setsize=4, posinset=1]
      treeitem: HTTP requestPOSTwarnedhttp://a.example/\${nobody} [level=1, setsize=4, posinset=2]
      treeitem [level=1, setsize=4, posinset=3]
        HTTP requestPOSTwrong/
        img "Has a problem"
      treeitem: TransactionOff1 stepDisabled [expanded, level=1, setsize=4, posinset=4]
      treeitem: HTTP requestPOSTbelowhttp://a.example/ [level=2, setsize=1, posinset=1]"
  `)
  expect(rows().map(each => each.className)).toEqual([
    'cd-step is-selected is-current',
    'cd-step',
    'cd-step',
    'cd-step is-off',
    'cd-step is-off',
  ])
  expect(
    [...document.querySelectorAll('.cd-areas .ant-tabs-tab')].map(
      tab => `${tab.textContent}${tab.querySelector('.cd-tab-wrong') ? ' wrong' : ''}`,
    ),
  ).toEqual(['Steps wrong', 'Thread group', 'Parameters', 'Variables', 'Run-time settings', 'Code'])
})

async function openWith(
  steps: readonly object[],
  options: {
    readonly answers?: object
    readonly address?: string
    readonly accessList?: readonly ('component.edit' | 'component.debug')[]
    readonly more?: object
  } = {},
) {
  const sent = await serve({ 'parameterFile/list': [], 'attachment/list': [], ...options.answers })
  const document = componentDocumentSchema.parse({ steps, ...options.more })
  const drawn = await draw(<ComponentEditor component={{ ...component, document }} />, {
    session: { accessList: options.accessList ?? ['component.edit', 'component.debug'] },
    address: options.address ?? '/',
  })
  return { ...drawn, sent }
}
const search = () => screen.getByRole('textbox', { name: /find|filter|search/i })

test('a search counts its matches, shows their groups, and goes to the first one', async () => {
  const { user } = await open()
  await user.click(row('Pause a'))
  await user.type(search(), 'PAUSE')
  expect(screen.getByRole('status', { name: '3 matches' })).toBeTruthy()
  await user.clear(search())
  await user.type(search(), 'pause c')
  await user.keyboard('{Enter}')
  expect(screen.getByRole('treeitem', { selected: true }).textContent).toContain('Pause c')
  expect(document.activeElement).toBe(screen.getByRole('tree'))
  await user.clear(search())
  await user.type(search(), 'nothing like it')
  expect(screen.queryAllByRole('treeitem')).toHaveLength(0)
  expect(document.querySelector('.cd-tree .cd-hint')).not.toBeNull()
})

test('a collapsed group is open while a search matches a step in it', async () => {
  const { user } = await open()
  await user.click(row('Buy'))
  await user.keyboard('{ArrowLeft}')
  expect(row('Buy').getAttribute('aria-expanded')).toBe('false')
  await user.type(search(), 'pause b')
  expect(row('Buy').getAttribute('aria-expanded')).toBe('true')
  expect(
    rows().map(each => `${each.getAttribute('aria-posinset')}/${each.getAttribute('aria-setsize')}`),
  ).toEqual(['2/2', '1/1'])
})

/** Fires an event of dragging at a share of a row's height. */
function drag(kind: 'dragOver' | 'drop', target: HTMLElement, height01: number) {
  target.getBoundingClientRect = () => ({ top: 0, left: 0, height: 100 }) as DOMRect
  const event = new Event(kind.toLowerCase(), { bubbles: true, cancelable: true })
  Object.defineProperties(event, {
    clientX: { value: 0 },
    clientY: { value: height01 * 100 },
    dataTransfer: { value: { types: ['text/pone-steps'], setData: () => {} } },
  })
  return !fireEvent(target, event)
}

test.each([
  ['Pause c', 'Pause a', 0.4, ['c', 'a', 'b']],
  ['Pause a', 'Pause c', 0.6, ['b', 'c', 'a']],
  ['Pause a', 'Buy', 0.5, ['b', 'a', 'c']],
  ['Pause c', 'Buy', 0.1, ['a', 'c', 'b']],
  ['Pause a', 'Buy', 0.9, ['a', 'b', 'c']],
  ['Pause c', 'Pause b', 0.9, ['a', 'b', 'c']],
])('%s is dropped at %s, %d of its height from the top', async (name, target, height01, order) => {
  const { user } = await open()
  await user.click(row(name))
  expect(drag('dragOver', row(target), height01)).toBe(true)
  const mark =
    height01 < 0.28 || (target !== 'Buy' && height01 < 0.5)
      ? 'before'
      : height01 > 0.72 || target !== 'Buy'
        ? 'after'
        : 'into'
  expect(row(target).className).toContain(`is-drop-${mark}`)
  drag('drop', row(target), height01)
  expect(titles().flatMap(title => /Pause (\w)/.exec(title)?.[1] ?? [])).toEqual(order)
})

test('a step is not dropped into itself, and below all rows it goes to the end', async () => {
  const { user } = await open()
  await user.click(row('Buy'))
  expect(drag('dragOver', row('Pause b'), 0.4)).toBe(false)
  const tree = screen.getByRole('tree')
  expect(drag('dragOver', tree, 1)).toBe(true)
  drag('drop', tree, 1)
  expect(titles().at(-2)).toContain('Buy')
})

test('steps are moved among their siblings, enabled, cut and pasted by keys and menu', async () => {
  const { user } = await open()
  await user.click(row('Pause c'))
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(titles().map(title => /Pause (\w)|Buy/.exec(title)?.[0])).toEqual([
    'Pause a',
    'Pause c',
    'Buy',
    'Pause b',
  ])
  await user.keyboard('{Alt>}{ArrowDown}{ArrowDown}{/Alt} ')
  expect(row('Pause c').textContent).not.toMatch(/disabled/i)
  fireEvent.contextMenu(row('Pause c'))
  fireEvent.click(await screen.findByText('Cut'))
  expect(titles().some(title => title.includes('Pause c'))).toBe(false)
  await user.click(row('Buy'))
  fireEvent.contextMenu(row('Buy'))
  fireEvent.click((await screen.findAllByText('Paste')).at(-1) as HTMLElement)
  await waitFor(() => expect(row('Pause c').getAttribute('aria-level')).toBe('2'))
})

test('steps and cURL commands can be pasted; other text is ignored, and an invalid command is reported', async () => {
  await open()
  const tree = screen.getByRole('tree')
  const paste = (text: string) => !fireEvent.paste(tree, { clipboardData: { getData: () => text } })
  expect(paste(stepsToText(document_.steps.slice(0, 1)))).toBe(true)
  await waitFor(() => expect(titles().filter(title => title.includes('Pause a'))).toHaveLength(2))
  expect(paste('curl https://a.example/x')).toBe(true)
  await waitFor(() => expect(rows()).toHaveLength(6))
  expect(paste("curl 'https://a.example/y' ;\ncurl 'https://a.example/z'")).toBe(true)
  await waitFor(() => expect(rows()).toHaveLength(8))
  expect(paste('words')).toBe(false)
  expect(paste('{"kind":"pone/steps","steps":[]}')).toBe(false)
  expect(paste('pone/steps {')).toBe(false)
  expect(paste('curl ')).toBe(false)
  expect(rows()).toHaveLength(8)
  expect(await screen.findByText(/cURL|curl/)).toBeTruthy()
})

test('the menu reports when nothing was copied', async () => {
  localStorage.clear()
  copiedSteps.keep('words')
  await open()
  await navigator.clipboard.writeText('words')
  fireEvent.contextMenu(row('Pause a'))
  fireEvent.click(await screen.findByText('Paste'))
  await waitFor(() =>
    expect(document.querySelector('.ant-message-notice-wrapper, .ant-message-notice')).not.toBeNull(),
  )
  expect(rows()).toHaveLength(4)
})

test('a step is added by its kind, also into an empty tree', async () => {
  const { user } = await openWith([])
  expect(screen.queryAllByRole('treeitem')).toHaveLength(0)
  const [small, primary] = screen.getAllByRole('button', { name: /Add step|Add/ })
  expect(small?.className).toContain('ant-btn-sm')
  expect(primary?.className).toContain('ant-btn-primary')
  await user.click(primary as HTMLElement)
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Transaction/ }))
  expect(rows()).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: /Add step|Add/ }))
  fireEvent.click((await screen.findAllByRole('menuitem', { name: /^Think time/ })).at(-1) as HTMLElement)
  expect(rows().map(each => each.getAttribute('aria-level'))).toEqual(['1', '2'])
})

const levels = () =>
  rows().map(
    each => `${each.getAttribute('aria-level')} ${each.querySelector('.cd-step-title')?.textContent}`,
  )

test('by keyboard steps are added where the eye is, named at once, moved into and out of groups, and wrapped', async () => {
  const { user } = await open()
  await user.click(row('Pause a'))
  await user.keyboard('+')
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Loop/ }))
  await waitFor(() => expect(document.activeElement).toBe(nameField()))
  expect(levels()).toEqual(['1 Pause a', '1 Loop', '1 Buy', '2 Pause b', '1 Pause c'])
  await user.click(row('Pause c'))
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
  expect(levels().at(-1)).toBe('2 Pause c')
  await user.keyboard('{Alt>}{ArrowLeft}{/Alt}')
  expect(levels().at(-1)).toBe('1 Pause c')
  await user.keyboard('{Control>}g{/Control}')
  expect(levels().slice(-2)).toEqual(['1 Transaction', '2 Pause c'])
  await user.keyboard('Rest')
  await waitFor(() => expect(nameField().value).toBe('Rest'))
})

test('after a collapsed group is after all of it', async () => {
  const { user } = await open()
  await user.click(row('Buy'))
  await user.keyboard('{ArrowLeft}+')
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Loop/ }))
  expect(levels()).toEqual(['1 Pause a', '1 Buy', '1 Loop', '1 Pause c'])
})

test.each([
  ['Add before', 'Loop', ['1 Pause a', '1 Loop', '1 Buy', '2 Pause b', '1 Pause c']],
  ['Add inside', 'Loop', ['1 Pause a', '1 Buy', '2 Pause b', '2 Loop', '1 Pause c']],
  ['Add after', 'Loop', ['1 Pause a', '1 Buy', '2 Pause b', '1 Loop', '1 Pause c']],
  ['Wrap in', 'Loop', ['1 Pause a', '1 Loop', '2 Buy', '3 Pause b', '1 Pause c']],
])('the menu of a group: %s', async (entry, kind, expected) => {
  const { user } = await open()
  await user.click(row('Buy'))
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await user.hover(await screen.findByRole('menuitem', { name: new RegExp(entry) }))
  const items = await screen.findAllByRole('menuitem', { name: new RegExp(`^${kind}`) })
  fireEvent.click(items.at(-1) as HTMLElement)
  await waitFor(() => expect(levels()).toEqual(expected))
  await waitFor(() => expect(document.activeElement).toBe(nameField()))
})

test('a cURL command is shown as the request it makes before it is added', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: /Add step|Add/ }))
  fireEvent.click(await screen.findByRole('menuitem', { name: /cURL/ }))
  const dialog = await screen.findByRole('dialog')
  const add = () => dialog.querySelector<HTMLButtonElement>('.ant-modal-footer .ant-btn-primary')
  expect(add()?.disabled).toBe(true)
  expect(within(dialog).queryByRole('status')).toBeNull()
  const area = within(dialog).getByRole('textbox')
  fireEvent.change(area, { target: { value: 'curl -v' } })
  expect(within(dialog).getByRole('status').className).toContain('cd-problem-line')
  fireEvent.change(area, { target: { value: "curl 'https://a.example/x?q=1' -H 'A: b' -d c=d" } })
  expect(within(dialog).getByRole('group', { name: 'Recognised requests' }).textContent).toBe(
    'POST https://a.example/x1 header, 1 query parameter, body: x-www-form-urlencoded',
  )
  fireEvent.change(area, { target: { value: 'curl https://a.example/x\ncurl -v\ncurl https://a.example/y' } })
  expect(add()?.textContent).toBe('Add as 2 requests')
  expect(within(dialog).getByText('2 of 3 cURL commands were recognised', { exact: false })).toBeTruthy()
  await user.click(add() as HTMLElement)
  await waitFor(() => expect(rows()).toHaveLength(6))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

// Running, saving, problems

const debugAnswers = {
  'component/startDebug': { debugId: 'd1' },
  'component/debugEvents': { events: [{ kind: 'ended', cause: 'finished', detail: '' }], isEnded: true },
}

test('the component is run as it is on the screen', async () => {
  const { user, sent } = await openWith(document_.steps, { answers: debugAnswers })
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() =>
    expect(sent.find(({ call }) => call === 'component/startDebug')?.fields).toMatchObject({
      componentId: '"k1"',
      name: 'Shop',
      load: 'given',
      users: '1',
      loops: '1',
    }),
  )
  expect(await screen.findByText(/This run sent no request/)).toBeTruthy()
})

test('the address can start a run, once', async () => {
  const { sent, router } = await openWith(document_.steps, {
    answers: debugAnswers,
    address: '/?id=k1&run=1',
  })
  await waitFor(() => expect(sent.filter(({ call }) => call === 'component/startDebug')).toHaveLength(1))
  expect(router.state.location.search).toBe('?id=k1')
})

test.each([
  ['without steps', [], ['component.edit', 'component.debug'], /No steps/i],
  [
    'with an error',
    [
      {
        id: 'r',
        name: 'List',
        enabled: true,
        kind: 'request',
        protocol: 'http',
        http: { url: '' },
        checkpoints: [],
        extractors: [],
      },
    ],
    ['component.edit', 'component.debug'],
    /Enter a request address/,
  ],
] as const)('%s nothing is run, and the reason is shown', async (_, steps, accessList, text) => {
  const { user, sent } = await openWith(steps, { accessList })
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(document.body.textContent).toMatch(text))
  expect(sent.some(({ call }) => call === 'component/startDebug')).toBe(false)
})

test('without the right to run there is neither button nor key', async () => {
  const { user, sent } = await openWith(document_.steps, {
    accessList: ['component.edit'],
    answers: debugAnswers,
  })
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(screen.queryByRole('button', { name: /^(caret-right )?Run/ })).toBeNull()
  expect(sent.some(({ call }) => call === 'component/startDebug')).toBe(false)
})

test('a problem links to its step and field', async () => {
  const wrong = {
    id: 'r',
    name: 'List',
    enabled: true,
    kind: 'request',
    protocol: 'http',
    http: { url: '' },
    checkpoints: [],
    extractors: [],
  }
  const { user } = await openWith([...document_.steps, wrong], { more: { variables: [] } })
  await user.click(screen.getByRole('tab', { name: /^Problems/ }))
  await user.click(await screen.findByRole('button', { name: /Enter a request address/ }))
  expect(screen.getByRole('treeitem', { selected: true }).textContent).toContain('List')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Address'))
})

test('a field that needs a base address links to it in the run-time settings', async () => {
  const relative = {
    id: 'r',
    name: 'List',
    enabled: true,
    kind: 'request',
    protocol: 'http',
    http: { url: '/goods' },
    checkpoints: [],
    extractors: [],
  }
  const { user } = await openWith([...document_.steps, relative], { more: { variables: [] } })
  await user.click(row('List'))
  await user.click(await screen.findByRole('button', { name: 'run-time settings' }))
  expect(screen.getByRole('tab', { selected: true, name: /Run-time settings/ })).toBeTruthy()
  await waitFor(() =>
    expect(document.activeElement?.closest('[data-field]')?.getAttribute('data-field')).toBe(
      'settings.http.baseUrl',
    ),
  )
})

test('unsaved work of this tab is restored with a notice, for users with the right to edit', async () => {
  drafts.keep(sessionStorage, 'k1', {
    revision: 3,
    document: { ...document_, steps: document_.steps.slice(0, 1) },
  })
  const first = await openWith(document_.steps)
  expect(rows()).toHaveLength(1)
  expect(await screen.findByText(/Your unsaved changes have been restored/)).toBeTruthy()
  expect(document.querySelector('.cd-dirty')?.className).toBe('cd-dirty is-dirty')
  first.unmount()
})

test('the tabs show the numbers of parameters and variables', async () => {
  await openWith(document_.steps, {
    more: {
      variables: [{ name: 'a', value: '', enabled: true, secret: false }],
      parameters: [
        {
          id: 'l',
          kind: 'list',
          name: 'item',
          values: ['a'],
          selection: 'sequential',
          update: 'iteration',
          exhaustion: 'cycle',
        },
      ],
    },
  })
  expect([...document.querySelectorAll('.cd-areas .ant-tabs-tab')].map(tab => tab.textContent)).toEqual([
    'Steps',
    'Thread group',
    'Parameters1',
    'Variables1',
    'Run-time settings',
    'Code',
  ])
})

test('undo and redo are enabled when there is something to undo', async () => {
  const { user } = await open()
  const off = (name: string) =>
    screen.getByRole<HTMLButtonElement>('button', { name: new RegExp(name) }).disabled
  expect([off('Undo'), off('Redo')]).toEqual([true, true])
  await user.click(row('Pause a'))
  await user.keyboard('{Delete}')
  expect([off('Undo'), off('Redo')]).toEqual([false, true])
  await user.click(screen.getByRole('button', { name: /Undo/ }))
  expect([off('Undo'), off('Redo')]).toEqual([true, false])
  await user.click(screen.getByRole('button', { name: /Redo/ }))
  expect(rows()).toHaveLength(3)
})

test('another user’s version is compared with the own one', async () => {
  const theirs = { ...component, revision: 9, document: { ...document_, steps: document_.steps.slice(1) } }
  const { user } = await openWith(document_.steps, {
    answers: {
      'component/save': { status: 500, code: 'EditedMeanwhile', message: 'edited' },
      'component/get': theirs,
    },
  })
  await user.click(row('Pause c'))
  await user.click(screen.getByRole('switch'))
  await user.keyboard('{Control>}s{/Control}')
  const dialog = await screen.findByRole('dialog')
  expect(outline(within(dialog).getByRole('list'))).toMatchInlineSnapshot(`
    "list "Differences"
      listitem: Only in your version: Pause a
      listitem: Different: Pause c"
  `)
})
