/** What keys and buttons do with the selected parts of a drawing: remove, copy, paste, duplicate, group, line up. */
import { linkTopologySchema } from '@pone/contract/entities/monitor-link.ts'
import type { KeyboardEvent } from 'react'
import { createDraftStore } from '../../../../lib/draft-store.ts'
import { useT } from '../../../../lib/i18n.ts'
import { notify } from '../../../../lib/notices.ts'
import type { HistoryAction } from '../../../../ui/editor/history.ts'
import { shortcutIn } from '../../../../ui/shortcuts/shortcuts.ts'
import { type Alignment, align, copied, type Drawing, group, newId, pasted, remove } from './topology.ts'

/** Kept for other links of this tab too. */
const clipboard = createDraftStore('linkClipboard', linkTopologySchema)
const clipboardId = 'parts'
const pasteOffset = 32

interface CommandUse {
  readonly drawing: Drawing
  readonly selected: ReadonlySet<string>
  readonly dispatch: (action: HistoryAction<Drawing>) => void
  readonly select: (ids: ReadonlySet<string>) => void
}

export type LinkCommands = ReturnType<typeof useLinkCommands>

export function useLinkCommands({ drawing, selected, dispatch, select }: CommandUse) {
  const t = useT()
  const change = (next: (drawing: Drawing) => Drawing) => dispatch({ kind: 'change', next })
  const put = (parts: ReturnType<typeof copied>) => {
    const ids = new Map<string, string>()
    const idFor = (old: string): string => {
      const id = ids.get(old) ?? newId()
      ids.set(old, id)
      return id
    }
    const next = pasted(drawing, parts, { offset: pasteOffset, idFor })
    change(() => next)
    select(new Set(parts.nodes.map(node => idFor(node.id))))
  }
  const copy = () => {
    const parts = copied(drawing, selected)
    if (parts.nodes.length === 0) return
    clipboard.keep(sessionStorage, clipboardId, parts)
    notify({ kind: 'success', text: t('monitorLink.copied', { count: parts.nodes.length }) })
  }
  const removeSelected = () => change(of => remove(of, selected))
  return {
    copy,
    cut: () => {
      copy()
      removeSelected()
    },
    paste: () => {
      const parts = clipboard.read(sessionStorage, clipboardId)
      if (parts === null) notify({ kind: 'warning', text: t('monitorLink.nothingCopied') })
      else put(parts)
    },
    duplicate: () => {
      const parts = copied(drawing, selected)
      if (parts.nodes.length > 0) put(parts)
    },
    group: () => {
      const id = newId()
      change(of => group(of, selected, { id, alias: t('monitorLink.kind.group') }))
      select(new Set([id]))
    },
    align: (how: Alignment) => change(of => align(of, selected, how)),
    remove: removeSelected,
    selectAll: () => select(new Set([...drawing.nodes, ...drawing.edges].map(part => part.id))),
  }
}

const byShortcut = {
  copyRows: 'copy',
  cutRows: 'cut',
  pasteRows: 'paste',
  duplicateRows: 'duplicate',
  wrapRows: 'group',
  removeRows: 'remove',
  selectAllRows: 'selectAll',
} as const satisfies Record<string, keyof LinkCommands>

/** For the element around the canvas; keys in fields are theirs. */
export function handleLinkKeys(event: KeyboardEvent, commands: LinkCommands): void {
  if (event.target instanceof Element && event.target.closest('input, textarea, .ant-select') !== null) return
  const name = shortcutIn('rows', event)
  const command = Object.entries(byShortcut).find(([shortcut]) => shortcut === name)?.[1]
  if (command === undefined) return
  event.preventDefault()
  commands[command]()
}
