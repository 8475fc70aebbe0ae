import { createEvent, fireEvent, screen } from '@testing-library/react'
import { Dropdown } from 'antd'
import { useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { outline } from '../../test-outline.ts'
import { draw } from '../../test-page.tsx'
import { depthAt, RowFrame } from './row-frame.tsx'
import { useRowMenu } from './row-menu.tsx'
import { TreeSearch } from './tree-search.tsx'
import { useEditorKeys } from './use-editor-keys.ts'
import { useFolding } from './use-folding.ts'
import { useRowTree } from './use-row-tree.ts'

interface Row {
  readonly key: string
  readonly depth: number
  readonly parent: string | null
}
const rows: readonly Row[] = [
  { key: 'g', depth: 0, parent: null },
  { key: 'a', depth: 1, parent: 'g' },
  { key: 'b', depth: 1, parent: 'g' },
  { key: 'c', depth: 0, parent: null },
]
const parentOf = (key: string) => rows.find(row => row.key === key)?.parent ?? null
const dragType = 'text/test-rows'

interface TreeOptions {
  readonly isReadOnly?: boolean
  readonly selected?: readonly string[]
  readonly copied?: string | null
  readonly hasEnd?: boolean
}

function RowTree({ reported, options }: { readonly reported: string[]; readonly options: TreeOptions }) {
  const { isReadOnly = false, selected = ['a'], copied = 'rows as text', hasEnd = true } = options
  const [selection, setSelection] = useState(selected)
  const [search, setSearch] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const current = selection.at(-1)
  const { folded, toggle } = useFolding(current, key => new Set([key, parentOf(key) ?? key]))
  const tell = (line: string) => () => void reported.push(line)
  const commands = {
    duplicate: tell('duplicate'),
    remove: tell('remove'),
    toggle: tell('toggle'),
    indent: tell('indent'),
    outdent: tell('outdent'),
    wrap: tell('wrap'),
    shift: (by: number) => void reported.push(`shift ${by}`),
    move: (keys: readonly string[], place: string) => void reported.push(`move ${keys.join()} ${place}`),
    copyText: () => copied,
    copy: tell('copy'),
    cut: tell('cut'),
    pasteText: (text: string) => {
      reported.push(`paste ${text}`)
      return text === 'rows'
    },
    pasteCopied: tell('paste copied'),
  }
  const shown = rows.filter(
    row => row.key.includes(search) && (row.parent === null || !folded.has(row.parent)),
  )
  const { treeProps, dropMarkOf } = useRowTree<string>({
    box,
    keys: shown.map(row => row.key),
    selection,
    onSelect: setSelection,
    isReadOnly,
    isSearching: search !== '',
    folded,
    toggleFold: toggle,
    isGroup: key => key === 'g',
    parentOf,
    commands,
    onAdd: tell('add'),
    nameField: '.name-field',
    dragType,
    placeAt: ({ key, height01, xPx }) => {
      if (key === 'a') return null
      if (key === 'b') return { key, mark: { kind: 'forbidden', depth: 1 }, place: null }
      const kind = height01 < 0.5 ? 'before' : 'after'
      return { key, mark: { kind, depth: depthAt(xPx, 10) }, place: `${kind} ${key}` }
    },
    ...(hasEnd ? { endPlace: 'at the end' } : {}),
  })
  const menu = useRowMenu({
    commands,
    isReadOnly,
    isOff: selection.includes('c'),
    isFixed: selection.includes('g'),
    canIndent: !selection.includes('b'),
    canOutdent: true,
    onRename: selection.length === 1 ? tell('rename') : undefined,
    first: [{ key: 'first', label: 'First' }],
  })
  return (
    <>
      <TreeSearch
        label="Find rows"
        value={search}
        onChange={setSearch}
        found={search === '' ? null : shown.length}
        onEnter={tell('enter')}
      />
      <input className="name-field" aria-label="Name" defaultValue="old" />
      <Dropdown menu={menu} trigger={['contextMenu']}>
        <div {...treeProps} ref={box} aria-label="Rows">
          {shown.map(row => (
            <RowFrame
              key={row.key}
              rowKey={row.key}
              depth={row.depth}
              position={1}
              siblings={2}
              isGroup={row.key === 'g'}
              indentPx={10}
              isActive={row.key !== 'c'}
              isSelected={selection.includes(row.key)}
              isCurrent={row.key === current}
              isFolded={folded.has(row.key)}
              isDraggable={!isReadOnly}
              dropMark={dropMarkOf(row.key)}
              onToggle={toggle}
            >
              Row {row.key}
            </RowFrame>
          ))}
        </div>
      </Dropdown>
    </>
  )
}

async function open(options: TreeOptions = {}) {
  const reported: string[] = []
  const drawn = await draw(<RowTree reported={reported} options={options} />)
  const tree = screen.getByRole('tree')
  const row = (key: string) => screen.getByText(`Row ${key}`)
  const selected = () => screen.getAllByRole('treeitem', { selected: true }).map(each => each.textContent)
  return { ...drawn, reported, tree, row, selected }
}
const classesOf = (element: Element) => [...element.classList].toSorted()

test('rows expose their position, and whether they are selected, expanded or disabled', async () => {
  const { tree, row } = await open()
  expect(outline(tree)).toMatchInlineSnapshot(`
    "tree "Rows"
      treeitem: Row g [expanded, level=1, setsize=2, posinset=1]
      treeitem: Row a [selected, level=2, setsize=2, posinset=1]
      treeitem: Row b [level=2, setsize=2, posinset=1]
      treeitem: Row c [level=1, setsize=2, posinset=1]"
  `)
  expect(classesOf(row('a'))).toEqual(['cd-step', 'is-current', 'is-selected'])
  expect(classesOf(row('b'))).toEqual(['cd-step'])
  expect(classesOf(row('c'))).toEqual(['cd-step', 'is-off'])
  expect([row('g'), row('a')].map(each => each.style.paddingInlineStart)).toEqual(['4px', '14px'])
  expect(row('a').id).toBe('cd-row-a')
  expect(tree.getAttribute('aria-activedescendant')).toBe('cd-row-a')
  expect(row('a').getAttribute('draggable')).toBe('true')
})

test('a click selects a row and focuses the tree; the collapse button of a group only collapses it', async () => {
  const { user, tree, row, selected } = await open()
  await user.click(row('c'))
  expect(selected()).toEqual(['Row c'])
  expect(document.activeElement).toBe(tree)
  await user.keyboard('{Control>}')
  await user.click(row('b'))
  await user.keyboard('{/Control}')
  expect(selected()).toEqual(['Row b', 'Row c'])
  const mark = (key: string) => row(key).querySelector('.cd-caret') as HTMLElement
  fireEvent.click(mark('g'))
  expect(outline(tree)).not.toContain('Row a')
  expect(selected()).toEqual(['Row c'])
  fireEvent.click(mark('g'))
  fireEvent.click(mark('a'))
  expect(selected()).toEqual(['Row a'])
  fireEvent.click(tree)
  expect(selected()).toEqual(['Row a'])
})

test('a collapsed group expands when a row in it becomes the current one, and stays collapsed when it is the current one itself', async () => {
  const { user, tree, row, selected } = await open({ selected: ['g'] })
  tree.focus()
  await user.keyboard('{ArrowLeft}')
  expect(row('g').getAttribute('aria-expanded')).toBe('false')
  await user.keyboard('{ArrowDown}')
  expect(selected()).toEqual(['Row c'])
  await user.keyboard('{ArrowUp}{ArrowRight}')
  expect(row('g').getAttribute('aria-expanded')).toBe('true')
})

test('keys run commands; without the right to edit only those that change nothing', async () => {
  const { user, tree, reported } = await open()
  tree.focus()
  await user.keyboard('{Alt>}{ArrowUp}{ArrowDown}{/Alt} {Delete}{Control>}d{/Control}')
  expect(reported).toEqual(['shift -1', 'shift 1', 'toggle', 'remove', 'duplicate'])
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  await user.keyboard('{F2}new')
  expect(name.value).toBe('new')
  tree.focus()
  expect(fireEvent.keyDown(tree, { key: 'Enter' })).toBe(false)
  expect(document.activeElement).toBe(name)
  expect(name.selectionStart).toBe(name.selectionEnd)
  expect(fireEvent.keyDown(tree, { key: 'x' })).toBe(true)
})

test('without the right to edit keys change nothing', async () => {
  const { user, tree, reported, selected } = await open({ isReadOnly: true })
  tree.focus()
  await user.keyboard('{Alt>}{ArrowUp}{/Alt} {Delete}{Control>}d{/Control}{ArrowDown}')
  expect(reported).toEqual([])
  expect(selected()).toEqual(['Row b'])
})

const transfer = (types: readonly string[]) => {
  const data: Record<string, string> = {}
  return {
    types,
    setData: (type: string, text: string) => void (data[type] = text),
    getData: (type: string) => data[type] ?? '',
    data,
  }
}
/** A row of 20 px height, starting at 100 px. */
const place = (row: Element) => {
  row.getBoundingClientRect = () => ({ top: 100, left: 50, height: 20 }) as DOMRect
  return row
}

/** Fires a drag-and-drop event at a vertical position of the page in px; the tests' DOM gives such events no position. @returns whether it was accepted */
function drag(kind: 'dragOver' | 'drop', target: Element, dataTransfer: object, clientY: number): boolean {
  const event = createEvent[kind](target, { dataTransfer })
  Object.defineProperties(event, { clientY: { value: clientY }, clientX: { value: 75 } })
  return !fireEvent(target, event)
}

test('selected rows are dragged to permitted places', async () => {
  const { tree, row, reported, selected } = await open({ selected: ['a', 'b'] })
  const dataTransfer = transfer([dragType])
  fireEvent.dragStart(row('a'), { dataTransfer })
  expect(dataTransfer.data).toEqual({ [dragType]: 'a' })
  expect(selected()).toEqual(['Row a', 'Row b'])
  const over = (target: Element, clientY: number) => drag('dragOver', target, dataTransfer, clientY)
  expect(over(place(row('c')), 105)).toBe(true)
  expect(classesOf(row('c'))).toContain('is-drop-before')
  // The pointer is 25 px right of the row's start: at the third level of 10 px.
  expect(row('c').style.getPropertyValue('--drop-start')).toBe('24px')
  expect(over(row('c'), 115)).toBe(true)
  expect(classesOf(row('c'))).toContain('is-drop-after')
  expect(over(place(row('b')), 105)).toBe(false)
  expect(classesOf(row('b'))).toContain('is-drop-forbidden')
  expect(over(place(row('a')), 105)).toBe(false)
  expect(tree.querySelector('[class*=is-drop]')).toBeNull()
  over(row('c'), 115)
  fireEvent.dragLeave(row('c'))
  expect(tree.querySelector('[class*=is-drop]')).not.toBeNull()
  fireEvent.dragLeave(tree)
  expect(tree.querySelector('[class*=is-drop]')).toBeNull()
  over(row('c'), 115)
  fireEvent.dragEnd(row('a'))
  expect(tree.querySelector('[class*=is-drop]')).toBeNull()
  over(row('c'), 115)
  drag('drop', row('c'), dataTransfer, 115)
  expect(tree.querySelector('[class*=is-drop]')).toBeNull()
  drag('drop', row('b'), dataTransfer, 105)
  expect(over(tree, 500)).toBe(true)
  expect(classesOf(row('c'))).toContain('is-drop-after')
  expect(row('c').style.getPropertyValue('--drop-start')).toBe('4px')
  drag('drop', tree, dataTransfer, 500)
  expect(reported).toEqual(['move a,b after c', 'move a,b at the end'])
})

test('dragging another row selects it; other elements and foreign content are ignored', async () => {
  const { tree, row, reported, selected } = await open({ hasEnd: false })
  fireEvent.dragStart(row('c'), { dataTransfer: transfer([]) })
  expect(selected()).toEqual(['Row c'])
  expect(fireEvent.dragStart(tree, { dataTransfer: transfer([]) })).toBe(false)
  const files = transfer(['Files'])
  expect(drag('dragOver', place(row('a')), files, 115)).toBe(false)
  expect(drag('drop', row('a'), files, 115)).toBe(false)
  const ours = transfer([dragType])
  expect(drag('dragOver', tree, ours, 500)).toBe(false)
  drag('drop', tree, ours, 500)
  expect(reported).toEqual([])
})

test('nothing can be dragged without the right to edit', async () => {
  const { row, selected } = await open({ isReadOnly: true })
  expect(row('c').getAttribute('draggable')).toBe('false')
  expect(fireEvent.dragStart(row('c'), { dataTransfer: transfer([]) })).toBe(false)
  expect(selected()).toEqual(['Row a'])
})

test('rows are copied, cut and pasted as text', async () => {
  const { tree, reported } = await open()
  const clipboardData = transfer([])
  expect(fireEvent.copy(tree, { clipboardData })).toBe(false)
  expect(clipboardData.data).toEqual({ 'text/plain': 'rows as text' })
  expect(reported).toEqual([])
  fireEvent.cut(tree, { clipboardData })
  clipboardData.setData('text/plain', 'rows')
  expect(fireEvent.paste(tree, { clipboardData })).toBe(false)
  clipboardData.setData('text/plain', 'words')
  expect(fireEvent.paste(tree, { clipboardData })).toBe(true)
  expect(reported).toEqual(['remove', 'paste rows', 'paste words'])
})

test.each([
  ['nothing is selected that can be copied', { copied: null, isReadOnly: false }, true],
  ['the right to edit is missing', { copied: 'text', isReadOnly: true }, false],
])('cutting and pasting leave the rows where %s', async (_, options, isLeftToBrowser) => {
  const { tree, reported } = await open(options)
  const clipboardData = transfer([])
  expect(fireEvent.cut(tree, { clipboardData })).toBe(isLeftToBrowser)
  if (options.isReadOnly) fireEvent.paste(tree, { clipboardData })
  expect(reported).toEqual([])
})

const entries = [
  'Rename',
  'Copy',
  'Cut',
  'Paste',
  'Duplicate',
  'Move up',
  'Move down',
  'Move into',
  'Move out',
  'Disable',
  'Delete',
]
test.each([
  ['a row', 'a', false, []],
  ['a row without a group above', 'b', false, ['Move into']],
  ['a fixed row', 'g', false, entries.filter(entry => entry !== 'Paste')],
  ['a row without the right to edit', 'b', true, entries.filter(entry => entry !== 'Copy')],
] as const)('the menu of %s', async (_, key, isReadOnly, disabled) => {
  const { row, selected } = await open({ isReadOnly })
  fireEvent.contextMenu(row(key))
  expect(selected()).toEqual([`Row ${key}`])
  const menu = await screen.findAllByRole('menuitem')
  const texts = menu.map(entry => entry.textContent)
  expect(texts).toEqual([
    'First',
    'RenameF2',
    'CopyCtrl+C',
    'CutCtrl+X',
    'PasteCtrl+V',
    'DuplicateCtrl+D',
    'Move upAlt+↑',
    'Move downAlt+↓',
    'Move into the group aboveAlt+→',
    'Move out of the groupAlt+←',
    'DisableSpace',
    'DeleteDel',
  ])
  const isOff = (entry: HTMLElement) => entry.getAttribute('aria-disabled') === 'true'
  const off = texts.filter((_text, at) => isOff(menu[at] as HTMLElement))
  expect(off.map(text => entries.find(entry => text.startsWith(entry)))).toEqual(disabled)
  expect(menu.at(-1)?.className).toContain('danger')
})

test('the menu of disabled rows enables them', async () => {
  const { row } = await open()
  fireEvent.contextMenu(row('c'))
  expect(await screen.findByText('Enable')).toBeTruthy()
})

test('entries of the menu run the commands', async () => {
  const { row, reported, tree, selected } = await open({ selected: ['a', 'c'] })
  fireEvent.contextMenu(row('c'))
  fireEvent.contextMenu(tree)
  expect(selected()).toEqual(['Row a', 'Row c'])
  for (const entry of await screen.findAllByRole('menuitem')) fireEvent.click(entry)
  expect(reported).toEqual([
    'copy',
    'cut',
    'paste copied',
    'duplicate',
    'shift -1',
    'shift 1',
    'indent',
    'outdent',
    'toggle',
    'remove',
  ])
})

test('the search counts matches, is cleared by Escape and moves the focus into the tree', async () => {
  const { user, reported } = await open()
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Find rows' })
  expect(screen.queryByRole('status')).toBeNull()
  await user.type(field, '{Enter}{ArrowDown}')
  await user.type(field, 'a')
  expect(screen.getByRole('status').textContent).toBe('1')
  expect(screen.getByRole('status').getAttribute('aria-label')).toBe('1 match')
  await user.type(field, '{Enter}{ArrowDown}')
  expect(reported).toEqual(['enter', 'enter'])
  await user.type(field, 'zz{Enter}')
  expect(reported).toHaveLength(2)
  await user.type(field, '{Escape}')
  expect(field.value).toBe('')
  expect(fireEvent.keyDown(field, { key: 'Escape' })).toBe(true)
  expect(fireEvent.keyDown(field, { key: 'x' })).toBe(true)
})

function Keys({
  reported,
  isPartial = false,
}: {
  readonly reported: string[]
  readonly isPartial?: boolean
}) {
  const tell = (line: string) => () => void reported.push(line)
  useEditorKeys(
    isPartial
      ? { undo: tell('undo') }
      : { save: tell('save'), run: tell('run'), undo: tell('undo'), redo: tell('redo'), find: tell('find') },
  )
  return (
    <>
      <input aria-label="plain" />
      <div className="cm-editor">
        <input aria-label="code" />
      </div>
      <div className="ant-modal">
        <input aria-label="dialog" />
      </div>
    </>
  )
}

const all = ['save', 'run', 'find', 'undo', 'redo', 'redo']
test.each([
  ['plain', { ctrlKey: true }, all],
  ['plain', { metaKey: true }, all],
  ['code', { ctrlKey: true }, ['save', 'run']],
  ['dialog', { ctrlKey: true }, ['save']],
  ['plain', {}, []],
  ['plain', { ctrlKey: true, altKey: true }, []],
] as const)('in a %s field with %j the keys do %j', async (name, held, expected) => {
  const reported: string[] = []
  await draw(<Keys reported={reported} />)
  const field = screen.getByRole('textbox', { name })
  const press = (key: string, more = {}) => fireEvent.keyDown(field, { key, ...held, ...more })
  for (const key of ['S', 'Enter', 'f', 'z']) press(key)
  press('z', { shiftKey: true })
  press('y')
  expect(press('x')).toBe(true)
  expect(reported).toEqual(expected)
  expect(press('s')).toBe(expected.length === 0)
})

test('a key that the editor does not handle is left to the browser', async () => {
  const reported: string[] = []
  await draw(<Keys reported={reported} isPartial />)
  const field = screen.getByRole('textbox', { name: 'plain' })
  expect(fireEvent.keyDown(field, { key: 'f', ctrlKey: true })).toBe(true)
  expect(fireEvent.keyDown(field, { key: 'z', ctrlKey: true })).toBe(false)
  expect(reported).toEqual(['undo'])
})
