/** Page traceMonitor: the full link of a label, with its response times from the report of the run; combined here because features never import each other. */
import { FullLinkPage } from './features/monitors/full-link/full-link-page.tsx'
import { LabelTimes } from './features/runs/full-link/label-times.tsx'

export const Page = () => <FullLinkPage timesOf={(run, label) => <LabelTimes run={run} label={label} />} />
