/** The dock at the bottom of the editor, similar to a browser's developer tools: results of the standalone execution, and the problems found. */
import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useContext } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { OpenSettings } from '../../../ui/told-cause.tsx'
import { EditorContext } from '../context/editor-context.ts'
import { failedCount } from './debug-model.ts'
import { DebugState } from './debug-state.tsx'
import { DebugLog, TransactionTable, VariableTable } from './debug-tables.tsx'
import { DockGrip } from './dock-grip.tsx'
import { ExchangePanel } from './exchange-panel.tsx'
import { useKept } from './kept-value.ts'
import { ProblemsPanel } from './problems-panel.tsx'
import type { DebugControl } from './use-debug-run.ts'

const dockTabs = ['requests', 'transactions', 'variables', 'log', 'problems'] as const
export type DockTab = (typeof dockTabs)[number]

interface DebugDockProps {
  readonly debug: DebugControl
  readonly tab: DockTab | null
  readonly onTab: (tab: DockTab | null) => void
  /** All of them when left out. */
  readonly tabs?: readonly DockTab[]
  /** Shows results as a tree: samples with their subsamples, transactions above the requests they contain. */
  readonly isTree?: boolean
  /** Shows a step, and a field of it, in the editor above. */
  readonly onReveal?: ((path: string) => void) | undefined
}

export function DebugDock({ debug, tab, onTab, onReveal, tabs = dockTabs, isTree = false }: DebugDockProps) {
  const t = useT()
  const { problems } = useContext(EditorContext) ?? { problems: [] }
  const [height, setHeight] = useKept('componentDockHeight', 320)
  const { run } = debug
  const counts: Readonly<Record<DockTab, number>> = {
    requests: run?.exchanges.length ?? 0,
    transactions: run?.transactions.length ?? 0,
    variables: 0,
    log: run?.log.length ?? 0,
    problems: problems.length,
  }
  const bad: Readonly<Partial<Record<DockTab, boolean>>> = {
    requests: run !== null && failedCount(run) > 0,
    problems: problems.some(problem => problem.severity !== 'warning'),
  }
  const content: Readonly<Record<DockTab, () => ReactNode>> = {
    requests: () => (
      // Errors that name the run-time settings are about certificates; plans of JMeter have no such settings.
      <OpenSettings value={onReveal && !isTree ? () => onReveal('settings.verifyTls') : null}>
        <ExchangePanel run={run} onReveal={onReveal} isTree={isTree} />
      </OpenSettings>
    ),
    transactions: () => <TransactionTable run={run} onReveal={path => onReveal?.(path)} />,
    variables: () => <VariableTable run={run} />,
    log: () => <DebugLog run={run} />,
    problems: () => <ProblemsPanel onReveal={path => onReveal?.(path)} />,
  }
  return (
    <section className="cd-dock" aria-label={t('component.dock.title')}>
      {tab !== null && <DockGrip height={height} onResize={setHeight} />}
      <div className="cd-dock-bar">
        <div role="tablist" className="cd-dock-tabs" aria-label={t('component.dock.title')}>
          {tabs.map(key => (
            <button
              key={key}
              type="button"
              role="tab"
              aria-selected={tab === key}
              className="cd-dock-tab"
              onClick={() => onTab(tab === key ? null : key)}
            >
              {t(`component.dock.${key}`)}
              {counts[key] > 0 && (
                <span className={`cd-count${bad[key] ? ' is-bad' : ''}`}>{counts[key]}</span>
              )}
            </button>
          ))}
        </div>
        <DebugState run={run} />
        <span className="cd-grow" />
        {run?.state === 'ended' && (
          <Button type="text" size="small" icon={<CloseOutlined />} onClick={debug.clear}>
            {t('component.dock.clear')}
          </Button>
        )}
        <Button
          type="text"
          size="small"
          icon={tab === null ? <UpOutlined /> : <DownOutlined />}
          aria-label={tab === null ? t('component.dock.open') : t('component.dock.close')}
          aria-expanded={tab !== null}
          onClick={() => onTab(tab === null ? 'requests' : null)}
        />
      </div>
      {tab !== null && (
        <div className="cd-dock-body" role="tabpanel" style={{ height }}>
          {content[tab]()}
        </div>
      )}
    </section>
  )
}
