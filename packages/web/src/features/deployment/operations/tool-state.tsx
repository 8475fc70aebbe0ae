/** State of a tool on a host as one word, with progress, problem, and versions. */
import { WarningFilled } from '@ant-design/icons'
import type { HostTool, OperationState, ToolState } from '@pone/contract/entities/host.ts'
import { Tooltip } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import { StatusTag } from '../../../ui/status-tag.tsx'
import type { StatusTone } from '../../../ui/theme/palette.ts'
import '../deployment.css'

const tones: Record<ToolState, StatusTone> = {
  absent: 'off',
  processing: 'running',
  pushing: 'running',
  installing: 'running',
  uninstalling: 'running',
  starting: 'running',
  stopping: 'running',
  installed: 'passed',
  stopped: 'warning',
  offline: 'off',
}

export function ToolStateTag({ tool }: { readonly tool: HostTool }) {
  const t = useT()
  if (tool.state === 'absent' && tool.problem === null)
    return <span className="faint">{t('tool.state.absent')}</span>
  const percent = tool.progress01 === null ? '' : ` ${Math.floor(tool.progress01 * 100)}%`
  return (
    <span className="tool-state">
      <StatusTag tone={tones[tool.state]}>
        {t(`tool.state.${tool.state}`)}
        {percent}
      </StatusTag>
      {tool.problem !== null && (
        <Tooltip title={`${t('tool.failed')}: ${t(`host.problem.${tool.problem.code}`)}`}>
          <WarningFilled className="tool-problem" aria-label={t('tool.failed')} />
        </Tooltip>
      )}
    </span>
  )
}

/** Installed versions, the current one first. */
export function ToolVersions({ tool, hasAgent }: { readonly tool: HostTool; readonly hasAgent: boolean }) {
  const t = useT()
  if (tool.versions.length === 0) {
    return tool.tool === 'PR' && hasAgent ? <span className="faint">{t('tool.builtIn')}</span> : null
  }
  const ordered = tool.versions.toSorted((a, b) => Number(b.isStarted) - Number(a.isStarted))
  const title = ordered.map(each => (
    <div key={each.version}>
      {each.version} {each.isStarted && `· ${t('tool.inUse')} `}
      <span className="code">{each.path}</span>
    </div>
  ))
  return (
    <Tooltip title={title}>
      <span className="tool-versions tabular">
        {ordered[0]?.version}
        {ordered.length > 1 && <span className="faint"> +{ordered.length - 1}</span>}
      </span>
    </Tooltip>
  )
}

export const operationTones: Record<OperationState, StatusTone> = {
  waiting: 'off',
  executing: 'running',
  successful: 'passed',
  failed: 'failed',
  cancelled: 'off',
}
