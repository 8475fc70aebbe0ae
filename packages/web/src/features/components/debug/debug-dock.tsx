/** The dock at the bottom of the editor, similar to a browser's developer tools: results of the standalone execution, and the problems found. */
import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Tag } from 'antd'
import { type ReactNode, useContext } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { useKept } from '../../../ui/editor/kept-value.ts'
import { OpenSettings } from '../../../ui/told-cause.tsx'
import { EditorContext } from '../context/editor-context.ts'
import { CountBadge } from '../exchange/count-badge.tsx'
import { FindSource } from '../exchange/find-source.tsx'
import { SearchPanel } from '../search/search-panel.tsx'
import { useDockSearch } from '../search/use-dock-search.ts'
import { DebugState } from './debug-state.tsx'
import { DebugLog, VariableTable } from './debug-tables.tsx'
import { type DockTab, dockCounts } from './dock-counts.ts'
import { DockGrip } from './dock-grip.tsx'
import { ExchangePanel } from './exchange-panel.tsx'
import { ProblemsPanel } from './problems-panel.tsx'
import { TransactionTable } from './transaction-table.tsx'
import type { DebugControl } from './use-debug-run.ts'

const dockTabs: readonly DockTab[] = ['requests', 'search', 'transactions', 'variables', 'log', 'problems']

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
  const editor = useContext(EditorContext)
  const problems = editor?.problems ?? []
  const [height, setHeight] = useKept('componentDockHeight', 320)
  const { run, results } = debug
  const counts = dockCounts(results, problems)
  const { search, dock, onKeyDownCapture, findSource } = useDockSearch(results, () => onTab('search'))
  const content: Readonly<Record<DockTab, () => ReactNode>> = {
    requests: () => (
      // Errors that name the run-time settings are about certificates; results in a tree are of plans without such settings.
      <OpenSettings value={onReveal && !isTree ? () => onReveal('settings.verifyTls') : null}>
        <ExchangePanel run={results} onReveal={onReveal} isTree={isTree} />
      </OpenSettings>
    ),
    search: () => <SearchPanel run={results} search={search} onReveal={onReveal} />,
    transactions: () => <TransactionTable run={results} onReveal={path => onReveal?.(path)} />,
    variables: () => <VariableTable run={results} />,
    log: () => <DebugLog run={results} onReveal={path => onReveal?.(path)} />,
    problems: () => <ProblemsPanel onReveal={path => onReveal?.(path)} />,
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys come from the controls inside
    <section
      ref={dock}
      className="cd-dock"
      aria-label={t('component.dock.title')}
      onKeyDownCapture={onKeyDownCapture}
    >
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
              <CountBadge {...counts[key]} />
            </button>
          ))}
        </div>
        <DebugState run={run} />
        {results !== null && (results !== run || editor?.trial.isEarlier === true) && (
          <Tag className="cd-earlier" title={t('component.debug.earlierHelp')}>
            {t(results === run ? 'component.debug.edited' : 'component.debug.earlier')}
          </Tag>
        )}
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
        <div className="cd-dock-body" role="tabpanel" tabIndex={-1} style={{ height }}>
          <FindSource value={tab === 'requests' || tab === 'search' ? findSource : null}>
            {content[tab]()}
          </FindSource>
        </div>
      )}
    </section>
  )
}
