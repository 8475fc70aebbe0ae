/** Standalone execution of a JMeter component with the results as they are shown of a component of PR; the page joins both. */
import { CaretRightFilled, StopOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { api } from '../../lib/api.ts'
import { useT } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session.ts'
import { DebugDock, type DockTab } from './debug-dock.tsx'
import './dock.css'
import './properties.css'
import { useDebugRun } from './use-debug-run.ts'

interface JmeterTrialProps {
  readonly componentId: string
  /** What is stored is run, so nothing may wait to be saved. */
  readonly isDirty: boolean
  /** Places the button and the results. */
  readonly children: (parts: { readonly button: ReactNode; readonly dock: ReactNode }) => ReactNode
}

const tabs = ['requests', 'log'] as const satisfies readonly DockTab[]

export function JmeterTrial({ componentId, isDirty, children }: JmeterTrialProps) {
  const t = useT()
  const projectId = useSession('projectId')
  const debug = useDebugRun()
  const [tab, setTab] = useState<DockTab | null>(null)
  const { run } = debug
  const start = () => {
    setTab('requests')
    void debug.follow(() => api.jmeterComponent.startTrial({ projectId, id: componentId }))
  }
  const button =
    run !== null && run.state !== 'ended' ? (
      <Button
        danger
        icon={<StopOutlined />}
        loading={run.state === 'stopping'}
        disabled={run.state === 'starting'}
        onClick={() => void debug.stop()}
      >
        {t('component.run.stop')}
      </Button>
    ) : (
      <Tooltip title={t(isDirty ? 'component.trial.saveFirst' : 'component.trial.hint')}>
        <Button icon={<CaretRightFilled />} disabled={isDirty} onClick={start}>
          {t('component.run.start')}
        </Button>
      </Tooltip>
    )
  const dock = run === null ? null : <DebugDock debug={debug} tab={tab} tabs={tabs} onTab={setTab} />
  return children({ button, dock })
}
