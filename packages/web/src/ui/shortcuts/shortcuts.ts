/** All keyboard shortcuts: handlers ask which one an event is, and the sheet on `?` lists them. */

export const shortcutAreas = [
  'everywhere',
  'editor',
  'rows',
  'results',
  'catalogue',
  'selection',
  'text',
] as const
export type ShortcutArea = (typeof shortcutAreas)[number]

interface Shortcut {
  readonly area: ShortcutArea
  /** Combinations of `Mod` (Ctrl, or ⌘ on a Mac), `Alt`, `Shift` and a key as in KeyboardEvent.key, joined by `+`; any of them. */
  readonly keys: readonly string[]
}

const inArea =
  <const A extends ShortcutArea>(area: A) =>
  (...keys: readonly string[]) => ({ area, keys })
const everywhere = inArea('everywhere')
const editor = inArea('editor')
const rows = inArea('rows')
const results = inArea('results')
const catalogue = inArea('catalogue')
const selection = inArea('selection')
const text = inArea('text')

/** In the order of the sheet. */
export const shortcuts = {
  search: everywhere('Mod+K'),
  shortcuts: everywhere('?'),

  run: editor('Mod+Enter'),
  save: editor('Mod+S'),
  undo: editor('Mod+Z'),
  redo: editor('Mod+Y', 'Mod+Shift+Z'),
  find: editor('Mod+F'),

  addRow: rows('+', 'Insert'),
  nameRow: rows('Enter'),
  renameRow: rows('F2'),
  copyRows: rows('Mod+C'),
  cutRows: rows('Mod+X'),
  pasteRows: rows('Mod+V'),
  duplicateRows: rows('Mod+D'),
  wrapRows: rows('Mod+G'),
  toggleRows: rows('Space'),
  removeRows: rows('Delete', 'Backspace'),
  moveRowsUp: rows('Alt+ArrowUp'),
  moveRowsDown: rows('Alt+ArrowDown'),
  indentRows: rows('Alt+ArrowRight'),
  outdentRows: rows('Alt+ArrowLeft'),
  expandRow: rows('ArrowRight'),
  collapseRow: rows('ArrowLeft'),
  selectAllRows: rows('Mod+A'),

  findInResults: results('Mod+F'),
  nextHit: results('F3'),
  previousHit: results('Shift+F3'),

  openNode: catalogue('Enter', 'Space'),
  renameNode: catalogue('F2'),
  copyNodes: catalogue('Mod+C'),
  cutNodes: catalogue('Mod+X'),
  pasteNodes: catalogue('Mod+V'),
  removeNodes: catalogue('Delete'),
  moveNodesUp: catalogue('Alt+ArrowUp'),
  moveNodesDown: catalogue('Alt+ArrowDown'),
  expandNode: catalogue('ArrowRight'),
  collapseNode: catalogue('ArrowLeft'),

  extendSelection: selection('Shift+ArrowUp', 'Shift+ArrowDown'),
  moveSelection: selection('ArrowUp', 'ArrowDown'),
  selectEdge: selection('Home', 'End'),
  movePage: selection('PageUp', 'PageDown'),

  complete: text('${'),
} as const satisfies Readonly<Record<string, Shortcut>>

export type ShortcutName = keyof typeof shortcuts
type NameIn<A extends ShortcutArea> = {
  [N in ShortcutName]: (typeof shortcuts)[N]['area'] extends A ? N : never
}[ShortcutName]

export const shortcutNames = Object.keys(shortcuts) as ShortcutName[]

type PressedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** The shortcut of an area that an event is; null for any other key. */
export function shortcutIn<A extends ShortcutArea>(area: A, pressed: PressedKey): NameIn<A> | null {
  const found = shortcutNames.find(
    name => shortcuts[name].area === area && shortcuts[name].keys.some(keys => isPressed(keys, pressed)),
  )
  return (found as NameIn<A> | undefined) ?? null
}

function isPressed(keys: string, pressed: PressedKey): boolean {
  const { key, modifiers } = partsOf(keys)
  if (nameOf(pressed.key) !== key.toLowerCase()) return false
  if (modifiers.includes('Mod') !== (pressed.ctrlKey || pressed.metaKey)) return false
  if (modifiers.includes('Alt') !== pressed.altKey) return false
  if (modifiers.includes('Shift')) return pressed.shiftKey
  // Shift makes another shortcut of a letter or function key; other keys need it on some keyboards, such as + and ?.
  return !/^([A-Z]|F\d+)$/.test(key) || !pressed.shiftKey
}

function partsOf(keys: string): { readonly key: string; readonly modifiers: readonly string[] } {
  const parts = keys === '+' ? ['+'] : keys.split('+')
  return { key: parts.at(-1) ?? '', modifiers: parts.slice(0, -1) }
}

const nameOf = (key: string): string => (key === ' ' ? 'space' : key.toLowerCase())

const caps: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Delete: 'Del',
  Insert: 'Ins',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
}
const macModifiers: Readonly<Record<string, string>> = { Mod: '⌘', Alt: '⌥', Shift: '⇧' }

const isMac = (): boolean => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The first keys of a shortcut on one line, e.g. `Ctrl+K`, or `⌘K` on a Mac. */
export function keysLine(name: ShortcutName, spaceText: string, onMac = isMac()): string {
  const printed = capsOf(shortcuts[name].keys[0] ?? '', onMac)
  return printed.map(cap => (cap === 'Space' ? spaceText : cap)).join(onMac ? '' : '+')
}

/** The keys of a combination as they are printed on the keyboard, e.g. `Ctrl`, `K`. */
export function capsOf(keys: string, onMac = isMac()): readonly string[] {
  const { key, modifiers } = partsOf(keys)
  const named = modifiers.map(
    name => (onMac ? macModifiers[name] : undefined) ?? (name === 'Mod' ? 'Ctrl' : name),
  )
  return [...named, caps[key] ?? key]
}
