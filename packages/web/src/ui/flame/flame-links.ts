/** Addresses of the pages of flame diagrams; those of the history lead to pages of the history. */
import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { useIsHistory } from '../../lib/navigation/history.ts'
import { links } from '../../lib/navigation/links.ts'

export function useFlameLinks() {
  const { search } = useLocation()
  // The drawing has no address of its own in the history.
  const fromHistory = new URLSearchParams(search).get('history') === 'true'
  const isHistory = useIsHistory() || fromHistory
  return useMemo(() => (isHistory ? ofHistory : present), [isHistory])
}

export interface FlameLinks {
  readonly list: string
  readonly info: (id: string) => string
  readonly view: (id: string, part?: number) => string
  readonly analysis: (id: string, part?: number) => string
  /** '' leaves the other one to be chosen. */
  readonly difference: (id: string, otherId?: string) => string
}

const present: FlameLinks = {
  list: links.flameDiagrams,
  info: links.flameDiagram,
  view: links.flameDiagramView,
  analysis: links.flameDiagramAnalysis,
  difference: links.flameDiagramDifference,
}

const inHistory = (address: string): string => address.replace(/(\/flameDiagram\w*)/, '$1History')

const ofHistory: FlameLinks = {
  list: inHistory(links.flameDiagrams),
  info: id => inHistory(links.flameDiagram(id)),
  view: (id, part) => `${links.flameDiagramView(id, part)}&history=true`,
  analysis: (id, part) => inHistory(links.flameDiagramAnalysis(id, part)),
  difference: (id, otherId) => inHistory(links.flameDiagramDifference(id, otherId)),
}
