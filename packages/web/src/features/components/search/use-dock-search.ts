/** The search of the dock: its keys, and how its tab is opened from a value of a request. */
import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { shortcutIn } from '../../../ui/shortcuts/shortcuts.ts'
import type { DebugRun } from '../exchange/debug-model.ts'
import { maxWantedLength } from '../exchange/search-pattern.ts'
import { searchFieldClass } from './search-bar.tsx'
import { type ExchangeSearch, useExchangeSearch } from './use-exchange-search.ts'

interface DockSearch {
  readonly search: ExchangeSearch
  /** The dock: its keys and its field. */
  readonly dock: RefObject<HTMLElement | null>
  readonly onKeyDownCapture: (event: KeyboardEvent) => void
  readonly findSource: (value: string) => boolean
}

/** @param onOpen shows the tab of the search */
export function useDockSearch(run: DebugRun | null, onOpen: () => void): DockSearch {
  const search = useExchangeSearch(run)
  const dock = useRef<HTMLElement>(null)
  const open = () => {
    const selected = selectedText(dock.current)
    if (selected !== '') search.change({ text: selected, isRegularExpression: false })
    onOpen()
    // A field that is drawn only now takes the focus by itself.
    const field = dock.current?.querySelector<HTMLInputElement>(`.${searchFieldClass} input`)
    field?.focus()
    field?.select()
  }
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const name = shortcutIn('results', event)
    if (name === null) return
    if (name === 'findInResults') open()
    else search.step(name === 'nextHit' ? 1 : -1)
    // The editor around and code fields inside have searches of their own.
    event.preventDefault()
    event.stopPropagation()
  }
  const findSource = (value: string) => {
    const isStarted = search.findSource(value)
    if (isStarted) onOpen()
    return isStarted
  }
  return { search, dock, onKeyDownCapture, findSource }
}

/** What is selected in the dock, if it is part of one line. */
function selectedText(dock: HTMLElement | null): string {
  const selection = getSelection()
  if (!selection?.anchorNode || !dock?.contains(selection.anchorNode)) return ''
  const text = selection.toString().trim()
  return text.includes('\n') || text.length > maxWantedLength ? '' : text
}
