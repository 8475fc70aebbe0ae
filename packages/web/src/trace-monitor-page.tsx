/** Page traceMonitor: the full link of a label, with its response times from the report of the run, or the spans of a trace; combined here because features never import each other. */
import { useSearchParams } from 'react-router'
import { FullLinkPage } from './features/monitors/full-link/full-link-page.tsx'
import { LabelTimes } from './features/runs/full-link/label-times.tsx'
import { TracePage } from './features/tracing/trace/trace-page.tsx'

export function Page() {
  const [query] = useSearchParams()
  const traceId = query.get('trace') ?? ''
  if (traceId !== '') return <TracePage key={traceId} traceId={traceId} />
  return <FullLinkPage timesOf={(run, label) => <LabelTimes run={run} label={label} />} />
}
