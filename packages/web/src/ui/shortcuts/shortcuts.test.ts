/** The registry of shortcuts: which event is which one, and that every handler acts on those that the sheet lists. */
import { describe, expect, test } from 'vitest'
import { type RowKeyTree, rowActionOf } from '../editor/row-keys.ts'
import { treeKeyAction } from '../tree/tree-keys.ts'
import { capsOf, keysLine, shortcutIn, shortcutNames, shortcuts } from './shortcuts.ts'

/** The event of a combination. */
function press(keys: string) {
  const parts = keys === '+' ? ['+'] : keys.split('+')
  const key = parts.at(-1) ?? ''
  return {
    key: key === 'Space' ? ' ' : /^[A-Z]$/.test(key) ? key.toLowerCase() : key,
    ctrlKey: parts.includes('Mod'),
    metaKey: false,
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
  }
}
const pressed = (key: string, more = {}) => ({ ...press(key), ...more })

describe('an event is the shortcut', () => {
  test.each(shortcutNames.flatMap(name => shortcuts[name].keys.map(keys => [name, keys] as const)))(
    '%s: %s',
    (name, keys) => {
      expect(shortcutIn(shortcuts[name].area, press(keys))).toBe(name)
    },
  )

  test('with ⌘ as with Ctrl, and with caps lock on', () => {
    expect(shortcutIn('editor', pressed('S', { metaKey: true }))).toBe('save')
    expect(shortcutIn('editor', { ...pressed('Mod+S'), key: 'S' })).toBe('save')
  })

  test('with Shift where the keyboard needs it', () => {
    expect(shortcutIn('everywhere', pressed('?', { shiftKey: true }))).toBe('shortcuts')
    expect(shortcutIn('rows', pressed('+', { shiftKey: true }))).toBe('addRow')
  })

  test.each([
    ['another modifier', 'editor', pressed('Mod+S', { altKey: true })],
    ['no modifier', 'editor', pressed('S')],
    ['Ctrl beside a plain key', 'everywhere', pressed('?', { ctrlKey: true })],
    ['the key of another area', 'catalogue', pressed('Mod+D')],
  ] as const)('but not with %s', (_what, area, event) => {
    expect(shortcutIn(area, event)).toBeNull()
  })

  test('Shift tells redo from undo', () => {
    expect(shortcutIn('editor', pressed('Mod+Z'))).toBe('undo')
    expect(shortcutIn('editor', pressed('Mod+Z', { shiftKey: true }))).toBe('redo')
  })
})

const tree: RowKeyTree = {
  keys: ['a', 'b', 'c'],
  selection: ['b'],
  isSearching: false,
  folded: new Set(['b']),
  isGroup: () => true,
  parentOf: () => 'a',
}
/** Events of the clipboard and typed text, not keys. */
const elsewhere = ['copyRows', 'cutRows', 'pasteRows', 'complete']
const inArea = (area: string) =>
  shortcutNames.filter(name => shortcuts[name].area === area && !elsewhere.includes(name))

describe('every listed shortcut does something', () => {
  test.each(inArea('rows'))('in a tree of rows: %s', name => {
    for (const keys of shortcuts[name].keys) expect(rowActionOf(press(keys), tree)).not.toBeNull()
  })

  test.each(inArea('catalogue'))('in a catalogue: %s', name => {
    const state = {
      ids: ['a', 'b'],
      selection: ['b'],
      parentOf: () => 'a',
      expansionOf: () => name === 'collapseNode',
    }
    for (const keys of shortcuts[name].keys) expect(treeKeyAction(press(keys), state)).not.toBeNull()
  })

  test.each(inArea('selection'))('in every tree: %s', name => {
    const state = { ids: ['a', 'b', 'c'], selection: ['b'], parentOf: () => null, expansionOf: () => null }
    for (const keys of shortcuts[name].keys) {
      expect(rowActionOf(press(keys), tree)?.kind).toBe('select')
      expect(treeKeyAction(press(keys), state)?.kind).toBe('select')
    }
  })
})

test('menus show the first keys on one line, as the platform writes them', () => {
  expect(keysLine('copyRows', 'Space', false)).toBe('Ctrl+C')
  expect(keysLine('copyRows', 'Space', true)).toBe('⌘C')
  expect(keysLine('moveRowsUp', 'Space', true)).toBe('⌥↑')
  expect(keysLine('toggleRows', '空格', false)).toBe('空格')
})

test('keys are shown as they are printed on the keyboard', () => {
  expect(capsOf('Mod+Shift+Z', false)).toEqual(['Ctrl', 'Shift', 'Z'])
  expect(capsOf('Alt+ArrowUp', true)).toEqual(['⌥', '↑'])
  expect(capsOf('+', false)).toEqual(['+'])
})
