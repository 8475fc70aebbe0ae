import type { QueryKey } from '@tanstack/react-query'
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type ComponentProps, useState } from 'react'
import { expect, test } from 'vitest'
import { outline } from '../../test-outline.ts'
import { draw } from '../../test-page.tsx'
import { SetTree, type SetTreeProps } from './set-tree.tsx'
import type { SetNode } from './set-tree-create.ts'
import { TreePanel } from './tree-panel.tsx'

interface Node {
  readonly id: string
  readonly parentId: string | null
  readonly name: string
  readonly isFolder: boolean
}
const nodes: readonly Node[] = [
  { id: 'root', parentId: null, name: 'Everything', isFolder: true },
  { id: 'f1', parentId: 'root', name: 'Shop', isFolder: true },
  { id: 'c1', parentId: 'f1', name: 'Browse', isFolder: false },
  { id: 'c2', parentId: 'f1', name: 'Pay', isFolder: false },
  { id: 'f2', parentId: 'root', name: 'Bank', isFolder: true },
]

interface CatalogueProps {
  readonly reported: string[]
  readonly canEdit?: boolean
  readonly more?: Partial<ComponentProps<typeof TreePanel<Node>>>
}

function Catalogue({ reported, canEdit = true, more = {} }: CatalogueProps) {
  const [selected, setSelected] = useState<string | null>('c1')
  return (
    <TreePanel<Node>
      label="Catalogue"
      storageKey="test"
      nodes={nodes}
      selectedId={selected}
      onOpen={node => {
        setSelected(node.id)
        reported.push(`open ${node.id}`)
      }}
      iconOf={node => <i>{node.isFolder ? 'folder' : 'file'}</i>}
      holdsChildren={node => node.isFolder}
      isFixed={node => node.parentId === null}
      canEdit={canEdit}
      onRename={async (node, name) => reported.push(`rename ${node.id} ${name}`)}
      onMove={async move => reported.push(`move ${JSON.stringify(move)}`)}
      onCopy={async ({ ids, parentId }) => reported.push(`copy ${ids.join()} to ${parentId}`)}
      onDelete={doomed => reported.push(`delete ${doomed.map(node => node.id).join()}`)}
      {...more}
    />
  )
}
const start = async (canEdit = true, more: CatalogueProps['more'] = {}) => {
  const reported: string[] = []
  return { reported, ...(await draw(<Catalogue reported={reported} canEdit={canEdit} more={more} />)) }
}
const names = () => [...document.querySelectorAll('.tree-row-name')].map(row => row.textContent)
const selected = () =>
  [...document.querySelectorAll('[aria-selected=true] .tree-row-name')].map(row => row.textContent)

test('the folders around the selected node are expanded, a click expands another', async () => {
  const { reported, user } = await start()
  await user.click(await screen.findByText('Pay'))
  expect(reported).toEqual(['open c2'])
})

test('a search shows matching nodes and the folders around them', async () => {
  const { user } = await start()
  await user.type(screen.getByRole('textbox'), 'pay')
  expect(await screen.findByText(/Pay/)).toBeTruthy()
  expect(screen.getByText('Shop')).toBeTruthy()
  expect(screen.queryByText('Bank')).toBeNull()
  expect(screen.queryByText('Browse')).toBeNull()
})

test('a node is renamed with F2 and Enter; Escape cancels', async () => {
  const { reported, user } = await start()
  await user.click(await screen.findByText('Pay'))
  await user.keyboard('{F2}')
  await user.keyboard('{Control>}a{/Control}Checkout{Enter}')
  expect(reported).toContain('rename c2 Checkout')
  await user.click(await screen.findByText('Browse'))
  await user.keyboard('{F2}other{Escape}')
  expect(reported.filter(line => line.startsWith('rename'))).toEqual(['rename c2 Checkout'])
})

test('Ctrl-C and Ctrl-V copy a node beside itself or into a folder', async () => {
  const { reported, user } = await start()
  await user.click(await screen.findByText('Pay'))
  await user.keyboard('{Control>}c{/Control}')
  expect(await screen.findByText(/copied/i)).toBeTruthy()
  await user.keyboard('{Control>}v{/Control}')
  await user.click(screen.getByText('Bank'))
  await user.keyboard('{Control>}v{/Control}')
  expect(reported.filter(line => line.startsWith('copy'))).toEqual(['copy c2 to f1', 'copy c2 to f2'])
})

test('Delete deletes the selected nodes, never the root', async () => {
  const { reported, user } = await start()
  await user.click(await screen.findByText('Pay'))
  await user.keyboard('{Delete}')
  await user.click(screen.getByText('Everything'))
  await user.keyboard('{Delete}')
  expect(reported.filter(line => line.startsWith('delete'))).toEqual(['delete c2'])
})

test('without the right to edit nothing can be changed', async () => {
  const { reported, user } = await start(false)
  await user.click(await screen.findByText('Pay'))
  await user.keyboard('{F2}{Delete}{Control>}c{/Control}{Control>}v{/Control}')
  expect(reported).toEqual(['open c2'])
})

test('rows show icon, name and note; folders can be collapsed and stay so', async () => {
  await start(true, { noteOf: node => `note ${node.id}`, toolbar: <b>bar</b> })
  expect(outline(document.querySelector('.tree-panel') ?? document.body)).toMatchInlineSnapshot(`
    "textbox "Search Catalogue" (Search)
    button "close-circle"
    bar
    status
    tree "Catalogue"
      treeitem: Everythingnote root [expanded, level=1, setsize=1, posinset=1]
      treeitem: Shopnote f1 [expanded, level=2, setsize=2, posinset=1]
      treeitem: Browsenote c1 [selected, level=3, setsize=2, posinset=1]
      treeitem: Paynote c2 [level=3, setsize=2, posinset=2]
      treeitem: Banknote f2 [level=2, setsize=2, posinset=2]"
  `)
  expect(selected().map(text => text?.includes('Browse'))).toEqual([true])
  expect(JSON.parse(sessionStorage.getItem('pone.tree.test') ?? '')).toEqual(['root', 'f1'])
})

test('the state of folders is restored; an unreadable state is ignored', async () => {
  for (const [kept, expected] of [
    ['[]', ['Everything']],
    ['["root"]', ['Everything', 'Shop', 'Bank']],
  ] as const) {
    sessionStorage.setItem('pone.tree.test', kept)
    const { unmount } = await start(true, { selectedId: null })
    expect(names()).toEqual(expected)
    unmount()
  }
  sessionStorage.setItem('pone.tree.test', '{"a":1}')
  const first = await start(true, { selectedId: null })
  expect(names()).toEqual(['Everything', 'Shop', 'Bank'])
  first.unmount()
  sessionStorage.setItem('pone.tree.test', 'broken')
  await start(true, { selectedId: null })
  expect(names()).toEqual(['Everything', 'Shop', 'Bank'])
})

test('a search marks the matching text, and reports when nothing matches', async () => {
  const { user } = await start()
  const field = screen.getByRole('textbox')
  await user.type(field, ' AY')
  expect([...document.querySelectorAll('mark')].map(mark => mark.textContent)).toEqual(['ay'])
  expect(names()).toEqual(['Everything', 'Shop', 'Pay'])
  await user.type(field, 'zz')
  expect(screen.queryByRole('tree')).toBeNull()
  expect(screen.getByText('No matching nodes')).toBeTruthy()
  await user.clear(field)
  expect(document.querySelectorAll('mark')).toHaveLength(0)
})

test('Ctrl and a click select several nodes, which are copied and deleted together', async () => {
  const { reported, user } = await start()
  await user.click(await screen.findByText('Pay'))
  await user.keyboard('{Control>}')
  await user.click(screen.getByText('Bank'))
  await user.click(screen.getByText('Browse'))
  await user.click(screen.getByText('Browse'))
  await user.keyboard('{/Control}{Delete}')
  expect(reported).toEqual(['open c2', 'delete c2,f2'])
})

test('the menu acts on the selected nodes, or on the node it was opened on', async () => {
  const { reported } = await start(true, {
    menuOf: node => (node.isFolder ? [{ key: 'own', label: 'Own' }] : []),
  })
  const menuAt = async (name: string) => {
    fireEvent.contextMenu(screen.getByText(name))
    const menus = await screen.findAllByRole('menu')
    return menus.at(-1) as HTMLElement
  }
  const entries = (menu: HTMLElement) =>
    within(menu)
      .getAllByRole('menuitem')
      .map(entry => `${entry.textContent}${entry.getAttribute('aria-disabled') === 'true' ? ' off' : ''}`)
  const ofFolder = await menuAt('Bank')
  expect(entries(ofFolder)).toEqual([
    'Own',
    'RenameF2',
    'CopyCtrl+C',
    'CutCtrl+X',
    'PasteCtrl+V off',
    'Move upAlt+↑',
    'Move downAlt+↓ off',
    'DeleteDel',
  ])
  expect(ofFolder.querySelectorAll('.ant-dropdown-menu-item-divider')).toHaveLength(3)
  expect(selected().map(text => text?.includes('Bank'))).toEqual([true])
  fireEvent.click(within(ofFolder).getByText('Copy'))
  const ofRoot = await menuAt('Everything')
  expect(entries(ofRoot)).toEqual([
    'Own',
    'RenameF2 off',
    'CopyCtrl+C off',
    'CutCtrl+X off',
    'PasteCtrl+V',
    'Move upAlt+↑ off',
    'Move downAlt+↓ off',
    'DeleteDel off',
  ])
  fireEvent.click(within(ofRoot).getByText('Paste'))
  const ofLeaf = await menuAt('Pay')
  expect(ofLeaf.querySelectorAll('.ant-dropdown-menu-item-divider')).toHaveLength(2)
  fireEvent.click(within(ofLeaf).getByText('Delete'))
  expect(reported).toEqual(['copy f2 to root', 'delete c2'])
  fireEvent.click(within(ofLeaf).getByText('Rename'))
  expect(await screen.findByRole('textbox', { name: 'Rename' })).toBeTruthy()
})

test('a paste is refused if nothing was copied, there is no parent, or the parent does not accept the nodes', async () => {
  const { reported, user } = await start(true, { accepts: moved => moved.every(node => node.id !== 'c2') })
  await user.click(await screen.findByText('Pay'))
  await user.keyboard('{Control>}v{/Control}')
  expect(await screen.findByText(/Copy before pasting/)).toBeTruthy()
  await user.keyboard('{Control>}c{/Control}')
  await user.click(screen.getByText('Bank'))
  await user.keyboard('{Control>}v{/Control}')
  expect(await screen.findByText(/Cannot be pasted here/)).toBeTruthy()
  expect(reported.filter(line => line.startsWith('copy'))).toEqual([])
})

test('the root cannot be deleted, renamed or copied', async () => {
  const { reported, user } = await start()
  await user.click(screen.getByText('Everything'))
  await user.keyboard('{Delete}')
  expect(await screen.findByText(/The root cannot be deleted/)).toBeTruthy()
  await user.keyboard('{F2}{Control>}c{/Control}')
  expect(screen.queryByRole('textbox', { name: 'Rename' })).toBeNull()
  expect(screen.queryByText(/copied; paste/)).toBeNull()
  expect(reported).toEqual(['open root'])
})

test('text selected on the page is left to the browser, and so are other keys', async () => {
  const { user } = await start()
  await user.click(await screen.findByText('Pay'))
  const tree = screen.getByRole('tree')
  const isLeft = (key: string, ctrlKey = true) => fireEvent.keyDown(tree, { key, ctrlKey })
  expect([isLeft('q'), isLeft('c', false), isLeft('v', false), isLeft('C')]).toEqual([
    true,
    true,
    true,
    false,
  ])
  window.getSelection()?.selectAllChildren(screen.getByText('Bank'))
  expect(isLeft('c')).toBe(true)
  window.getSelection()?.removeAllRanges()
})

test.each([
  ['is new', ' New {Enter}', ['rename c2 New']],
  ['is empty', '  {Enter}', []],
  ['is the same', 'Pay{Enter}', []],
  ['is given up', 'New{Escape}', []],
])('a name that %s', async (_, typed, expected) => {
  const ends: string[] = []
  const { reported, user } = await start(true, { renamingId: 'c2', onRenameEnd: () => void ends.push('end') })
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Rename' })
  expect(field.value).toBe('Pay')
  await user.clear(field)
  await user.type(field, typed)
  expect(reported).toEqual(expected)
  expect(ends).toEqual(['end'])
})

test('leaving the field keeps the name; Enter of an input method does not end editing', async () => {
  const { reported, user } = await start()
  await user.click(await screen.findByText('Pay'))
  await user.keyboard('{F2}')
  const field = screen.getByRole('textbox', { name: 'Rename' })
  fireEvent.change(field, { target: { value: '付款' } })
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true })
  fireEvent.keyDown(field, { key: 'x' })
  expect(reported).toEqual(['open c2'])
  fireEvent.blur(field)
  expect(reported).toEqual(['open c2', 'rename c2 付款'])
  expect(screen.queryByRole('textbox', { name: 'Rename' })).toBeNull()
})

const rowOf = (name: string) => screen.getByText(name).closest('[role=treeitem]') as HTMLElement

/** Drags a row over another one, at this share of its height, and drops it there if it is let. */
async function dragTo(name: string, target: string, height01: number, isDropped = true) {
  const dataTransfer = { setData: () => {}, effectAllowed: '', types: ['text/pone-tree-test'] }
  const fire = async (kind: 'dragStart' | 'dragOver' | 'drop' | 'dragEnd', row: HTMLElement) => {
    row.getBoundingClientRect = () => ({ top: 100, height: 30 }) as DOMRect
    const event = createEvent[kind](row, { dataTransfer })
    Object.defineProperty(event, 'clientY', { value: 100 + 30 * height01 })
    await act(async () => void fireEvent(row, event))
    return event.defaultPrevented
  }
  await fire('dragStart', rowOf(name))
  const isAllowed = await fire('dragOver', rowOf(target))
  const mark = [...rowOf(target).classList].find(name => name.startsWith('is-drop-')) ?? null
  if (isDropped) await fire('drop', rowOf(target))
  await fire('dragEnd', rowOf(name))
  expect(document.querySelector('[class*=is-drop-]')).toBeNull()
  return { isAllowed, mark }
}

test.each([
  ['Pay', 'Bank', 0.5, 'is-drop-into', ['{"ids":["c2"],"parentId":"f2","beforeId":null}']],
  ['Pay', 'Browse', 0.1, 'is-drop-before', ['{"ids":["c2"],"parentId":"f1","beforeId":"c1"}']],
  ['Browse', 'Pay', 0.9, 'is-drop-after', ['{"ids":["c1"],"parentId":"f1","beforeId":null}']],
  ['Bank', 'Shop', 0.1, 'is-drop-before', ['{"ids":["f2"],"parentId":"root","beforeId":"f1"}']],
  ['Bank', 'Shop', 0.9, 'is-drop-after', ['{"ids":["f2"],"parentId":"f1","beforeId":"c1"}']],
  ['Shop', 'Pay', 0.1, 'is-drop-forbidden', []],
  ['Shop', 'Shop', 0.5, null, []],
] as const)('%s dragged over %s at %d of its height', async (name, target, height01, mark, moves) => {
  const { reported } = await start()
  expect(await dragTo(name, target, height01)).toEqual({ isAllowed: moves.length > 0, mark })
  expect(reported).toEqual(moves.map(move => `move ${move}`))
})

test('a drag of one of several selected nodes moves all of them, a drag of another one only that', async () => {
  const { reported, user } = await start()
  await user.click(screen.getByText('Browse'))
  await user.keyboard('{Shift>}')
  await user.click(screen.getByText('Pay'))
  await user.keyboard('{/Shift}')
  await dragTo('Browse', 'Bank', 0.5)
  expect(reported.at(-1)).toBe('move {"ids":["c1","c2"],"parentId":"f2","beforeId":null}')
  await dragTo('Shop', 'Bank', 0.5)
  expect(reported.at(-1)).toBe('move {"ids":["f1"],"parentId":"f2","beforeId":null}')
})

test('a drag that ends outside changes nothing, and neither does one from another window', async () => {
  const { reported } = await start()
  expect(await dragTo('Pay', 'Bank', 0.5, false)).toEqual({ isAllowed: true, mark: 'is-drop-into' })
  const dataTransfer = { types: ['text/pone-tree-test'] }
  expect(fireEvent.dragOver(rowOf('Bank'), { dataTransfer })).toBe(true)
  fireEvent.drop(rowOf('Bank'), { dataTransfer })
  expect(reported).toEqual([])
})

test('a collapsed folder expands when it is dragged over for a while', async () => {
  sessionStorage.setItem('pone.tree.test', '["root"]')
  await start(true, { selectedId: null })
  await dragTo('Bank', 'Shop', 0.5, false)
  expect(names()).toEqual(['Everything', 'Shop', 'Bank'])
  const dataTransfer = { setData: () => {}, effectAllowed: '', types: ['text/pone-tree-test'] }
  fireEvent.dragStart(rowOf('Bank'), { dataTransfer })
  fireEvent.dragOver(rowOf('Shop'), { dataTransfer })
  expect(await screen.findByText('Browse')).toBeTruthy()
})

test('nothing can be dragged without the right to edit, during a search, or if moving is not supported', async () => {
  const draggable = () => document.querySelectorAll('[draggable=true]').length
  const { user, unmount } = await start()
  expect(draggable()).toBe(4)
  await user.type(screen.getByRole('textbox'), 'pay')
  await waitFor(() => expect(draggable()).toBe(0))
  unmount()
  const { unmount: second } = await start(false)
  expect(draggable()).toBe(0)
  second()
  const { onMove: _none, ...rest } = { onMove: undefined }
  await start(true, { ...rest, ...({ onMove: undefined } as object) })
  expect(draggable()).toBe(0)
})

test('keys move nodes among their siblings, and by cutting and pasting into another folder', async () => {
  const { reported, user } = await start()
  await user.click(screen.getByText('Pay'))
  await user.keyboard('{Alt>}{ArrowUp}{ArrowDown}{/Alt}{Control>}x{/Control}')
  expect(rowOf('Pay').className).toContain('is-cut')
  await user.click(screen.getByText('Bank'))
  await user.keyboard('{Control>}vv{/Control}')
  expect(rowOf('Pay').className).not.toContain('is-cut')
  expect(reported.filter(line => /^(move|copy)/.test(line))).toEqual([
    'move {"ids":["c2"],"parentId":"f1","beforeId":"c1"}',
    'move {"ids":["c2"],"parentId":"f2","beforeId":null}',
  ])
  await user.click(screen.getByText('Shop'))
  await user.keyboard('{Control>}x{/Control}')
  await user.click(screen.getByText('Browse'))
  await user.keyboard('{Control>}v{/Control}')
  expect(await screen.findByText(/Cannot be pasted here/)).toBeTruthy()
})

test('arrow keys expand and select without opening; Enter opens, also from the search field', async () => {
  const { reported, user } = await start()
  await user.click(screen.getByText('Pay'))
  await user.keyboard('{ArrowDown}{ArrowRight}{ArrowUp}{ArrowUp}{ArrowLeft}{ArrowLeft}')
  expect(names()).toEqual(['Everything', 'Shop', 'Bank'])
  expect(selected()).toEqual(['Shop'])
  await user.keyboard('{ArrowRight}{ArrowRight}{Enter}')
  expect(reported).toEqual(['open c2', 'open c1'])
  await user.type(screen.getByRole('textbox'), 'bank{Enter}')
  expect(selected()).toEqual(['Bank'])
  expect(screen.getByRole('status').textContent).toBe('1 found')
  await user.keyboard('{Enter}')
  expect(reported.at(-1)).toBe('open f2')
})

test('of 10,000 nodes in a folder only those in view are rendered; a search finds each of them', async () => {
  const many = Array.from({ length: 10_000 }, (_, at) => ({
    id: `m${at}`,
    parentId: 'f2',
    name: `Component ${at + 1}`,
    isFolder: false,
  }))
  sessionStorage.setItem('pone.tree.test', '["root","f2"]')
  const { user } = await start(true, { nodes: [...nodes, ...many], selectedId: null })
  const rows = () => screen.getAllByRole('treeitem')
  expect(rows().length).toBeLessThan(60)
  await user.click(screen.getByText('Component 1'))
  await user.keyboard('{End}')
  expect(rows().length).toBeLessThan(60)
  const last = rows().at(-1)
  expect(last?.textContent).toContain('Component 10000')
  expect(last?.getAttribute('aria-posinset')).toBe('10000')
  expect(last?.getAttribute('aria-setsize')).toBe('10000')
  expect(screen.getByRole('tree').getAttribute('aria-activedescendant')).toBe(last?.id)
  await user.type(screen.getByRole('textbox'), 'nt 7777')
  expect(names()).toEqual(['Everything', 'Bank', 'Component 7777'])
})

// A page of sets

const sets: readonly SetNode[] = [
  { id: 'root', parentId: null, name: '', kind: 'root' },
  { id: 's1', parentId: 'root', name: 'Nightly', kind: 'set' },
  { id: 'l1', parentId: 's1', name: 'Checkout', kind: 'scenario' },
  { id: 's2', parentId: 'root', name: 'Weekly', kind: 'set' },
]

interface SetsProps {
  readonly reported: string[]
  readonly more: Partial<SetTreeProps<SetNode>>
  readonly first: string | null
}

function Sets({ reported, more, first }: SetsProps) {
  const [selectedId, setSelected] = useState(first)
  const tell = (line: string) => void reported.push(line)
  const queryKey: QueryKey = ['sets']
  return (
    <SetTree<SetNode>
      title="Scenario sets"
      storageKey="sets"
      head={<h2>Head</h2>}
      tree={{ data: sets, error: null, refetch: async () => tell('refetch') }}
      queryKey={queryKey}
      calls={{
        rename: async input => tell(`rename ${JSON.stringify(input)}`),
        move: async input => tell(`move ${JSON.stringify(input)}`),
        copy: async input => tell(`copy ${JSON.stringify(input)}`),
        remove: async ids => tell(`remove ${ids.join()}`),
      }}
      newSet={{
        label: 'New set',
        baseName: 'Set',
        create: async name => {
          tell(`set ${name}`)
          return { id: 's3', parentId: 'root', name, kind: 'set' }
        },
      }}
      newLeaf={{
        label: 'New scenario',
        baseName: 'Checkout',
        create: async ({ parentId, name }) => {
          tell(`leaf ${name} in ${parentId}`)
          return { id: 'l2', parentId, name, kind: 'scenario' }
        },
      }}
      icons={{ set: <i>set</i>, leaf: <i>leaf</i> }}
      selectedId={selectedId}
      onOpen={id => {
        setSelected(id)
        tell(`open ${id}`)
      }}
      deleteText={doomed => `Delete ${doomed}?`}
      empty={{ title: 'Nothing yet', text: 'Make one' }}
      pick={{ title: 'Choose one', text: 'At the left' }}
      {...more}
    >
      {node => <p>Shown: {node.name}</p>}
    </SetTree>
  )
}
async function openSets(more: SetsProps['more'] = {}, first: string | null = null, canEdit = true) {
  const reported: string[] = []
  const drawn = await draw(<Sets reported={reported} more={more} first={first} />, {
    session: { accessList: canEdit ? ['scenario.edit'] : [] },
  })
  return { ...drawn, reported }
}

test('sets and their leaves are shown in a tree under the title', async () => {
  await openSets({}, 'l1')
  expect(outline()).toMatchInlineSnapshot(`
    "heading "Head"
    textbox "Search Scenario sets" (Search)
    button "close-circle"
    button "New set"
    button "New scenario"
    status
    tree "Scenario sets"
      treeitem: Scenario sets [expanded, level=1, setsize=1, posinset=1]
      treeitem: Nightly [expanded, level=2, setsize=2, posinset=1]
      treeitem: Checkout [selected, level=3, setsize=1, posinset=1]
      treeitem: Weekly [level=2, setsize=2, posinset=2]
    separator "Scenario sets" [valuenow=264]
    Shown: Checkout"
  `)
})

test.each([
  ['with nothing chosen', {}, true, 'Choose one', false],
  [
    'without any',
    { tree: { data: sets.slice(0, 1), error: null, refetch: async () => {} } },
    true,
    'Nothing yet',
    true,
  ],
  [
    'with empty sets only',
    { tree: { data: sets.filter(node => node.kind !== 'scenario'), error: null, refetch: async () => {} } },
    true,
    'Nothing yet',
    true,
  ],
  [
    'without any and without the right to edit',
    { tree: { data: sets.slice(0, 1), error: null, refetch: async () => {} } },
    false,
    'Nothing yet',
    false,
  ],
])('the page %s', async (_, more, canEdit, title, hasButton) => {
  await openSets(more, null, canEdit)
  expect(screen.getByRole('heading', { name: title })).toBeTruthy()
  const primary = document.querySelectorAll('.ant-btn-primary')
  expect(primary).toHaveLength(hasButton ? 1 : 0)
  expect(screen.queryAllByRole('button', { name: 'New set' })).toHaveLength(canEdit ? 1 : 0)
})

test('sets without leaves count as content if leaves are not created here', async () => {
  const { newLeaf: _none, ...props } = { newLeaf: undefined }
  await openSets({ ...props, tree: { data: sets.slice(0, 2), error: null, refetch: async () => {} } })
  expect(screen.getByRole('heading', { name: 'Nothing yet' }) ?? screen.getByRole('heading')).toBeTruthy()
})

test('while the tree is loading, and when loading fails', async () => {
  const { unmount } = await openSets({ tree: { data: undefined, error: null, refetch: async () => {} } })
  expect(screen.queryByRole('tree')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
  unmount()
  const reported: string[] = []
  const { user } = await openSets({
    tree: { data: undefined, error: new Error('broken'), refetch: async () => void reported.push('again') },
  })
  await user.click(screen.getByRole('button', { name: /Retry/ }))
  expect(reported).toEqual(['again'])
})

test('new nodes get a free name in their set, are opened and renamed in place', async () => {
  const { reported, user } = await openSets({}, 'l1')
  await user.click(screen.getByRole('button', { name: 'New scenario' }))
  await waitFor(() => expect(reported).toEqual(['leaf Checkout 2 in s1', 'open l2']))
  await user.click(screen.getByRole('button', { name: 'New set' }))
  await waitFor(() => expect(reported.slice(2)).toEqual(['set Set', 'open s3']))
})

test('a new node is created in the selected set, else under the root', async () => {
  const first = await openSets({}, 's2')
  await first.user.click(screen.getByRole('button', { name: 'New scenario' }))
  await waitFor(() => expect(first.reported[0]).toBe('leaf Checkout in s2'))
  first.unmount()
  const second = await openSets()
  await second.user.click(screen.getByRole('button', { name: 'New scenario' }))
  await waitFor(() => expect(second.reported[0]).toBe('leaf Checkout in root'))
})

test('the menu of the root creates sets, that of a set creates leaves', async () => {
  const { reported } = await openSets()
  const entries = async (name: string) => {
    fireEvent.contextMenu(screen.getByText(name))
    const menu = (await screen.findAllByRole('menu')).at(-1) as HTMLElement
    return within(menu).getAllByRole('menuitem')
  }
  expect((await entries('Scenario sets')).map(entry => entry.textContent).slice(0, 2)).toEqual([
    'New set',
    'New scenario',
  ])
  const ofSet = await entries('Weekly')
  expect(ofSet.map(entry => entry.textContent)[0]).toBe('New scenario')
  expect(ofSet).toHaveLength(8)
  fireEvent.click(ofSet[0] as HTMLElement)
  await waitFor(() => expect(reported[0]).toBe('leaf Checkout in s2'))
})

test('deleting asks for confirmation, and then shows the parent of the deleted node', async () => {
  const { reported, user } = await openSets({}, 'l1')
  const tree = screen.getByRole('tree')
  fireEvent.keyDown(tree, { key: 'Delete' })
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('Delete Checkout?')
  await user.click(within(dialog).getByRole('button', { name: /Delete/ }))
  await waitFor(() => expect(reported).toEqual(['remove l1', 'open s1']))
})

test('sets can only be in the root, and leaves only in sets', async () => {
  const { reported, user } = await openSets({}, 's1')
  const tree = screen.getByRole('tree')
  fireEvent.keyDown(tree, { key: 'c', ctrlKey: true })
  await user.click(screen.getByText('Weekly'))
  fireEvent.keyDown(tree, { key: 'v', ctrlKey: true })
  expect(await screen.findByText(/Cannot be pasted here/)).toBeTruthy()
  await user.click(screen.getByText('Scenario sets'))
  fireEvent.keyDown(tree, { key: 'v', ctrlKey: true })
  await waitFor(() => expect(reported.at(-1)).toBe('copy {"ids":["s1"],"parentId":"root"}'))
})
