/** The log of one operation, followed while it is running. */

import { type HostOperation, isOperationOver, type OperationLine } from '@pone/contract/entities/host.ts'
import { causeText } from '@pone/contract/told-cause.ts'
import type { Language } from '@pone/schema/bilingual.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSession } from '../../../lib/session/session.ts'
import { useHostClient } from '../host-client.ts'
import { MachineLog } from '../machine-log.tsx'
import '../deployment.css'

const followMs = 1_000
/** After a full page of the log the next page is requested. */
const pageLines = 1_000

export function OperationLog({ operation }: { readonly operation: HostOperation }) {
  const client = useHostClient()
  const language = useSession('language')
  const query = useInfiniteQuery({
    queryKey: [...client.key, 'operationLog', operation.id],
    queryFn: ({ pageParam, signal }) =>
      client.operationLog({ operationId: operation.id, after: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: last => (last.lines.length < pageLines ? undefined : last.lines.at(-1)?.seq),
    refetchInterval: ({ state }) => {
      const last = state.data?.pages.at(-1)
      return last && isOperationOver(last.operation.state) ? false : followMs
    },
  })
  const lines = useMemo(
    () => (query.data?.pages ?? []).flatMap(page => page.lines).map(line => toLine(line, language)),
    [query.data, language],
  )
  return (
    <div className="operation-log">
      <MachineLog
        lines={lines}
        isLoading={query.isLoading}
        fileName={`${operation.hostName}-${operation.kind}-${operation.tool}.log`}
      />
    </div>
  )
}

const toLine = ({ seq, at, level, text }: OperationLine, language: Language) => ({
  key: seq,
  at,
  level,
  text: causeText(text, language),
})
