/** Title row of the editor: name, whether it is saved, undo and redo, save, run. */
import { ArrowLeftOutlined, RedoOutlined, SaveOutlined, UndoOutlined } from '@ant-design/icons'
import type { Component } from '@pone/contract/entities/component.ts'
import { Button, Space, Tag, Tooltip } from 'antd'
import { Link } from 'react-router'
import { useT } from '../../../lib/i18n.ts'
import { cataloguePath } from '../catalogue/component-paths.ts'
import { useEditor } from '../context/editor-context.ts'
import { RunButton, type RunOptions } from '../debug/run-button.tsx'
import type { DebugControl } from '../debug/use-debug-run.ts'

interface EditorHeaderProps {
  readonly component: Component
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly debug: DebugControl
  readonly canDebug: boolean
  readonly options: RunOptions
  readonly onOptions: (options: RunOptions) => void
  readonly onSave: () => void
  readonly onRun: () => void
  /** The button that creates a scenario with the component. */
  readonly loadTest: React.ReactNode
}

export function EditorHeader(props: EditorHeaderProps) {
  const { component, isDirty, isSaving, debug, canDebug, options } = props
  const t = useT()
  const { state, dispatch, isReadOnly } = useEditor()
  const tool = (label: string, icon: React.ReactNode, isOff: boolean, onClick: () => void) => (
    <Tooltip title={label} mouseEnterDelay={0.5}>
      <Button icon={icon} aria-label={label} disabled={isOff} onClick={onClick} />
    </Tooltip>
  )
  return (
    <header className="cd-header">
      <Link
        to={cataloguePath(component.id)}
        className="icon-button"
        aria-label={t('component.design.toCatalogue')}
        title={t('component.design.toCatalogue')}
      >
        <ArrowLeftOutlined />
      </Link>
      <h1 className="cd-ellipsis">{component.name}</h1>
      {isReadOnly ? (
        <Tag>{t('component.readOnly')}</Tag>
      ) : (
        <span className={`cd-dirty${isDirty ? ' is-dirty' : ''}`} role="status">
          {isDirty ? t('component.unsaved') : t('component.isSaved', { revision: state.revision })}
        </span>
      )}
      <span className="cd-grow" />
      {!isReadOnly && (
        <>
          <Space.Compact>
            {tool(t('component.undo'), <UndoOutlined />, state.past.length === 0, () =>
              dispatch({ kind: 'undo' }),
            )}
            {tool(t('component.redo'), <RedoOutlined />, state.future.length === 0, () =>
              dispatch({ kind: 'redo' }),
            )}
          </Space.Compact>
          <Tooltip title="Ctrl+S" mouseEnterDelay={0.5}>
            <Button icon={<SaveOutlined />} loading={isSaving} disabled={!isDirty} onClick={props.onSave}>
              {t('action.save')}
            </Button>
          </Tooltip>
        </>
      )}
      {canDebug && (
        <span data-tour="trial">
          <RunButton
            run={debug.run}
            options={options}
            threadGroup={state.document.threadGroup}
            onOptions={props.onOptions}
            onRun={props.onRun}
            onStop={() => void debug.stop()}
          />
        </span>
      )}
      {props.loadTest}
    </header>
  )
}
