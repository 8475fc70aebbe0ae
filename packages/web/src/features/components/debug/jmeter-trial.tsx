/** Standalone execution of a JMeter component, with results shown as those of a PR component; the page combines both. */
import { CaretRightFilled, StopOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useT } from '../../../lib/i18n.ts'
import { useSession } from '../../../lib/session/session.ts'
import { useEditorKeys } from '../../../ui/editor/use-editor-keys.ts'
import { DebugDock } from './debug-dock.tsx'
import type { DockTab } from './dock-counts.ts'
import './dock.css'
import '../editor/properties.css'
import { useDebugRun } from './use-debug-run.ts'

interface JmeterTrialProps {
  readonly componentId: string
  /** Whether the user may not run it. */
  readonly isOff: boolean
  /** Passes the plan as it is on the screen to `use`, or shows why there is none to run. */
  readonly withPlan: (use: (plan: File) => void) => void
  /** Places the button and the results. */
  readonly children: (parts: {
    readonly button: ReactNode
    readonly dock: ReactNode
    /** Runs this plan instead. */
    readonly run: (plan: File) => void
  }) => ReactNode
}

const tabs = ['requests', 'search', 'variables', 'log'] as const satisfies readonly DockTab[]

export function JmeterTrial({ componentId, isOff, withPlan, children }: JmeterTrialProps) {
  const t = useT()
  const projectId = useSession('projectId')
  const debug = useDebugRun()
  const [tab, setTab] = useState<DockTab | null>(null)
  const { run } = debug
  const isGoing = run !== null && run.state !== 'ended'
  const start = (file: File) => {
    if (isOff || isGoing) return
    setTab('requests')
    void debug.follow(() => api.jmeterComponent.startTrial({ projectId, id: componentId }, { file }))
  }
  const startShown = () => withPlan(start)
  useEditorKeys({ run: startShown })
  if (isOff) return children({ button: null, dock: null, run: start })
  const button = isGoing ? (
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
    <Tooltip title={t('component.trial.hint')} mouseEnterDelay={0.5}>
      <Button icon={<CaretRightFilled />} onClick={startShown}>
        {t('component.run.start')}
      </Button>
    </Tooltip>
  )
  const dock = run === null ? null : <DebugDock debug={debug} tab={tab} tabs={tabs} isTree onTab={setTab} />
  return children({ button, dock, run: start })
}
