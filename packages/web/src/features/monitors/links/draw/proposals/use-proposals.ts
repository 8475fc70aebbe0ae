/** Asks for proposed edges when it is told to, and keeps the answer until it is closed or asked again. */
import type { LinkProposals } from '@pone/contract/entities/link-proposal.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { api } from '../../../../../lib/api.ts'
import { useProjectId } from '../../../../../lib/project.ts'
import type { HistoryAction } from '../../../../../ui/editor/history.ts'
import { type Drawing, newId } from '../topology.ts'
import { accept, acceptAll, type OpenProposal, openProposals } from './proposal-model.ts'

type State =
  | { readonly kind: 'closed' | 'asking' | 'cancelled' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'found'; readonly found: LinkProposals }

const none: readonly OpenProposal[] = []

export type Proposals = ReturnType<typeof useProposals>

export function useProposals(drawing: Drawing, dispatch: (action: HistoryAction<Drawing>) => void) {
  const projectId = useProjectId()
  const [state, setState] = useState<State>({ kind: 'closed' })
  const asking = useRef<AbortController | null>(null)
  useEffect(() => () => asking.current?.abort(), [])
  const found = state.kind === 'found' ? state.found : null
  const open = useMemo(
    () => (found === null ? none : openProposals(drawing, found.proposals)),
    [drawing, found],
  )
  const stop = (kind: 'closed' | 'cancelled') => {
    asking.current?.abort()
    asking.current = null
    setState({ kind })
  }
  const ask = () => {
    asking.current?.abort()
    const own = new AbortController()
    asking.current = own
    setState({ kind: 'asking' })
    const { nodes, edges } = drawing
    api.monitorLink
      .proposeEdges({ projectId, topology: { nodes, edges }, machineIds: null }, { signal: own.signal })
      .then(
        answer => asking.current === own && setState({ kind: 'found', found: answer }),
        (error: unknown) => asking.current === own && setState({ kind: 'failed', error }),
      )
  }
  return {
    state,
    open,
    ask,
    cancel: () => stop('cancelled'),
    close: () => stop('closed'),
    accept: (proposal: OpenProposal) => dispatch({ kind: 'change', next: of => accept(of, proposal, newId) }),
    acceptAll: () =>
      dispatch({
        kind: 'change',
        next: of =>
          acceptAll(
            of,
            open.map(({ proposal }) => proposal),
            newId,
          ),
      }),
  }
}
