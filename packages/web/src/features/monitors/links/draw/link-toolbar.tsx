/** Tools of the drawing: undo, redo, line up, layout, group, image. */
import {
  AlignCenterOutlined,
  ApartmentOutlined,
  BlockOutlined,
  DeleteOutlined,
  DownloadOutlined,
  NodeIndexOutlined,
  RedoOutlined,
  UndoOutlined,
} from '@ant-design/icons'
import { useReactFlow } from '@xyflow/react'
import { Button, Dropdown } from 'antd'
import type { ReactNode } from 'react'
import { showError } from '../../../../lib/api-error.ts'
import { useT } from '../../../../lib/i18n.ts'
import { loaded } from '../../../../lib/lazy-part.ts'
import type { History, HistoryAction } from '../../../../ui/editor/history.ts'
import { wholeView } from '../canvas/link-canvas.tsx'
import type { Drawing } from './topology.ts'
import { useExport } from './use-export.ts'
import type { LinkCommands } from './use-link-keys.ts'

const alignments = ['left', 'centre', 'right', 'top', 'middle', 'bottom', 'across', 'down'] as const

interface ToolbarProps {
  readonly history: History<Drawing>
  readonly dispatch: (action: HistoryAction<Drawing>) => void
  readonly commands: LinkCommands
  readonly selectedCount: number
  readonly isReadOnly: boolean
  readonly onPropose: () => void
}

export function LinkToolbar(props: ToolbarProps) {
  const { history, dispatch, commands, selectedCount, isReadOnly, onPropose } = props
  const t = useT()
  const exportAs = useExport()
  const arrange = useArrange(dispatch)
  return (
    <div className="link-toolbar" role="toolbar" aria-label={t('monitorLink.tools')}>
      {!isReadOnly && (
        <>
          <Tool
            icon={<UndoOutlined />}
            text={t('monitorLink.undo')}
            isOff={history.past.length === 0}
            onClick={() => dispatch({ kind: 'undo' })}
          />
          <Tool
            icon={<RedoOutlined />}
            text={t('monitorLink.redo')}
            isOff={history.future.length === 0}
            onClick={() => dispatch({ kind: 'redo' })}
          />
          <Tool icon={<ApartmentOutlined />} text={t('monitorLink.layout')} onClick={arrange} />
          <Tool icon={<NodeIndexOutlined />} text={t('monitorLink.propose')} onClick={onPropose} />
          <Dropdown
            trigger={['click']}
            disabled={selectedCount < 2}
            menu={{
              items: alignments.map(how => ({
                key: how,
                label: t(`monitorLink.align.${how}`),
                onClick: () => commands.align(how),
              })),
            }}
          >
            <Button
              icon={<AlignCenterOutlined />}
              disabled={selectedCount < 2}
              aria-label={t('monitorLink.align')}
              title={t('monitorLink.align')}
            />
          </Dropdown>
          <Tool
            icon={<BlockOutlined />}
            text={t('monitorLink.group')}
            isOff={selectedCount === 0}
            onClick={commands.group}
          />
          <Tool
            icon={<DeleteOutlined />}
            text={t('monitorLink.remove')}
            isOff={selectedCount === 0}
            onClick={commands.remove}
          />
        </>
      )}
      <Dropdown
        trigger={['click']}
        menu={{
          items: (['png', 'svg'] as const).map(format => ({
            key: format,
            label: t(`monitorLink.export.${format}`),
            onClick: () => void exportAs(history.present, format).catch(showError),
          })),
        }}
      >
        <Button
          icon={<DownloadOutlined />}
          aria-label={t('monitorLink.export')}
          title={t('monitorLink.export')}
        />
      </Dropdown>
    </div>
  )
}

/** Lays the nodes out and shows all of them. */
function useArrange(dispatch: ToolbarProps['dispatch']): () => void {
  const { fitView } = useReactFlow()
  return () => {
    loaded(() => import('./layout.ts'))
      .then(({ arranged }) => {
        dispatch({ kind: 'change', next: arranged })
        // The nodes have their new places once the canvas has drawn them.
        requestAnimationFrame(() => void fitView(wholeView))
      })
      .catch(showError)
  }
}

function Tool(props: {
  readonly icon: ReactNode
  readonly text: string
  readonly isOff?: boolean
  readonly onClick: () => void
}) {
  const { icon, text, isOff = false, onClick } = props
  return <Button icon={icon} disabled={isOff} aria-label={text} title={text} onClick={onClick} />
}
