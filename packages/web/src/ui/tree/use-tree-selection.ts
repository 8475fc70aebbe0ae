/** The selected nodes of a catalogue tree. */
import { useState } from 'react'

interface TreeSelection {
  /** The selected nodes, else the one that the page shows; the last one is the current node. */
  readonly selection: readonly string[]
  readonly choose: (ids: readonly string[]) => void
}

/** Another node shown by the page replaces the selection. */
export function useTreeSelection(selectedId: string | null): TreeSelection {
  const [chosen, choose] = useState<readonly string[]>([])
  const [shownId, setShown] = useState(selectedId)
  if (shownId !== selectedId) {
    setShown(selectedId)
    if (selectedId !== null && !chosen.includes(selectedId)) choose([])
  }
  return { selection: chosen.length > 0 || selectedId === null ? chosen : [selectedId], choose }
}
