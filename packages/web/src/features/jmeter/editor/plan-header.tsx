/** Title row of the plan editor: name, saved state, undo and redo, download, replace by a file, save. */

import {
  CloudUploadOutlined,
  DownloadOutlined,
  EllipsisOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  RedoOutlined,
  SaveOutlined,
  SwapOutlined,
  UndoOutlined,
} from '@ant-design/icons'
import { decodePlan } from '@pone/jmeter/jmx/bytes.ts'
import { readPlan } from '@pone/jmeter/jmx/plan.ts'
import { jmxProblemText } from '@pone/jmeter/jmx/problem.ts'
import { formatBytes } from '@pone/metrics/figures.ts'
import { maxJmeterPlanBytes } from '@pone/schema/limits.ts'
import { Button, Dropdown, Space, Tag, Tooltip } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import { download } from '../../../lib/api.ts'
import { showError } from '../../../lib/api-error.ts'
import { useT } from '../../../lib/i18n.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { notify } from '../../../lib/notices.ts'
import { useSession } from '../../../lib/session/session.ts'
import { RunAsLoadTest } from '../../../ui/run/run-as-load-test.tsx'
import { JMeterMark } from '../jmeter-mark.tsx'
import { usePlan } from '../plan/plan-context.ts'
import type { PlanPaneProps } from './plan-pane-props.ts'

const ConvertDialog = lazyPart(async () => ({
  default: (await import('./convert-dialog.tsx')).ConvertDialog,
}))

interface PlanHeaderProps extends PlanPaneProps {
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly canEdit: boolean
  readonly onSave: () => void
  readonly trialButton: ReactNode
  /** Saves the plan before a scenario is created with it; false when it could not be saved. */
  readonly onSaveFirst: () => Promise<boolean>
}

export function PlanHeader(props: PlanHeaderProps) {
  const { node, isDirty, isSaving, canEdit, isCatalogueFolded, onFoldCatalogue } = props
  const t = useT()
  const { state } = usePlan()
  const [isConverting, setConverting] = useState(false)
  const foldLabel = t(isCatalogueFolded ? 'jmeterPlan.catalogue.show' : 'jmeterPlan.catalogue.hide')
  return (
    <header className="cd-header jm-header">
      <Tooltip title={foldLabel} mouseEnterDelay={0.5}>
        <Button
          type="text"
          icon={isCatalogueFolded ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
          aria-label={foldLabel}
          aria-expanded={!isCatalogueFolded}
          onClick={() => onFoldCatalogue(!isCatalogueFolded)}
        />
      </Tooltip>
      <JMeterMark />
      <h1 className="cd-ellipsis" title={node.name}>
        {node.name}
      </h1>
      {canEdit ? (
        <span className={`cd-dirty${isDirty ? ' is-dirty' : ''}`} role="status">
          {isDirty ? t('jmeterPlan.unsaved') : t('jmeterPlan.isSaved', { revision: state.revision })}
        </span>
      ) : (
        <Tag>{t('editor.readOnly')}</Tag>
      )}
      <span className="cd-grow" />
      {canEdit && <UndoTools />}
      <MoreMenu node={node} canEdit={canEdit} onConvert={() => setConverting(true)} />
      {props.trialButton}
      <RunAsLoadTest engine="jmeter" component={node} onBefore={props.onSaveFirst} />
      {canEdit && (
        <Tooltip title="Ctrl+S" mouseEnterDelay={0.5}>
          <Button
            type="primary"
            icon={<SaveOutlined />}
            loading={isSaving}
            disabled={!isDirty}
            onClick={props.onSave}
          >
            {t('action.save')}
          </Button>
        </Tooltip>
      )}
      {isConverting && (
        <Suspense fallback={null}>
          <ConvertDialog node={node} onClose={() => setConverting(false)} />
        </Suspense>
      )}
    </header>
  )
}

function UndoTools() {
  const t = useT()
  const { state, dispatch } = usePlan()
  const tool = (label: string, icon: ReactNode, isOff: boolean, onClick: () => void) => (
    <Tooltip title={label} mouseEnterDelay={0.5}>
      <Button icon={icon} aria-label={label} disabled={isOff} onClick={onClick} />
    </Tooltip>
  )
  return (
    <Space.Compact>
      {tool(t('jmeterPlan.undo'), <UndoOutlined />, state.past.length === 0 && state.broken === null, () =>
        dispatch({ kind: 'undo' }),
      )}
      {tool(t('jmeterPlan.redo'), <RedoOutlined />, state.future.length === 0, () =>
        dispatch({ kind: 'redo' }),
      )}
    </Space.Compact>
  )
}

interface MoreMenuProps extends Pick<PlanHeaderProps, 'node' | 'canEdit'> {
  readonly onConvert: () => void
}

function MoreMenu({ node, canEdit, onConvert }: MoreMenuProps) {
  const t = useT()
  const projectId = useSession('projectId')
  const { state } = usePlan()
  const chooseReplacement = useReplacement()
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          {
            key: 'download',
            icon: <DownloadOutlined />,
            label: t('jmeterPlan.download'),
            onClick: () =>
              void download.jmeterComponent.download({ projectId, id: node.id }).catch(showError),
          },
          ...(canEdit
            ? [
                {
                  key: 'convert',
                  icon: <SwapOutlined />,
                  label: t('jmeterPlan.convert'),
                  disabled: state.broken !== null,
                  onClick: onConvert,
                },
                {
                  key: 'replace',
                  icon: <CloudUploadOutlined />,
                  label: t('jmeterPlan.replace'),
                  onClick: chooseReplacement,
                },
              ]
            : []),
        ],
      }}
    >
      <Button icon={<EllipsisOutlined />} aria-label={t('action.more')} />
    </Dropdown>
  )
}

/** Asks for a plan file that replaces the edited text, as one edit that can be undone. */
function useReplacement(): () => void {
  const t = useT()
  const language = useSession('language')
  const { dispatch } = usePlan()
  const replace = async (file: File) => {
    if (file.size > maxJmeterPlanBytes) {
      const limit = formatBytes(maxJmeterPlanBytes)
      return notify({ kind: 'warning', text: t('jmeterPlan.upload.tooLarge', { limit }) })
    }
    const decoded = decodePlan(new Uint8Array(await file.arrayBuffer()))
    const read = decoded.ok ? readPlan(decoded.text) : decoded
    if (!read.ok) {
      const { line } = read.problem
      const reason = t('jmeterPlan.atLine', { line, text: jmxProblemText(read.problem)[language] })
      return notify({ kind: 'error', text: t('jmeterPlan.replace.refused', { file: file.name, reason }) })
    }
    dispatch({ kind: 'source', text: read.plan.text, at: null })
    notify({ kind: 'info', text: t('jmeterPlan.replace.done', { file: file.name }) })
  }
  return () => {
    const field = document.createElement('input')
    field.type = 'file'
    field.accept = '.jmx'
    field.addEventListener('change', () => {
      const [file] = field.files ?? []
      if (file) void replace(file).catch(showError)
    })
    field.click()
  }
}
